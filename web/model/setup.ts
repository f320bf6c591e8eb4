import type { Accumulate, Dtype, Fault } from '../engine/engine.ts';
import { operatorsOf } from './contracts.ts';
import { fitting } from './faults.ts';
import { bytesOf, parse, type Rejection } from './values.ts';
import { countFor, defaultCount, inputLength, maxCount } from './shape.ts';

/** What a person can set, and undo. Everything else on screen follows from it and from runs. */
export interface Setup {
  readonly collective: string;
  readonly algorithm: string;
  readonly op: string;
  readonly dtype: Dtype;
  /** Where sums of floats of 16 and 8 bits are rounded; other types have no choice. */
  readonly accumulate: Accumulate;
  readonly ranks: number;
  readonly count: number;
  readonly root: number;
  /** How a rank misbehaves on purpose. */
  readonly fault: Fault | null;
  /** Typed text by rank and element, also of cells that are out of sight now; null is the default value. */
  readonly values: readonly (readonly (string | null)[])[];
}

export const OPENING: Setup = {
  collective: 'reduce_scatter',
  algorithm: 'ring',
  op: 'sum',
  dtype: 'int32',
  accumulate: 'per_hop',
  ranks: 3,
  count: 2,
  root: 0,
  fault: null,
  values: [],
};

/**
 * Rank 0 counts 1, 2, 3; rank 1 counts 10, 20, 30; ... so that every sum shows who is in it. Fits in int32; in types of
 * less than 4 bytes each rank counts from its own number plus 1, up to 100.
 */
export function defaultText(rank: number, element: number, dtype: Dtype): string {
  if (bytesOf(dtype) < 4) return String(((rank + element) % 100) + 1);
  return String((element + 1) * 10 ** (rank % 6) * (1 + Math.floor(rank / 6)));
}

export const cellText = (state: Setup, rank: number, element: number): string =>
  state.values[rank]?.[element] ?? defaultText(rank, element, state.dtype);

export function visibleTexts(state: Setup): string[][] {
  return Array.from({ length: state.ranks }, (_, rank) =>
    Array.from({ length: inputLength(state, rank) }, (_, element) => cellText(state, rank, element)),
  );
}

export interface CellEdit {
  readonly rank: number;
  readonly element: number;
  readonly text: string;
}

export function withCells(state: Setup, edits: readonly CellEdit[]): Setup {
  const values = state.values.map((row) => [...row]);
  for (const { rank, element, text } of edits) {
    while (values.length <= rank) values.push([]);
    const row = values[rank] ?? [];
    while (row.length <= element) row.push(null);
    row[element] = text === defaultText(rank, element, state.dtype) ? null : text;
  }
  return { ...state, values };
}

/** Changes the collective; the table keeps its width where the contract allows it. */
export const withCollective = (state: Setup, collective: string): Setup => ({
  ...state,
  collective,
  count: countFor(collective, state),
  op: operatorsOf(collective, state.dtype, [state.op])[0] ?? OPENING.op,
  fault: fitting(state.fault, collective, state.ranks),
});

/** Changes the type; an operator that it does not have gives way to the usual one. */
export const withDtype = (state: Setup, dtype: Dtype): Setup => ({
  ...state,
  dtype,
  op: operatorsOf(state.collective, dtype, [state.op])[0] ?? OPENING.op,
});

export function withRanks(state: Setup, ranks: number): Setup {
  const followsRanks = state.count === defaultCount(state.collective, state.ranks);
  const count = followsRanks ? defaultCount(state.collective, ranks) : state.count;
  return {
    ...state,
    ranks,
    count: Math.min(count, maxCount(state.collective, ranks)),
    root: Math.min(state.root, ranks - 1),
    fault: fitting(state.fault, state.collective, ranks),
  };
}

export interface CellProblem {
  readonly rank: number;
  readonly element: number;
  readonly text: string;
  readonly reason: Rejection;
}

export interface ReadInputs {
  /** Zero where a cell can't be read; no run ever gets these. */
  readonly inputs: readonly (readonly (number | bigint)[])[];
  readonly problems: readonly CellProblem[];
}

/** The inputs as numbers, and every cell that can't be read as one. */
export function readInputs(state: Setup): ReadInputs {
  const problems: CellProblem[] = [];
  const inputs = visibleTexts(state).map((row, rank) =>
    row.map((text, element) => {
      const parsed = parse(text, state.dtype);
      if (parsed.ok) return parsed.value;
      problems.push({ rank, element, text, reason: parsed.reason });
      return 0;
    }),
  );
  return { inputs, problems };
}
