import type { RunController } from './run-controller.ts';
import type { Localizer } from '../../locales/localizer.ts';
import { AUTO } from '../../model/algorithms.ts';
import { runErrorText } from '../shared/problem-text.ts';

/** One line on the run: what it is doing, or how it ended, and by which algorithm if the core chose it. */
export function statusText(l: Localizer, run: RunController, held: ReadonlySet<number>): string {
  const sentence = doingText(l, run, held);
  if (run.call?.algorithm !== AUTO || !run.run) return sentence;
  return l.text('status-auto', { sentence, algorithm: l.text('algorithm-name', { name: run.run.plan.algorithm }) });
}

function doingText(l: Localizer, run: RunController, held: ReadonlySet<number>): string {
  const { call, result } = run;
  if (call === null) return l.text('status-none');
  if (run.starting) return l.text('status-starting');
  const total = run.run?.plan.lanes.flat(2).length ?? 0;
  if (result && call.paused) return l.text('status-stepped', { total });
  if (result) {
    const { elapsedUs, threads } = result;
    const measured = elapsedUs > 0 ? 'yes' : 'no';
    return l.text('status-finished', { measured, time: l.duration(elapsedUs), threads });
  }
  if (run.paused) return l.text('status-paused', { done: run.events.length, total });
  if (held.size > 0) {
    const ranks = [...held].map((rank) => l.text('matrix-rank', { rank })).join(', ');
    return l.text('status-held', { held: ranks, ms: call.timeoutMs });
  }
  const waiting = run.state?.ranks.filter((rank) => rank.state === 'waiting').length ?? 0;
  return l.text('status-running', { waiting, ranks: call.ranks });
}

/** Why the run failed; null if it did not. */
export const failureText = (l: Localizer, run: RunController): string | null =>
  run.error
    ? runErrorText(l, run.error, run.call?.timeoutMs ?? 0, (run.call?.faults ?? []).length > 0 ? 'fault' : 'held')
    : null;
