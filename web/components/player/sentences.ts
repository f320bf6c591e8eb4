import type { Plan, Step, TraceEvent } from '../../engine/engine.ts';
import { tagOf, type Fragment } from '../../model/fragments.ts';
import { rankSet } from '../../model/ranks-text.ts';
import { stepOf } from '../../model/run-view.ts';

/** A message to be localised: its identifier in web/locales and its arguments. */
export interface Sentence {
  readonly id: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** One sentence about one executed step. */
export function sentenceOf(
  plan: Plan,
  fragments: readonly Fragment[],
  event: TraceEvent,
  op: string,
  reduces: boolean,
): Sentence {
  const step = stepOf(plan, event);
  const fragment = fragments[step.chunk];
  const args = {
    round: step.round + 1,
    rounds: plan.rounds,
    rank: event.rank,
    peer: step.peer,
    fragment: fragment ? tagOf(fragment) : String(step.chunk),
    from: rankSet(step.contributors),
    ranks: plan.ranks,
    op,
    complete: step.contributors.length === plan.ranks ? 'yes' : completes(plan, event.rank, step) ? 'part' : 'no',
    whole: plan.chunks === 1 ? 'yes' : 'no',
  };
  if (step.kind === 'send') {
    const own = step.contributors.length === 1 && step.contributors[0] === event.rank;
    const complete = args.complete === 'yes' ? 'complete' : 'partial';
    const content = reduces ? (own ? 'own' : complete) : own ? 'input' : 'copy';
    return { id: 'step-send', args: { ...args, content } };
  }
  const combines = step.acc !== null;
  if (step.kind === 'recv') {
    // What a message meets is the rank's input, or what has come together before, in which the input need not be.
    const met = step.acc?.[0] === 'input' ? 'own' : 'held';
    return combines ? { id: 'step-receive-combine', args: { ...args, met } } : { id: 'step-receive-store', args };
  }
  return { id: combines ? 'step-local-combine' : 'step-local-copy', args };
}

/** Whether the step leaves in the rank's result all that belongs there: in a scan's, less than every rank. */
function completes(plan: Plan, rank: number, { dst, contributors }: Step): boolean {
  return dst?.[0] === 'output' && plan.extents[rank]?.output[dst[1]]?.contributions === contributors.length;
}
