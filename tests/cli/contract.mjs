/** What contracts promise, computed serially and without a plan, for whole-number inputs. */

const combine = {
  sum: (a, b) => a + b,
  prod: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};

const add = (inputs, op) => inputs[0].map((_, i) => inputs.map((input) => input[i]).reduce(combine[op]));

/** Consecutive parts of those lengths. */
const cut = (values, lengths) =>
  lengths.map((length, i) => values.slice(total(lengths.slice(0, i)), total(lengths.slice(0, i)) + length));

export const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const upTo = (n) => Array.from({ length: n }, (_, i) => i);
const onlyRoot = (ranks, root, value, otherwise = []) => upTo(ranks).map((rank) => (rank === root ? value : otherwise));

/**
 * `lengths(counts, ranks, root)`: elements in each rank's input, where counts[part] are elements of each part;
 * `outputs(inputs, { op, root, counts })`: what each rank ends with.
 */
const contracts = {
  reduce_scatter: {
    parts: (ranks) => ranks,
    lengths: (counts, ranks) => Array(ranks).fill(total(counts)),
    outputs: (inputs, { op, counts }) => cut(add(inputs, op), counts),
  },
  all_gather: {
    parts: (ranks) => ranks,
    lengths: (counts) => counts,
    outputs: (inputs) => inputs.map(() => inputs.flat()),
  },
  all_reduce: {
    parts: () => 1,
    lengths: ([count], ranks) => Array(ranks).fill(count),
    outputs: (inputs, { op }) => inputs.map(() => add(inputs, op)),
  },
  reduce: {
    rooted: true,
    parts: () => 1,
    lengths: ([count], ranks) => Array(ranks).fill(count),
    outputs: (inputs, { op, root }) => onlyRoot(inputs.length, root, add(inputs, op)),
  },
  broadcast: {
    rooted: true,
    parts: () => 1,
    lengths: ([count], ranks, root) => onlyRoot(ranks, root, count, 0),
    outputs: (inputs, { root }) => inputs.map(() => inputs[root]),
  },
  gather: {
    rooted: true,
    parts: (ranks) => ranks,
    lengths: (counts) => counts,
    outputs: (inputs, { root }) => onlyRoot(inputs.length, root, inputs.flat()),
  },
  scatter: {
    rooted: true,
    parts: (ranks) => ranks,
    lengths: (counts, ranks, root) => onlyRoot(ranks, root, total(counts), 0),
    outputs: (inputs, { root, counts }) => cut(inputs[root], counts),
  },
  all_to_all: {
    apart: true,
    parts: (ranks) => ranks * ranks,
    lengths: (counts, ranks) => cut(counts, Array(ranks).fill(ranks)).map(total),
    outputs: (inputs, { counts }) => {
      const ranks = inputs.length;
      const blocks = inputs.map((input, source) => cut(input, counts.slice(source * ranks, (source + 1) * ranks)));
      return inputs.map((_, to) => blocks.flatMap((of) => of[to]));
    },
  },
  scan: {
    parts: () => 1,
    lengths: ([count], ranks) => Array(ranks).fill(count),
    outputs: (inputs, { op }) => inputs.map((_, rank) => add(inputs.slice(0, rank + 1), op)),
  },
  exscan: {
    parts: () => 1,
    lengths: ([count], ranks) => Array(ranks).fill(count),
    outputs: (inputs, { op }) => inputs.map((_, rank) => (rank === 0 ? [] : add(inputs.slice(0, rank), op))),
  },
  barrier: { parts: () => 0, lengths: (_, ranks) => Array(ranks).fill(0), outputs: (inputs) => inputs.map(() => []) },
};

export const collectives = [
  ...Object.keys(contracts),
  'reduce_scatter_v',
  'all_gather_v',
  'gather_v',
  'scatter_v',
  'all_to_all_v',
];

/** The name without the suffix of v-variants, which differ only in their counts. */
export const uniform = (collective) => collective.replace(/_v$/, '');
export const isRagged = (collective) => collective.endsWith('_v');
export const isRooted = (collective) => contracts[uniform(collective)].rooted === true;
export const hasInPlace = (collective) => !contracts[uniform(collective)].apart;
export const reduces = (collective) => /reduce|scan/.test(collective);
export const partsOf = (collective, ranks) => contracts[uniform(collective)].parts(ranks);
/** Ranks that are worth trying as the root. */
export const rootsOf = (collective, ranks) => (isRooted(collective) ? [...new Set([0, ranks >> 1, ranks - 1])] : [0]);

/** A call of `size` elements per part; the parts of v-variants have 0 to 2 * size. */
export function callOf(collective, ranks, size, root = 0) {
  const counts = upTo(partsOf(collective, ranks)).map((part) =>
    isRagged(collective) ? (part * 5 + 3 * ranks + 1) % (2 * size + 1) : size,
  );
  const { lengths } = contracts[uniform(collective)];
  const inputs = lengths(counts, ranks, root).map((length, rank) => upTo(length).map((i) => valueAt(rank, i)));
  return { collective, ranks, root, counts, inputs };
}

/** A value that tells its rank and place, small enough for exact sums. */
const valueAt = (rank, i) => (((rank + 1) * 7919 + (i + 1) * 104729) % 2003) - 1000;

/** What `ringlet run` reads for the call; ranks that bring nothing may say null. */
export const inputOf = ({ collective, inputs, counts, root }) => ({
  ranks: inputs.map((input) => (input.length === 0 ? null : input)),
  ...(isRagged(collective) && { counts }),
  ...(isRooted(collective) && { root }),
});

export const outputsOf = ({ collective, inputs, counts, root }, op = 'sum') =>
  contracts[uniform(collective)].outputs(inputs, { op, root, counts });
