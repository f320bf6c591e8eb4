import type { Plan } from '../engine/engine.ts';
import { subscript } from './ranks-text.ts';

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

interface Term {
  readonly symbols: string;
  readonly numbers: string;
  readonly bytes: number;
}

type Formula = (c: Context) => Term;

interface Context {
  readonly rank: number;
  readonly ranks: number;
  readonly total: number;
  readonly chunk: (index: number) => number;
  readonly even: boolean;
}

const FORMULAS: Readonly<Record<string, Formula>> = {
  'ring reduce_scatter': (c) => (c.even ? share(c, 1) : without(c, 1, [c.rank])),
  'ring all_gather': (c) => (c.even ? share(c, 1) : without(c, 1, [right(c)])),
  'ring all_reduce': (c) => (c.even ? share(c, 2) : without(c, 2, [c.rank, right(c)])),
  'direct reduce_scatter': (c) => (c.even ? share(c, 1) : without(c, 1, [c.rank])),
  'direct all_gather': (c) => (c.even ? share(c, 1) : toOthers(c)),
  'direct all_reduce': (c) => (c.even ? share(c, 2) : sum(without(c, 1, [c.rank]), toOthers(c))),
  'naive reduce_scatter': (c) => (c.rank === 0 ? without(c, 1, [0]) : without(c, 1, [])),
  'naive all_gather': (c) => (c.rank === 0 ? wholeToOthers(c) : part(c)),
  'naive all_reduce': (c) => (c.rank === 0 ? wholeToOthers(c) : without(c, 1, [])),
};

export function closedForm(plan: Plan, elementBytes: number, rank: number): ClosedForm | null {
  const formula = FORMULAS[`${plan.algorithm} ${plan.collective}`];
  if (!formula) return null;
  const chunk = (index: number) => (plan.chunkLengths[index] ?? 0) * elementBytes;
  const context: Context = {
    rank,
    ranks: plan.ranks,
    total: plan.chunkLengths.reduce((sum, n) => sum + n, 0) * elementBytes,
    chunk,
    even: plan.chunkLengths.every((n) => n === plan.chunkLengths[0]),
  };
  const { symbols, numbers, bytes } = formula(context);
  return bytes === plan.expectedBytesSent[rank] ? { symbols, numbers } : null;
}

const right = (c: Context): number => (c.rank + 1) % c.ranks;

/** T(N−1)/N, or twice that. */
const share = (c: Context, times: 1 | 2): Term => ({
  symbols: times === 1 ? 'T(N−1)/N' : '2T(N−1)/N',
  numbers: `${times === 1 ? '' : '2·'}${c.total}·${c.ranks - 1}/${c.ranks}`,
  bytes: (times * c.total * (c.ranks - 1)) / c.ranks,
});

const without = (c: Context, times: 1 | 2, chunks: readonly number[]): Term => ({
  symbols: [times === 1 ? 'T' : '2T', ...chunks.map((i) => `|c${subscript(i)}|`)].join(' − '),
  numbers: [times === 1 ? String(c.total) : `2·${c.total}`, ...chunks.map((i) => String(c.chunk(i)))].join(' − '),
  bytes: times * c.total - chunks.reduce((bytes, i) => bytes + c.chunk(i), 0),
});

const part = (c: Context): Term => ({
  symbols: `|c${subscript(c.rank)}|`,
  numbers: String(c.chunk(c.rank)),
  bytes: c.chunk(c.rank),
});

const toOthers = (c: Context): Term => ({
  symbols: `(N−1)·|c${subscript(c.rank)}|`,
  numbers: `${c.ranks - 1}·${c.chunk(c.rank)}`,
  bytes: (c.ranks - 1) * c.chunk(c.rank),
});

const wholeToOthers = (c: Context): Term => ({
  symbols: '(N−1)T',
  numbers: `${c.ranks - 1}·${c.total}`,
  bytes: (c.ranks - 1) * c.total,
});

const sum = (a: Term, b: Term): Term => ({
  symbols: `${a.symbols} + ${b.symbols}`,
  numbers: `${a.numbers} + ${b.numbers}`,
  bytes: a.bytes + b.bytes,
});
