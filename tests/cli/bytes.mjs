/** How many elements each rank sends: the closed forms of the literature, written without a plan. */
import { partsOf, total, uniform } from './contract.mjs';

/** The tensor of a call: `chunk(i)` elements in its i-th part of N (mod N), or of `pieces`. */
function tensorOf({ collective, ranks, counts, root }) {
  const whole = total(counts);
  const piece = (pieces, i) => Math.floor(((i + 1) * whole) / pieces) - Math.floor((i * whole) / pieces);
  const perRank = partsOf(collective, ranks) === ranks && ranks > 1;
  const chunk = (i) => (perRank ? counts[wrap(i, ranks)] : piece(ranks, wrap(i, ranks)));
  return { N: ranks, T: whole, root, chunk, piece, counts };
}

const wrap = (i, n) => ((i % n) + n) % n;
const sum = (from, to, of) => total(Array.from({ length: Math.max(0, to - from) }, (_, i) => of(from + i)));
const powers = (below) => Array.from({ length: 32 }, (_, k) => 2 ** k).filter((power) => power < below);

/**
 * The largest power of two among N ranks; of the first 2 * extra ranks the even ones hand over to the odd ones, but the
 * neighbour of a rank that has to stay hands over to that one.
 */
function fold({ N }, r, stays = -1) {
  const core = powers(N + 1).at(-1);
  const extra = N - core;
  const inside = r < 2 * extra;
  const inner = inside ? r >> 1 : r - extra;
  const takes = inside && (stays >> 1 === inner && stays >= 0 ? r === stays : r % 2 === 1);
  return { core, extra, inner, rounds: Math.log2(core), gives: inside && !takes, takes };
}

/** Rabenseifner: the chunks of the `size` core ranks around r's, each standing for itself and who handed over to it. */
function block(t, r, size, stays) {
  const { extra, inner } = fold(t, r, stays);
  const firstOf = (i) => (i < extra ? 2 * i : i + extra);
  const first = inner - (inner % size);
  return sum(firstOf(first), firstOf(first + size), t.chunk);
}
const halved = (t, r, stays) => t.T - (fold(t, r, stays).gives ? 0 : block(t, r, 1, stays));

/** Binomial tree: v's subtree is v to v + (its lowest one) - 1; the root's is everyone. */
const fromRoot = ({ N, root }, r) => wrap(r - root, N);
const reach = (N, v) => (v === 0 ? 2 ** Math.ceil(Math.log2(N)) : v & -v);
const children = (N, v) =>
  powers(reach(N, v))
    .map((m) => v + m)
    .filter((u) => u < N);
const subtree = (t, v) => sum(v, Math.min(v + reach(t.N, v), t.N), (u) => t.chunk(u + t.root));

/** NCCL's double tree: the second is the first mirrored (N even) or shifted by one (N odd). */
function parentIn(second, N, r) {
  if (second) {
    const at = N % 2 === 0 ? N - 1 - r : wrap(r - 1, N);
    const up = parentIn(false, N, at);
    return up < 0 ? -1 : N % 2 === 0 ? N - 1 - up : wrap(up + 1, N);
  }
  if (r === 0) return -1;
  const lowest = r & -r;
  const up = (r ^ lowest) | (lowest << 1);
  return up < N ? up : r ^ lowest;
}

/** For both trees: the half that it carries, its root and a rank's children. */
const trees = (t) =>
  [false, true].map((second) => {
    const ranks = Array.from({ length: t.N }, (_, r) => r);
    return {
      half: t.piece(2, second ? 1 : 0),
      top: ranks.find((r) => parentIn(second, t.N, r) < 0),
      children: (r) => ranks.filter((child) => parentIn(second, t.N, child) === r),
    };
  });
/** `root` hands its data to the top of a tree, and gets none back. */
const treeDown = (t, r, root) =>
  total(
    trees(t).map(({ half, top, children: of }) => {
      const from = root ?? top;
      return half * (of(r).filter((child) => child !== from).length + (r === from && from !== top ? 1 : 0));
    }),
  );
const treeUp = (t, r, root) => total(trees(t).map(({ half, top }) => (r === (root ?? top) ? 0 : half)));

/** Hierarchical: rank = node * local + place, rings among the nodes of a place, then within a node. */
function gatherByLevel(t, r) {
  const local = Math.max(...Array.from({ length: t.N }, (_, i) => i + 1).filter((d) => d * d <= t.N && t.N % d === 0));
  const column = (place) => sum(0, t.N / local, (node) => t.chunk(node * local + place));
  const place = r % local;
  return column(place) - t.chunk(r + local) + t.T - column((place + 1) % local);
}

/** Recursive doubling and halving move blocks of 1, 2, 4, ... of C chunks. */
const blocks = (C, r, chunk) => total(powers(C).map((size) => sum(r & ~(size - 1), (r & ~(size - 1)) + size, chunk)));
const bruckGather = (t, r) => total(powers(t.N).map((hop) => sum(r, r + Math.min(hop, t.N - hop), t.chunk)));
/** The chunk at offset o from its owner is passed on to o + hop, for every hop below o's lowest one. */
const patGather = (t, r) =>
  total(powers(t.N).map((hop) => sum(0, t.N - hop, (o) => (o % (2 * hop) === 0 ? t.chunk(r - o) : 0))));
const bruckExchange = (t, r) =>
  sum(1, t.N, (way) =>
    total(
      powers(way + 1)
        .filter((hop) => way & hop)
        .map((hop) => {
          const from = wrap(r - (way % hop), t.N);
          return t.counts[from * t.N + wrap(from + way, t.N)];
        }),
    ),
  );

const scattered = (t, r) => t.T - t.chunk(r);
const toOthers = (t, r) => (t.N - 1) * t.chunk(r);
const wholeToOthers = (t) => (t.N - 1) * t.T;
const unlessRoot = (of) => (t, r) => (r === t.root ? 0 : of(t, r));
const whole = (t) => t.T;
const both = (a, b) => (t, r) => a(t, r) + b(t, r);
const above = ({ N }, r) => powers(N).filter((hop) => r + hop < N).length;

const ringGather = (t, r) => t.T - t.chunk(r + 1);
const doubling = (t, r) => {
  const { gives, takes, rounds } = fold(t, r);
  return gives ? t.T : (rounds + (takes ? 1 : 0)) * t.T;
};
const binomialReduce = (t, r) => t.T * (fromRoot(t, r) === 0 ? 0 : 1);
const binomialBroadcast = (t, r) => t.T * children(t.N, fromRoot(t, r)).length;
const atRankZero = (of) => (t, r) => of({ ...t, root: 0 }, r);

const forms = {
  ring: {
    reduce_scatter: scattered,
    all_gather: ringGather,
    all_reduce: both(scattered, ringGather),
    broadcast: (t, r) => (fromRoot(t, r) === t.N - 1 ? 0 : t.T),
    reduce: unlessRoot(whole),
  },
  bidirectional_ring: {
    all_reduce: (t, r) => {
      const half = (way) => (i) => t.piece(2 * t.N, wrap(i, t.N) + (way > 0 ? 0 : t.N));
      const sent = (way) => 2 * sum(0, t.N, half(way)) - half(way)(r) - half(way)(r + way);
      return sent(1) + sent(-1);
    },
  },
  direct: {
    reduce_scatter: scattered,
    all_gather: toOthers,
    all_reduce: both(scattered, toOthers),
    scan: (t, r) => t.T * (t.N - 1 - r),
    exscan: (t, r) => t.T * (t.N - 1 - r),
  },
  one_shot: { all_reduce: wholeToOthers },
  recursive_doubling: {
    all_reduce: doubling,
    barrier: doubling,
    all_gather: (t, r) => blocks(t.N, r, t.chunk),
    scan: (t, r) => t.T * above(t, r),
    exscan: (t, r) => t.T * ((r + 1 < t.N ? 1 : 0) + (r > 0 ? above(t, r) : 0)),
  },
  rabenseifner: {
    reduce_scatter: (t, r) => halved(t, r) + (fold(t, r).takes ? t.chunk(r ^ 1) : 0),
    all_reduce: (t, r) => {
      const { core, gives, takes } = fold(t, r);
      const doubled = powers(core).map((size) => block(t, r, size));
      return halved(t, r) + (gives ? 0 : total(doubled) + (takes ? t.T : 0));
    },
    // Towards the root goes a subtree: as many blocks as the lowest one in the way to it.
    reduce: (t, r) => {
      const { gives, inner } = fold(t, r, t.root);
      if (gives || r === t.root) return halved(t, r, t.root);
      const way = inner ^ fold(t, t.root, t.root).inner;
      return halved(t, r, t.root) + block(t, r, way & -way, t.root);
    },
  },
  bruck: {
    reduce_scatter: scattered,
    all_gather: bruckGather,
    all_reduce: both(scattered, bruckGather),
    all_to_all: bruckExchange,
  },
  pat: { reduce_scatter: scattered, all_gather: patGather, all_reduce: both(scattered, patGather) },
  binomial: {
    broadcast: binomialBroadcast,
    reduce: binomialReduce,
    all_reduce: atRankZero(both(binomialReduce, binomialBroadcast)),
    barrier: () => 0,
    gather: unlessRoot((t, r) => subtree(t, fromRoot(t, r))),
    scatter: (t, r) => total(children(t.N, fromRoot(t, r)).map((child) => subtree(t, child))),
  },
  double_tree: {
    broadcast: (t, r) => treeDown(t, r, t.root),
    reduce: (t, r) => treeUp(t, r, t.root),
    all_reduce: (t, r) => treeUp(t, r) + treeDown(t, r),
  },
  hierarchical: {
    reduce_scatter: scattered,
    all_gather: gatherByLevel,
    all_reduce: both(scattered, gatherByLevel),
  },
  pairwise: { all_to_all: (t, r) => sum(0, t.N, (to) => (to === r ? 0 : t.counts[r * t.N + to])) },
  naive: {
    reduce_scatter: (t, r) => (r === 0 ? scattered(t, 0) : t.T),
    all_gather: (t, r) => (r === 0 ? wholeToOthers(t) : t.chunk(r)),
    all_reduce: (t, r) => (r === 0 ? wholeToOthers(t) : t.T),
    broadcast: (t, r) => (r === t.root ? wholeToOthers(t) : 0),
    reduce: unlessRoot(whole),
    scatter: (t, r) => (r === t.root ? scattered(t, r) : 0),
    gather: unlessRoot((t, r) => t.chunk(r)),
  },
};

export const algorithms = Object.keys(forms);
export const elementsSent = (algorithm, call, rank) => forms[algorithm][uniform(call.collective)](tensorOf(call), rank);

const isPowerOfTwo = (n) => (n & (n - 1)) === 0;
const isComposite = (n) => Array.from({ length: n }, (_, i) => i).some((d) => d > 1 && n % d === 0);
const rules = { 'power of two': isPowerOfTwo, composite: isComposite, any: () => true };

/** How `ringlet list` says for which numbers of ranks the algorithm serves the collective. */
export function rankRule(algorithm, collective) {
  if (algorithm === 'hierarchical') return 'composite';
  return algorithm === 'recursive_doubling' && uniform(collective) === 'all_gather' ? 'power of two' : 'any';
}
export const exists = (algorithm, collective, ranks) => rules[rankRule(algorithm, collective)](ranks);

/** The algorithms that serve the collective, or that do for so many ranks. */
export const serving = (collective, ranks) =>
  algorithms.filter(
    (name) => forms[name][uniform(collective)] && (ranks === undefined || exists(name, collective, ranks)),
  );
