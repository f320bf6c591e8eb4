import type { Plan } from '../../engine/engine.ts';
import { FORMULAS } from './formulas.ts';

/**
 * The formula that the literature gives for the bytes a rank sends, with this run's numbers in it. The number to
 * compare with is the core's (`plan.expectedBytesSent`); a formula that does not come to it is not shown.
 */
export interface ClosedForm {
  /** Such as 'T − |c₀|'. */
  readonly symbols: string;
  /** Such as '24 − 8'. */
  readonly numbers: string;
}

export function closedForm(plan: Plan, elementBytes: number, rank: number): ClosedForm | null {
  const formula = FORMULAS[plan.algorithm]?.[plan.collective];
  if (!formula) return null;
  const bytes = (elements: number) => elements * elementBytes;
  const total = bytes(plan.chunkLengths.reduce((sum, n) => sum + n, 0));
  const term = formula({
    rank,
    ranks: plan.ranks,
    root: plan.root,
    total,
    element: elementBytes,
    chunk: (index) => bytes(plan.chunkLengths[index] ?? 0),
    even: plan.chunkLengths.every((n) => n === plan.chunkLengths[0]),
  });
  return term.bytes === plan.expectedBytesSent[rank] ? { symbols: term.symbols, numbers: term.numbers } : null;
}
