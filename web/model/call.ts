import type { Call, PlanRequest, Values } from '../engine/engine.ts';
import { OPENING, visibleTexts, withCells, type Setup } from './setup.ts';
import { contractOf } from './contracts.ts';
import { tableColumns } from './shape.ts';
import { isSmallFloat } from '../engine/small-floats.ts';
import { formatAll, pack, parse } from './values.ts';

/** From the state to calls, and from results to states. */

export const requestOf = (state: Omit<PlanRequest, 'inPlace'>): PlanRequest => ({
  collective: state.collective,
  algorithm: state.algorithm,
  ranks: state.ranks,
  root: contractOf(state.collective).rooted ? state.root : 0,
  count: state.count,
  dtype: state.dtype,
  accumulate: isSmallFloat(state.dtype) ? (state.accumulate ?? 'per_hop') : 'per_hop',
  inPlace: false,
});

export type Numbers = readonly (readonly (number | bigint)[])[];

export const packAll = (state: Setup, inputs: Numbers): Values[] => inputs.map((row) => pack(row, state.dtype));

export const callOf = (
  state: Setup,
  inputs: Numbers,
  how: Pick<Call, 'timeoutMs' | 'paused' | 'held' | 'instruments'>,
): Call => ({
  ...requestOf(state),
  ...how,
  op: state.op,
  inputs: packAll(state, inputs),
});

/** What each rank was left with becomes its input: the reduced fragments, to be gathered. */
export function gatheringOf(state: Setup, outputs: readonly Values[]): Setup {
  const edits = outputs.flatMap((values, rank) =>
    formatAll(values, state.dtype).map((text, element) => ({ rank, element, text })),
  );
  return withCells({ ...state, collective: 'all_gather', values: [] }, edits);
}

/** Where 1e8, 1, −1e8 and 1 are added in another order, float32 rounds to another sum. */
export function roundingExample(): Setup {
  const texts = ['1e8', '1', '-1e8', '1'];
  const state: Setup = {
    ...OPENING,
    collective: 'all_reduce',
    dtype: 'float32',
    ranks: texts.length,
    count: texts.length,
  };
  return withCells(
    state,
    texts.flatMap((text, rank) => texts.map((_, element) => ({ rank, element, text }))),
  );
}

const MOST_RANKS = 4;
const MOST_CHARACTERS = 44;
const BETWEEN = 1.5;

/** Whether the table is so narrow that the ranks have room beside it. */
export function isNarrow(state: Setup): boolean {
  if (state.ranks > MOST_RANKS) return false;
  const readable = visibleTexts(state)
    .flat()
    .filter((text) => parse(text, state.dtype).ok);
  const longest = Math.max(0, ...readable.map((text) => text.length));
  return tableColumns(state) * (longest + BETWEEN) <= MOST_CHARACTERS;
}
