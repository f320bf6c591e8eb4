import { contractOf } from './contracts.ts';
import { tableColumns, tensorLength, type Shape } from './shape.ts';

/** A piece of the tensor that travels as one. */
export interface Fragment {
  readonly index: number;
  /** The number whose colour it has: the rank that it is for or from where there is one; null for a whole tensor. */
  readonly owner: number | null;
  /** all_to_all: the rank that it comes from; it is for the owner. */
  readonly source: number | null;
  readonly start: number;
  readonly length: number;
}

/** The tensor cut into fragments, from a plan's chunks or, before there is one, from the contract alone. */
export function fragmentsOf(s: Shape, chunkLengths: readonly number[] | null): readonly Fragment[] {
  const lengths = chunkLengths ?? contractChunks(s);
  let start = 0;
  return lengths.map((length, index) => {
    const fragment = { index, ...whose(s, index, lengths.length), start, length };
    start += length;
    return fragment;
  });
}

function whose(s: Shape, index: number, chunks: number): Pick<Fragment, 'owner' | 'source'> {
  switch (contractOf(s.collective).parts) {
    case 'one':
      return { owner: chunks > 1 ? index : null, source: null };
    case 'per-rank':
      return { owner: Math.floor((index * s.ranks) / chunks), source: null };
    case 'per-pair': {
      const pair = Math.floor((index * s.ranks * s.ranks) / chunks);
      return { owner: pair % s.ranks, source: Math.floor(pair / s.ranks) };
    }
  }
}

const contractChunks = (s: Shape): readonly number[] =>
  contractOf(s.collective).parts === 'one'
    ? [tensorLength(s)]
    : Array.from({ length: tensorLength(s) / Math.max(1, s.count) }, () => s.count);

export const fragmentAt = (fragments: readonly Fragment[], position: number): Fragment | undefined =>
  fragments.find((f) => position >= f.start && position < f.start + f.length);

/** What stands above the columns: the fragments, or where each rank has blocks of its own those of no rank. */
export function headsOf(s: Shape, fragments: readonly Fragment[]): readonly Fragment[] {
  if (contractOf(s.collective).parts !== 'per-pair') return fragments.filter((f) => f.length > 0);
  return fragments.filter((f) => f.start < tableColumns(s) && f.length > 0);
}

/** What a swatch says: the fragment's number, or from whom to whom it goes. */
export const tagOf = ({ index, owner, source }: Fragment): string =>
  source === null ? String(index) : `${source}→${owner}`;
