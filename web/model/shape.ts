/**
 * What a collective's contract says about lengths and places, before any plan is made: how many elements each rank
 * gives, and which column of the tensor each of them is.
 */

export const MAX_RANKS = 16;
/** Elements of the whole tensor, so that every one of them can be a cell on screen. */
export const MAX_ELEMENTS = 128;

interface Contract {
  /** What the API calls the count. */
  readonly countName: 'recvcount' | 'sendcount' | 'count';
  /** The tensor is ranks * count elements, not count. */
  readonly perRankCount: boolean;
  readonly input: 'whole' | 'own';
  readonly output: 'whole' | 'own';
  readonly reduces: boolean;
}

const CONTRACTS: Readonly<Record<string, Contract>> = {
  reduce_scatter: { countName: 'recvcount', perRankCount: true, input: 'whole', output: 'own', reduces: true },
  all_gather: { countName: 'sendcount', perRankCount: true, input: 'own', output: 'whole', reduces: false },
  all_reduce: { countName: 'count', perRankCount: false, input: 'whole', output: 'whole', reduces: true },
};

export const knownCollective = (name: string): boolean => Object.hasOwn(CONTRACTS, name);

export function contractOf(collective: string): Contract {
  const contract = CONTRACTS[collective];
  if (!contract) throw new RangeError(`collective is ${collective}; known are ${Object.keys(CONTRACTS).join(', ')}.`);
  return contract;
}

export interface Shape {
  readonly collective: string;
  readonly ranks: number;
  readonly count: number;
}

export const tensorLength = (s: Shape): number => (contractOf(s.collective).perRankCount ? s.ranks * s.count : s.count);
export const inputLength = (s: Shape): number => (contractOf(s.collective).input === 'own' ? s.count : tensorLength(s));
export const maxCount = (collective: string, ranks: number): number =>
  contractOf(collective).perRankCount ? Math.floor(MAX_ELEMENTS / ranks) : MAX_ELEMENTS;
export const defaultCount = (collective: string, ranks: number): number =>
  contractOf(collective).perRankCount ? 2 : 2 * ranks;

/** The count that keeps the tensor as long as it is when the collective changes. */
export function countFor(collective: string, from: Shape): number {
  const length = tensorLength(from);
  const count = contractOf(collective).perRankCount ? Math.floor(length / from.ranks) : length;
  return Math.min(count, maxCount(collective, from.ranks));
}

/** The tensor column of a rank's input element. */
export const inputColumn = (s: Shape, rank: number, element: number): number =>
  contractOf(s.collective).input === 'own' ? rank * s.count + element : element;

/** Which element of a rank's output a tensor column is, or null when that rank's output has no such column. */
export function outputElement(s: Shape, rank: number, column: number): number | null {
  if (contractOf(s.collective).output === 'whole') return column;
  const element = column - rank * s.count;
  return element >= 0 && element < s.count ? element : null;
}

export interface Fragment {
  readonly index: number;
  /** The rank whose colour it has; null when the tensor is not divided among ranks. */
  readonly owner: number | null;
  readonly start: number;
  readonly length: number;
}

/** The tensor cut into fragments, from a plan's chunks or, before there is one, from the contract alone. */
export function fragmentsOf(s: Shape, chunkLengths: readonly number[] | null): readonly Fragment[] {
  const lengths = chunkLengths ?? contractChunks(s);
  const perRank = lengths.length % s.ranks === 0 ? lengths.length / s.ranks : 0;
  let start = 0;
  return lengths.map((length, index) => {
    const owner = perRank > 0 ? Math.floor(index / perRank) : null;
    const fragment = { index, owner, start, length };
    start += length;
    return fragment;
  });
}

const contractChunks = (s: Shape): readonly number[] =>
  contractOf(s.collective).perRankCount ? Array.from({ length: s.ranks }, () => s.count) : [tensorLength(s)];

export const fragmentAt = (fragments: readonly Fragment[], column: number): Fragment | undefined =>
  fragments.find((f) => column >= f.start && column < f.start + f.length);
