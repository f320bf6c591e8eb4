import type { Values } from '../../engine/engine.ts';
import {
  givers,
  inputColumn,
  inputLength,
  inputPosition,
  outputElement,
  outputPosition,
  tableColumns,
  type Shape,
} from '../../model/shape.ts';
import { contractOf } from '../../model/contracts.ts';
import { fragmentAt, type Fragment } from '../../model/fragments.ts';
import { cellText, withCells, type Setup } from '../../model/setup.ts';
import { differing, format, parse } from '../../model/values.ts';

/** 'Change this number: which fragment of the result will change?' Or, of scans: which ranks' results? */
export interface Question {
  readonly rank: number;
  readonly element: number;
  readonly before: string;
  readonly after: string;
  readonly changed: Setup;
  readonly choices: readonly Choice[];
}

export type Choice =
  | { readonly kind: 'fragment'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ranks';
      readonly which: 'all' | 'from' | 'after' | 'only' | 'none';
      readonly ranks: readonly number[];
    };

export interface Reveal {
  /** Fragments of the result in which bits differ. */
  readonly fragments: readonly number[];
  /** Ranks whose output differs. */
  readonly ranks: readonly number[];
  readonly changes: readonly Change[];
}

export interface Change {
  readonly rank: number;
  /** Index into that rank's output, the table's column, and the place in the tensor. */
  readonly element: number;
  readonly column: number;
  readonly position: number;
}

const MOST_FRAGMENTS = 6;

/** Asks about the last number of the last rank that has any; null when nothing can be asked. */
export function questionOf(state: Setup, all: readonly Fragment[]): Question | null {
  if (contractOf(state.collective).prefix) return questionOfRanks(state);
  const rank = givers(state).at(-1);
  const fragments = all.filter((f) => f.length > 0);
  if (rank === undefined || fragments.length < 2) return null;
  const change = lastNumber(state, rank);
  if (!change) return null;
  const { element } = change;
  const right = fragmentAt(fragments, inputPosition(state, rank, inputColumn(state, rank, element)));
  const some = right ? [...fragments.slice(0, 2), ...fragments.slice(fragments.indexOf(right) - 1), right] : [];
  const offered = (fragments.length <= MOST_FRAGMENTS ? fragments : some).map((f) => f.index);
  return {
    ...change,
    choices: [
      { kind: 'all' },
      ...[...new Set(offered)].sort((a, b) => a - b).map((index): Choice => ({ kind: 'fragment', index })),
      { kind: 'none' },
    ],
  };
}

/** Of a rank in the middle, so that there are some before it and some after. */
function questionOfRanks(state: Setup): Question | null {
  const all = givers(state);
  const rank = Math.floor((all.length - 1) / 2);
  const change = all.length < 2 ? null : lastNumber(state, rank);
  if (!change) return null;
  const choices: readonly Choice[] = [
    { kind: 'ranks', which: 'all', ranks: all },
    { kind: 'ranks', which: 'from', ranks: all.slice(rank) },
    { kind: 'ranks', which: 'after', ranks: all.slice(rank + 1) },
    { kind: 'ranks', which: 'only', ranks: [rank] },
    { kind: 'ranks', which: 'none', ranks: [] },
  ];
  return { ...change, choices: rank === 0 ? choices.slice(1) : choices };
}

function lastNumber(state: Setup, rank: number): Omit<Question, 'choices'> | null {
  const element = inputLength(state, rank) - 1;
  const before = cellText(state, rank, element);
  const after = neighbour(before, state);
  if (after === null) return null;
  return { rank, element, before, after, changed: withCells(state, [{ rank, element, text: after }]) };
}

/** A number next to it that the dtype tells apart from it. */
function neighbour(text: string, state: Setup): string | null {
  const parsed = parse(text, state.dtype);
  if (!parsed.ok || (typeof parsed.value === 'number' && !Number.isFinite(parsed.value))) return null;
  for (const difference of [1, -1]) {
    const next = typeof parsed.value === 'bigint' ? parsed.value + BigInt(difference) : parsed.value + difference;
    const read = parse(format(next, state.dtype), state.dtype);
    if (read.ok && read.value !== parsed.value) return format(read.value, state.dtype);
  }
  return null;
}

export function reveal(
  shape: Shape,
  fragments: readonly Fragment[],
  before: readonly Values[],
  after: readonly Values[],
): Reveal {
  const columns = Array.from({ length: tableColumns(shape) }, (_, column) => column);
  const changes = before.flatMap((values, rank) => {
    const other = after[rank];
    const elements = new Set(other ? differing(values, other) : []);
    return columns.flatMap((column): Change[] => {
      const element = outputElement(shape, rank, column);
      return element !== null && elements.has(element)
        ? [{ rank, element, column, position: outputPosition(shape, rank, column) }]
        : [];
    });
  });
  const touched = fragments.filter((f) => changes.some(({ position }) => fragmentAt([f], position)));
  return { fragments: touched.map((f) => f.index), ranks: [...new Set(changes.map((c) => c.rank))], changes };
}

export function isRight(choice: Choice, answer: Reveal, fragments: readonly Fragment[]): boolean {
  switch (choice.kind) {
    case 'none':
      return answer.fragments.length === 0;
    case 'all':
      return answer.fragments.length === fragments.filter((f) => f.length > 0).length;
    case 'ranks':
      return choice.ranks.join() === answer.ranks.join();
    case 'fragment':
      return answer.fragments.length === 1 && answer.fragments[0] === choice.index;
  }
}
