import type { RankState } from '../../engine/engine.ts';
import type { Localizer } from '../../locales/localizer.ts';
import type { RankView } from '../../model/run-view.ts';

/** How a rank is shown: a word, and a kind to style by. */
export interface SituationText {
  readonly kind: 'done' | 'ready' | 'waits' | 'held' | 'failed';
  readonly short: string;
  readonly long: string;
}

/** What a rank is doing: live from the run when its newest moment is shown, otherwise from the trace. */
export function situationText(
  l: Localizer,
  view: RankView,
  live: RankState | null,
  { held, absent }: { readonly held: boolean; readonly absent: boolean },
): SituationText {
  const same = (kind: SituationText['kind'], id: string): SituationText => ({
    kind,
    short: l.text(id),
    long: l.text(id),
  });
  const waits = (peer: number): SituationText => ({
    kind: 'waits',
    short: l.text('situation-waits', { peer }),
    long: l.text('situation-waits-long', { peer }),
  });
  if (absent) return same('held', 'situation-absent');
  switch (live?.state) {
    case 'failed':
      return same('failed', 'situation-failed');
    case 'waiting':
      return waits(live.peer);
    case 'gate':
      if (live.held) return same('held', 'situation-held');
      if (view.situation.kind === 'ready') return same('ready', 'situation-gate');
      break;
    case 'running':
      return same('ready', 'situation-running');
  }
  if (held && view.situation.kind !== 'done') return same('held', 'situation-held');
  if (view.situation.kind === 'waits') return waits(view.situation.peer);
  return view.situation.kind === 'done' ? same('done', 'situation-done') : same('ready', 'situation-ready');
}
