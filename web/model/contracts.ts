/**
 * What the page's table has to know of a collective's contract before any plan is made. Left out, in this one place:
 * barrier, which has no numbers to show, and the v-variants, whose counts for each part the table has no place for.
 * The engine runs them all.
 */
import type { Dtype } from '../engine/engine.ts';
import { isInteger } from './values.ts';

export interface Buffer {
  /** All of the tensor, the rank's own part of it, or a block for (or from) each rank. */
  readonly holds: 'whole' | 'own' | 'blocks';
  readonly at: 'every' | 'root' | 'all-but-first';
}

export interface Contract {
  /** What the API calls the count. */
  readonly countName: 'recvcount' | 'sendcount' | 'count';
  /** Parts of `count` elements that the tensor consists of. */
  readonly parts: 'one' | 'per-rank' | 'per-pair';
  readonly input: Buffer;
  readonly output: Buffer;
  /** Every rank ends with the same. */
  readonly alike: boolean;
  readonly reduces: boolean;
  readonly rooted: boolean;
  /** Each rank's result is of the ranks up to it, so there is no one number to divide an average by. */
  readonly prefix: boolean;
}

const whole: Buffer = { holds: 'whole', at: 'every' };
const own: Buffer = { holds: 'own', at: 'every' };
const blocks: Buffer = { holds: 'blocks', at: 'every' };
const wholeAtRoot: Buffer = { holds: 'whole', at: 'root' };

const usual: Contract = {
  countName: 'count',
  parts: 'one',
  input: whole,
  output: whole,
  alike: false,
  reduces: false,
  rooted: false,
  prefix: false,
};

const CONTRACTS: Readonly<Record<string, Contract>> = {
  reduce_scatter: { ...usual, countName: 'recvcount', parts: 'per-rank', output: own, reduces: true },
  all_gather: { ...usual, countName: 'sendcount', parts: 'per-rank', input: own, alike: true },
  all_reduce: { ...usual, alike: true, reduces: true },
  reduce: { ...usual, output: wholeAtRoot, reduces: true, rooted: true },
  broadcast: { ...usual, input: wholeAtRoot, alike: true, rooted: true },
  gather: { ...usual, countName: 'sendcount', parts: 'per-rank', input: own, output: wholeAtRoot, rooted: true },
  scatter: { ...usual, countName: 'recvcount', parts: 'per-rank', input: wholeAtRoot, output: own, rooted: true },
  all_to_all: { ...usual, parts: 'per-pair', input: blocks, output: blocks },
  scan: { ...usual, reduces: true, prefix: true },
  exscan: { ...usual, output: { holds: 'whole', at: 'all-but-first' }, reduces: true, prefix: true },
};

export const COLLECTIVES: readonly string[] = Object.keys(CONTRACTS);

export const knownCollective = (name: string): boolean => Object.hasOwn(CONTRACTS, name);

export function contractOf(collective: string): Contract {
  const contract = CONTRACTS[collective];
  if (!contract) throw new RangeError(`collective is ${collective}; known are ${COLLECTIVES.join(', ')}.`);
  return contract;
}

const BITWISE = ['band', 'bor', 'bxor', 'land', 'lor'];

/** The operators that it has for the type, of those that there are; without premul_sum, for want of scalars to set. */
export const operatorsOf = (collective: string, dtype: Dtype, operators: readonly string[]): readonly string[] =>
  operators.filter(
    (op) =>
      op !== 'premul_sum' &&
      !(op === 'avg' && contractOf(collective).prefix) &&
      !(BITWISE.includes(op) && !isInteger(dtype)),
  );
