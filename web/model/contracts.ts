/**
 * What the page's table has to know of a collective's contract before any plan is made. Left out, in this one place:
 * barrier, which has no numbers to show, and the v-variants, whose counts for each part the table has no place for.
 * The engine runs them all.
 */

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

/** Left out: premul_sum, which wants a scalar from each rank, and what is for whole numbers only. */
const SHOWN_OPERATORS: readonly string[] = ['sum', 'prod', 'min', 'max', 'avg'];

/** The operators that the page offers for it, of those that there are. */
export const operatorsOf = (collective: string, operators: readonly string[]): readonly string[] =>
  operators.filter((op) => SHOWN_OPERATORS.includes(op) && !(op === 'avg' && contractOf(collective).prefix));
