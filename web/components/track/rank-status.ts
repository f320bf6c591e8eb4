import type { RankState } from '../../engine/engine.ts';
import type { Localizer } from '../../locales/localizer.ts';
import type { RankView } from '../../model/run-view.ts';

/** How a rank is shown: a word, and a kind to style by. */
export interface RankStatusText {
  readonly kind: 'done' | 'ready' | 'waits' | 'held' | 'failed';
  readonly short: string;
  readonly long: string;
}

/** What a rank is doing: live from the run when its newest moment is shown, otherwise from the trace. */
export function rankStatusText(
  l: Localizer,
  view: RankView,
  live: RankState | null,
  { held, absent }: { readonly held: boolean; readonly absent: boolean },
): RankStatusText {
  const same = (kind: RankStatusText['kind'], id: string): RankStatusText => ({
    kind,
    short: l.text(id),
    long: l.text(id),
  });
  const waits = (peer: number): RankStatusText => ({
    kind: 'waits',
    short: l.text('rank-waits', { peer }),
    long: l.text('rank-waits-long', { peer }),
  });
  if (absent) return same('held', 'rank-absent');
  switch (live?.state) {
    case 'failed':
      return same('failed', 'rank-failed');
    case 'waiting':
      return waits(live.peer);
    case 'gate':
      if (live.held) return same('held', 'rank-held');
      if (view.status.kind === 'ready') return same('ready', 'rank-gate');
      break;
    case 'running':
      return same('ready', 'rank-running');
  }
  if (held && view.status.kind !== 'done') return same('held', 'rank-held');
  if (view.status.kind === 'waits') return waits(view.status.peer);
  return view.status.kind === 'done' ? same('done', 'rank-done') : same('ready', 'rank-ready');
}
