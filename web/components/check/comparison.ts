import type { Plan, RunResult, Values } from '../../engine/engine.ts';
import { tensorLength } from '../../model/shape.ts';
import type { Setup } from '../../model/setup.ts';
import { differing } from '../../model/values.ts';

/** Comparisons of results of separate runs. */

export interface Comparison {
  readonly equal: boolean;
  /** Elements whose bits differ, summed over ranks. */
  readonly differences: number;
  readonly elements: number;
}

export function compare(a: readonly Values[], b: readonly Values[]): Comparison {
  const differences = a.reduce((sum, values, rank) => {
    const other = b[rank];
    return sum + (other ? differing(values, other).length : values.length);
  }, 0);
  return { equal: differences === 0, differences, elements: a.reduce((sum, values) => sum + values.length, 0) };
}

/** The collectives that reduce-scatter, then all-gather is compared with. */
export const hasChain = (collective: string): boolean => ['reduce_scatter', 'all_reduce'].includes(collective);

/** The recvcount with which reduce-scatter and all-gather do together what this state's reduction does; or null. */
export function recvcountFor(state: Setup): number | null {
  if (!hasChain(state.collective)) return null;
  const length = tensorLength(state);
  return length % state.ranks === 0 ? length / state.ranks : null;
}

export const bytesMatch = (plan: Plan, result: RunResult): boolean =>
  plan.expectedBytesSent.every((bytes, rank) => bytes === result.bytesSent[rank]);
