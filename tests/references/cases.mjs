/**
 * What is compared: node cases.mjs gloo|openmpi|torch FILE writes the cases of a library as JSON. A case is a
 * collective on `ranks` ranks with `count` elements in the contract's sense (`counts` of each part for a v-variant);
 * its inputs follow from `values` and `seed` (core/cli/references/reference_inputs.hpp).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const movement = ['broadcast', 'all_gather', 'gather', 'scatter', 'all_to_all'];
const reductions = ['all_reduce', 'reduce', 'reduce_scatter'];
const prefixes = ['scan', 'exscan'];

/** What each library has; what is left out of a line is not there, or not in this version. */
const libraries = {
  gloo: {
    collectives: [...reductions, 'reduce_scatter_v', ...movement, 'all_gather_v', 'all_to_all_v'],
    dtypes: ['int8', 'uint8', 'int32', 'int64', 'uint64', 'float16', 'float32', 'float64'],
    ops: ['sum', 'prod', 'min', 'max'],
    algorithms: { all_reduce: ['ring', 'bcube'] },
    without: [
      { collective: 'all_gather', count: 0, why: 'it divides by zero' },
      { collective: 'reduce_scatter_v', counts: 'mixed', why: 'it hangs on 5 and 8 ranks' },
    ],
  },
  openmpi: {
    collectives: [
      ...reductions,
      'reduce_scatter_v',
      ...prefixes,
      ...movement,
      ...movement.slice(1).map((name) => `${name}_v`),
    ],
    dtypes: ['int8', 'uint8', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'],
    ops: ['sum', 'prod', 'min', 'max', 'band', 'bor', 'bxor', 'land', 'lor'],
    algorithms: {},
    without: [],
  },
  torch: {
    collectives: [...reductions, ...movement, 'all_to_all_v'],
    dtypes: ['int8', 'uint8', 'int32', 'int64', 'float16', 'float32', 'float64'],
    ops: ['sum', 'prod', 'min', 'max', 'band', 'bor', 'bxor', 'avg'],
    algorithms: {},
    without: [{ collective: 'all_gather', count: 0, why: "Gloo's divides by zero" }],
  },
};

const everyRanks = [2, 3, 4, 5, 6, 7, 8];
const roots = { first: () => 0, middle: (ranks) => ranks >> 1, last: (ranks) => ranks - 1 };
const rooted = ['reduce', 'broadcast', 'gather', 'scatter', 'gather_v', 'scatter_v'];

/** Counts of the parts of a v-variant: some empty, one rank with all, some uneven. */
const uneven = {
  growing: (part) => part % 4,
  one: (part, parts) => (part === parts >> 1 ? 7 : 0),
  mixed: (part) => (3 * part + 1) % 5,
};

/** Each line is a product: every combination of its entries is a case. */
const products = [
  // Sums that round, so that the order of summing shows.
  {
    collective: [...reductions, ...prefixes],
    ranks: everyRanks,
    count: [1, 11],
    dtype: ['float32'],
    op: ['sum'],
    values: ['full'],
  },
  {
    collective: [...reductions, ...prefixes],
    ranks: [3, 8],
    count: [5],
    dtype: ['float64'],
    op: ['sum'],
    values: ['full'],
  },
  {
    collective: [...reductions, ...prefixes],
    ranks: [3, 4, 8],
    count: [5],
    dtype: ['float32'],
    op: ['prod', 'min', 'max'],
    values: ['full'],
  },
  // Large enough for other algorithms in the libraries.
  {
    collective: ['all_reduce', 'reduce'],
    ranks: [4, 7],
    count: [515],
    dtype: ['float32'],
    op: ['sum'],
    values: ['full'],
    root: ['last'],
  },
  // Nothing at all.
  {
    collective: [...reductions, ...prefixes],
    ranks: [2, 3, 8],
    count: [0],
    dtype: ['float32'],
    op: ['sum'],
    values: ['full'],
    root: ['first'],
  },
  // Integers: wrapping sums, then small ones.
  {
    collective: [...reductions, ...prefixes],
    ranks: [2, 5, 8],
    count: [7],
    dtype: ['int32', 'int64'],
    op: ['sum', 'min', 'max'],
    values: ['full'],
    root: ['last'],
  },
  {
    collective: [...reductions, ...prefixes],
    ranks: [3, 8],
    count: [7],
    dtype: ['int32', 'float64'],
    op: ['sum', 'prod'],
    values: ['small'],
    root: ['middle'],
  },
  {
    collective: ['all_reduce', 'reduce_scatter'],
    ranks: [3, 4],
    count: [5],
    dtype: ['float32', 'float64'],
    op: ['avg'],
    values: ['full'],
  },
  // NaN, infinities and zeros of both signs.
  {
    collective: ['all_reduce'],
    ranks: [2, 3, 8],
    count: [48],
    dtype: ['float32'],
    op: ['sum', 'min', 'max'],
    values: ['special'],
  },
  // Movement.
  { collective: movement, ranks: everyRanks, count: [3], dtype: ['int32'], values: ['full'] },
  { collective: movement, ranks: [2, 3, 8], count: [0, 1], dtype: ['int32'], values: ['full'], root: ['first'] },
  { collective: movement, ranks: [3, 8], count: [7], dtype: ['float64'], values: ['full'], root: ['middle'] },
  {
    collective: ['broadcast', 'all_gather'],
    ranks: [5],
    count: [101],
    dtype: ['float32'],
    values: ['full'],
    root: ['last'],
  },
  // v-variants.
  {
    collective: ['reduce_scatter_v'],
    ranks: [2, 3, 5, 8],
    counts: Object.keys(uneven),
    dtype: ['float32', 'int32'],
    op: ['sum'],
    values: ['full'],
  },
  {
    collective: ['all_gather_v', 'gather_v', 'scatter_v', 'all_to_all_v'],
    ranks: [2, 3, 5, 8],
    counts: Object.keys(uneven),
    dtype: ['int32'],
    values: ['full'],
  },
  // Element types and operators beyond the common ones.
  {
    collective: ['all_reduce', 'reduce_scatter'],
    ranks: [3, 8],
    count: [5],
    dtype: ['int8', 'uint8', 'uint32', 'uint64'],
    op: ['sum', 'min', 'max'],
    values: ['full'],
  },
  {
    collective: ['all_reduce'],
    ranks: [2, 5],
    count: [6],
    dtype: ['int8', 'uint8', 'uint32', 'uint64'],
    op: ['prod'],
    values: ['full'],
  },
  {
    collective: ['all_reduce', 'reduce'],
    ranks: [3, 8],
    count: [8],
    dtype: ['uint8', 'int32', 'int64'],
    op: ['band', 'bor', 'bxor'],
    values: ['full'],
    root: ['last'],
  },
  {
    collective: ['all_reduce'],
    ranks: [2, 3],
    count: [24],
    dtype: ['int8', 'int32'],
    op: ['land', 'lor'],
    values: ['small'],
  },
  // 16 bits, rounded after every addition.
  {
    collective: [...reductions],
    ranks: [2, 3, 4, 8],
    count: [5, 33],
    dtype: ['float16'],
    op: ['sum'],
    values: ['full'],
    root: ['last'],
  },
  {
    collective: ['all_reduce'],
    ranks: [3, 8],
    count: [5],
    dtype: ['float16'],
    op: ['prod', 'min', 'max'],
    values: ['small'],
  },
];

/** Every combination of the lists in `fields`. */
const combinations = (fields) =>
  Object.entries(fields).reduce(
    (rows, [field, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [field]: value }))),
    [{}],
  );

const part = (entry) => {
  const parts = entry.collective === 'all_to_all_v' ? entry.ranks ** 2 : entry.ranks;
  return Array.from({ length: parts }, (_, each) => uneven[entry.counts](each, parts));
};

export function casesOf(library) {
  const { collectives, dtypes, ops, algorithms, without } = libraries[library];
  const has = ({ collective, dtype, op }) =>
    collectives.includes(collective) && dtypes.includes(dtype) && (op === undefined || ops.includes(op));
  const fails = (row) =>
    without.some(({ why: _, ...fields }) => Object.entries(fields).every(([key, value]) => row[key] === value));
  const rows = products.flatMap((product) =>
    product.collective.flatMap((collective) => {
      const choices = { ...product, collective: [collective] };
      if (rooted.includes(collective)) choices.root ??= ['first', 'last'];
      else delete choices.root;
      if (algorithms[collective]) choices.by = algorithms[collective];
      return combinations(choices);
    }),
  );
  return rows
    .map((row, index) => ({ ...row, seed: index + 1 }))
    .filter((row) => has(row) && !fails(row))
    .map((row) => ({
      ...row,
      ...(row.counts && { counts: part(row) }),
      ...(row.root && { root: roots[row.root](row.ranks) }),
    }));
}

export const libraryNames = Object.keys(libraries);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [library, file] = process.argv.slice(2);
  if (!libraryNames.includes(library) || file === undefined) {
    console.error(`cases: wanted are a library (${libraryNames.join(', ')}) and the file to write.`);
    process.exit(2);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(casesOf(library)));
}
