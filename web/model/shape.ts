/**
 * Lengths and places by a collective's contract: how many elements each rank gives, and in which column of the page's
 * table each of them stands. The columns are the tensor, but for all_to_all: there every rank has a row of blocks.
 */
import { contractOf, type Buffer } from './contracts.ts';

export const MAX_RANKS = 16;
/** Columns of the table, so that every one of them can be a cell on screen. */
export const MAX_ELEMENTS = 128;

export interface Shape {
  readonly collective: string;
  readonly ranks: number;
  readonly count: number;
  readonly root: number;
}

const partsOf = (collective: string, ranks: number): number =>
  ({ one: 1, 'per-rank': ranks, 'per-pair': ranks * ranks })[contractOf(collective).parts];

/** How many parts of `count` stand beside each other. */
const blocksOf = (collective: string, ranks: number): number => (contractOf(collective).parts === 'one' ? 1 : ranks);

export const tensorLength = (s: Shape): number => partsOf(s.collective, s.ranks) * s.count;
export const tableColumns = (s: Shape): number => blocksOf(s.collective, s.ranks) * s.count;

/** Whether the rank has such a buffer at all. */
export function hasBuffer({ at }: Buffer, rank: number, root: number): boolean {
  return at === 'every' || (at === 'root' ? rank === root : rank > 0);
}
export const hasInput = (s: Shape, rank: number): boolean => hasBuffer(contractOf(s.collective).input, rank, s.root);
export const hasOutput = (s: Shape, rank: number): boolean => hasBuffer(contractOf(s.collective).output, rank, s.root);

export function inputLength(s: Shape, rank: number): number {
  if (!hasInput(s, rank)) return 0;
  return contractOf(s.collective).input.holds === 'own' ? s.count : tableColumns(s);
}

/** The ranks whose row has cells. */
export const givers = (s: Shape): number[] => ranksOf(s).filter((rank) => inputLength(s, rank) > 0);
const ranksOf = (s: Shape): number[] => Array.from({ length: s.ranks }, (_, rank) => rank);

export const maxCount = (collective: string, ranks: number): number =>
  Math.floor(MAX_ELEMENTS / blocksOf(collective, ranks));
export const defaultCount = (collective: string, ranks: number): number => (2 * ranks) / blocksOf(collective, ranks);

/** The count that keeps the table as wide as it is when the collective changes. */
export function countFor(collective: string, from: Shape): number {
  const count = Math.floor(tableColumns(from) / blocksOf(collective, from.ranks));
  return Math.min(count, maxCount(collective, from.ranks));
}

/** The count for which the longest row has that many cells. */
export function countOf(collective: string, ranks: number, cells: number): number {
  const { input } = contractOf(collective);
  const count = input.holds === 'own' ? cells : Math.ceil(cells / blocksOf(collective, ranks));
  return Math.min(count, maxCount(collective, ranks));
}

/** The column of a rank's input element. */
export const inputColumn = (s: Shape, rank: number, element: number): number =>
  contractOf(s.collective).input.holds === 'own' ? rank * s.count + element : element;

/** Which element of a rank's output stands in a column, or null when that rank's output has none there. */
export function outputElement(s: Shape, rank: number, column: number): number | null {
  if (!hasOutput(s, rank)) return null;
  if (contractOf(s.collective).output.holds !== 'own') return column;
  const element = column - rank * s.count;
  return element >= 0 && element < s.count ? element : null;
}

/** Where in the tensor the element lies that a rank has in that column of its input, or of its output. */
export function inputPosition(s: Shape, rank: number, column: number): number {
  return contractOf(s.collective).input.holds === 'blocks' ? rank * tableColumns(s) + column : column;
}
export function outputPosition(s: Shape, rank: number, column: number): number {
  if (contractOf(s.collective).output.holds !== 'blocks') return column;
  const source = Math.floor(column / s.count);
  return source * tableColumns(s) + rank * s.count + (column % s.count);
}
