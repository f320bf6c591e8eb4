import { subscript } from '../../model/ranks-text.ts';

/** What a formula may depend on; bytes throughout. */
export interface Context {
  readonly rank: number;
  readonly ranks: number;
  readonly root: number;
  /** T, the whole tensor. */
  readonly total: number;
  /** |c|, a chunk. */
  readonly chunk: (index: number) => number;
  /** Of one element. */
  readonly element: number;
  /** All chunks are of one length. */
  readonly even: boolean;
}

/** A formula in symbols, in numbers and worked out. */
export interface Term {
  readonly symbols: string;
  readonly numbers: string;
  readonly bytes: number;
}

export const nothing: Term = { symbols: '0', numbers: '0', bytes: 0 };

/** T, or a multiple of it. */
export const whole = (c: Context, times = 1): Term =>
  times === 0
    ? nothing
    : {
        symbols: times === 1 ? 'T' : `${times}T`,
        numbers: times === 1 ? String(c.total) : `${times}·${c.total}`,
        bytes: times * c.total,
      };

/** (N−1)T. */
export const wholeToOthers = (c: Context): Term => ({
  symbols: '(N−1)T',
  numbers: `${c.ranks - 1}·${c.total}`,
  bytes: (c.ranks - 1) * c.total,
});

/** T(N−1)/N, or twice that. */
export const share = (c: Context, times: 1 | 2): Term => ({
  symbols: `${times === 1 ? '' : '2'}T(N−1)/N`,
  numbers: `${times === 1 ? '' : '2·'}${c.total}·${c.ranks - 1}/${c.ranks}`,
  bytes: (times * c.total * (c.ranks - 1)) / c.ranks,
});

const name = (index: number): string => `|c${subscript(index)}|`;

/** Everything, or twice that, but for these chunks. */
export const without = (c: Context, times: 1 | 2, chunks: readonly number[]): Term => ({
  symbols: [times === 1 ? 'T' : '2T', ...chunks.map(name)].join(' − '),
  numbers: [times === 1 ? String(c.total) : `2·${c.total}`, ...chunks.map((i) => String(c.chunk(i)))].join(' − '),
  bytes: times * c.total - chunks.reduce((bytes, i) => bytes + c.chunk(i), 0),
});

/** These chunks; where all are of one length, as a multiple of it. */
export function chunks(c: Context, indices: readonly number[]): Term {
  const bytes = indices.reduce((sum, i) => sum + c.chunk(i), 0);
  const [first] = indices;
  if (first === undefined) return nothing;
  if (indices.length === 1) return { symbols: name(first), numbers: String(bytes), bytes };
  if (c.even) return { symbols: `${indices.length}·|c|`, numbers: `${indices.length}·${c.chunk(first)}`, bytes };
  return { symbols: indices.map(name).join(' + '), numbers: indices.map((i) => c.chunk(i)).join(' + '), bytes };
}

/** One chunk so many times. */
export const times = (c: Context, factor: number, symbol: string, index: number): Term => ({
  symbols: `${symbol}·${name(index)}`,
  numbers: `${factor}·${c.chunk(index)}`,
  bytes: factor * c.chunk(index),
});

export function sum(...terms: readonly Term[]): Term {
  const [first, ...rest] = terms.filter(({ bytes, symbols }) => bytes > 0 || symbols !== '0');
  return rest.reduce<Term>(
    (a, b) => ({
      symbols: `${a.symbols} + ${b.symbols}`,
      numbers: `${a.numbers} + ${b.numbers}`,
      bytes: a.bytes + b.bytes,
    }),
    first ?? nothing,
  );
}
