/** What contracts promise, computed serially and without a plan: results and bytes for whole-number inputs. */

export const collectives = ['reduce_scatter', 'all_gather', 'all_reduce'];
export const algorithms = ['ring', 'naive', 'direct'];

const combine = {
  sum: (a, b) => a + b,
  prod: (a, b) => a * b,
  min: (a, b) => (a < b ? a : b),
  max: (a, b) => (a > b ? a : b),
};

const reduce = (inputs, op) => inputs[0].map((_, i) => inputs.map((input) => input[i]).reduce(combine[op]));

export function outputs(collective, inputs, op = 'sum') {
  if (collective === 'all_gather') return inputs.map(() => inputs.flat());
  const total = reduce(inputs, op);
  if (collective === 'all_reduce') return inputs.map(() => total);
  const recvcount = total.length / inputs.length;
  return inputs.map((_, rank) => total.slice(rank * recvcount, (rank + 1) * recvcount));
}

/** Where chunk c of n elements on so many ranks begins: lengths differ by at most one. */
const offset = (c, n, ranks) => Math.floor((c * n) / ranks);

/** Elements that `rank` sends, for a tensor of n elements. */
export function elementsSent(collective, algorithm, n, ranks, rank) {
  const chunk = (c) => offset((c % ranks) + 1, n, ranks) - offset(c % ranks, n, ranks);
  const scattered = n - chunk(rank);
  const others = (ranks - 1) * n;
  return {
    ring: {
      reduce_scatter: scattered,
      all_gather: n - chunk(rank + 1),
      all_reduce: scattered + n - chunk(rank + 1),
    },
    direct: {
      reduce_scatter: scattered,
      all_gather: (ranks - 1) * chunk(rank),
      all_reduce: scattered + (ranks - 1) * chunk(rank),
    },
    naive: {
      reduce_scatter: rank === 0 ? scattered : n,
      all_gather: rank === 0 ? others : chunk(rank),
      all_reduce: rank === 0 ? others : n,
    },
  }[algorithm][collective];
}

/** Inputs of that many elements in the whole tensor, each value telling its rank and place. */
export function inputsFor(collective, ranks, n) {
  const length = collective === 'all_gather' ? n / ranks : n;
  return Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length }, (_, i) => (((rank + 1) * 7919 + (i + 1) * 104729) % 2003) - 1000),
  );
}
