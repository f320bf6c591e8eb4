/**
 * By algorithm and collective, what a rank sends, as the literature derives it: for the reader's eyes. What a run is
 * held against is the core's own closed form.
 */
import { chunks, nothing, share, sum, times, whole, wholeToOthers, without, type Context, type Term } from './terms.ts';

type Formula = (c: Context) => Term;

const wrap = (c: Context, n: number): number => ((n % c.ranks) + c.ranks) % c.ranks;
const right = (c: Context): number => wrap(c, c.rank + 1);
const upTo = (n: number): number[] => Array.from({ length: Math.max(0, n) }, (_, i) => i);
const powersBelow = (n: number): number[] => upTo(31).flatMap((k) => (2 ** k < n ? [2 ** k] : []));

/** Everything but what ends here. */
const scattered: Formula = (c) => (c.even ? share(c, 1) : without(c, 1, [c.rank]));
const ringGather: Formula = (c) => (c.even ? share(c, 1) : without(c, 1, [right(c)]));
const toOthers: Formula = (c) => (c.even ? share(c, 1) : times(c, c.ranks - 1, '(N−1)', c.rank));
const both =
  (first: Formula, second: Formula): Formula =>
  (c) =>
    c.even ? share(c, 2) : sum(first(c), second(c));
const unlessRoot =
  (formula: Formula): Formula =>
  (c) =>
    c.rank === c.root ? nothing : formula(c);
const all: Formula = (c) => whole(c);

/** The ranks nearest above (`way` 1) or below pass on what they have, 1, 2, 4, ... chunks of it. */
const doublingGather: Formula = (c) =>
  c.even
    ? share(c, 1)
    : chunks(
        c,
        powersBelow(c.ranks).flatMap((size) => upTo(size).map((i) => (c.rank & ~(size - 1)) + i)),
      );
const bruckGather: Formula = (c) =>
  c.even
    ? share(c, 1)
    : chunks(
        c,
        powersBelow(c.ranks).flatMap((hop) => upTo(Math.min(hop, c.ranks - hop)).map((i) => wrap(c, c.rank + i))),
      );
const patGather: Formula = (c) =>
  c.even
    ? share(c, 1)
    : chunks(
        c,
        powersBelow(c.ranks)
          .reverse()
          .flatMap((hop) =>
            upTo(c.ranks - hop)
              .filter((offset) => offset % (2 * hop) === 0)
              .map((offset) => wrap(c, c.rank - offset)),
          ),
      );

interface Fold {
  readonly core: number;
  readonly extra: number;
  readonly inner: number;
  readonly gives: boolean;
  readonly takes: boolean;
  readonly rounds: number;
}

/** Ranks beyond a power of two fold into the first ones: of a pair the odd takes, or the one that has to stay. */
function fold(c: Context, stays = -1): Fold {
  const core = powersBelow(c.ranks + 1).at(-1) ?? 1;
  const extra = c.ranks - core;
  const inside = c.rank < 2 * extra;
  const inner = inside ? Math.floor(c.rank / 2) : c.rank - extra;
  const pairOfStaying = stays >= 0 && Math.floor(stays / 2) === inner;
  const takes = inside && (pairOfStaying ? c.rank === stays : c.rank % 2 === 1);
  return { core, extra, inner, gives: inside && !takes, takes, rounds: Math.log2(core) };
}
const doublingReduce: Formula = (c) => {
  const { gives, takes, rounds } = fold(c);
  return gives ? whole(c) : whole(c, rounds + (takes ? 1 : 0));
};
/** The chunks of `size` core ranks around the rank's own: of each itself and of who folds into it. */
function around(c: Context, size: number, stays: number): number[] {
  const { extra, inner } = fold(c, stays);
  const firstOf = (i: number) => (i < extra ? 2 * i : i + extra);
  const first = inner - (inner % size);
  return upTo(firstOf(first + size) - firstOf(first)).map((i) => firstOf(first) + i);
}
/** Recursive halving: everything but the own block; a rank that gives sends everything. */
const halved = (c: Context, stays = -1): Term => (fold(c, stays).gives ? whole(c) : without(c, 1, around(c, 1, stays)));
const halvingAndDoubling: Formula = (c) => {
  const { core, extra, gives, takes } = fold(c);
  if (gives) return whole(c);
  if (extra === 0 && c.even) return share(c, 2);
  const doubled = powersBelow(core).flatMap((size) => around(c, size, -1));
  return sum(halved(c), chunks(c, doubled), whole(c, takes ? 1 : 0));
};
const halvingAndGiving: Formula = (c) => {
  const { extra, takes } = fold(c);
  if (extra === 0 && c.even) return share(c, 1);
  return sum(halved(c), takes ? chunks(c, [c.rank ^ 1]) : nothing);
};
/** Towards the root goes a subtree: as many blocks as the lowest one in the way to it. */
const halvingAndGathering: Formula = (c) => {
  const { gives, inner } = fold(c, c.root);
  if (gives || c.rank === c.root) return halved(c, c.root);
  const way = inner ^ fold({ ...c, rank: c.root }, c.root).inner;
  return sum(halved(c, c.root), chunks(c, around(c, way & -way, c.root)));
};
/** To the ranks 1, 2, 4, ... above. */
const above = (c: Context): number => powersBelow(c.ranks).filter((hop) => c.rank + hop < c.ranks).length;

/** Ranks counted from the root: the subtree of v is v to v + (its lowest one) - 1. */
const fromRoot = (c: Context): number => wrap(c, c.rank - c.root);
const reach = (c: Context, v: number): number => (v === 0 ? 2 ** Math.ceil(Math.log2(c.ranks)) : v & -v);
const children = (c: Context, v: number): number[] =>
  powersBelow(reach(c, v))
    .map((m) => v + m)
    .filter((u) => u < c.ranks);
const subtree = (c: Context, v: number): number[] =>
  upTo(Math.min(reach(c, v), c.ranks - v)).map((i) => wrap(c, v + i + c.root));
const toChildren: Formula = (c) => whole(c, children(c, fromRoot(c)).length);

/** Two levels: first among the ranks of one place in all nodes, then within the node. */
const byLevel: Formula = (c) => {
  if (c.even) return share(c, 1);
  const local = Math.max(...upTo(c.ranks + 1).filter((d) => d * d <= c.ranks && c.ranks % d === 0));
  const column = (place: number) => upTo(c.ranks / local).map((node) => node * local + place);
  const place = c.rank % local;
  const skipped = column((place + 1) % local);
  const own = column(place).filter((chunk) => chunk !== wrap(c, c.rank + local));
  return sum(chunks(c, own), without(c, 1, skipped));
};

/** all_to_all: blocks of one length, c[source·N + destination]; each is passed on for every binary one in its way. */
const passedOn: Formula = (c) => {
  const ones = upTo(c.ranks).reduce((count, way) => count + powersBelow(way + 1).filter((hop) => way & hop).length, 0);
  return { symbols: `${ones}·|c|`, numbers: `${ones}·${c.chunk(0)}`, bytes: ones * c.chunk(0) };
};
const straight: Formula = (c) => ({
  symbols: '(N−1)·|c|',
  numbers: `${c.ranks - 1}·${c.chunk(0)}`,
  bytes: (c.ranks - 1) * c.chunk(0),
});

/** NCCL's trees: parents by binary digits; the second is the first mirrored, or shifted by one for odd N. */
function parentIn(second: boolean, ranks: number, rank: number): number {
  if (second) {
    const even = ranks % 2 === 0;
    const up = parentIn(false, ranks, even ? ranks - 1 - rank : (rank + ranks - 1) % ranks);
    return up < 0 ? -1 : even ? ranks - 1 - up : (up + 1) % ranks;
  }
  if (rank === 0) return -1;
  const lowest = rank & -rank;
  const up = (rank ^ lowest) | (lowest << 1);
  return up < ranks ? up : rank ^ lowest;
}

const firstHalf = ({ total, element }: Context): number => Math.floor(total / element / 2) * element;

/** Each tree carries half of the tensor, T₁ or T₂, as often as `links` says for its top and a rank's children. */
const overTrees =
  (links: (c: Context, top: number, below: readonly number[]) => number): Formula =>
  (c) =>
    sum(
      ...[false, true].map((second): Term => {
        const parents = upTo(c.ranks).map((rank) => parentIn(second, c.ranks, rank));
        const below = upTo(c.ranks).filter((rank) => parents[rank] === c.rank);
        const count = links(c, parents.indexOf(-1), below);
        const half = second ? c.total - firstHalf(c) : firstHalf(c);
        const name = second ? 'T₂' : 'T₁';
        return count === 0
          ? nothing
          : {
              symbols: count === 1 ? name : `${count}${name}`,
              numbers: count === 1 ? String(half) : `${count}·${half}`,
              bytes: count * half,
            };
      }),
    );
/** A root that is not the top of a tree hands its data to that one, and gets none back. */
const treesDown = overTrees(
  ({ rank, root }, top, below) =>
    below.filter((child) => child !== root).length + (rank === root && rank !== top ? 1 : 0),
);
const treesUp = overTrees(({ rank, root }) => (rank === root ? 0 : 1));
const treesUpAndDown = overTrees(({ rank }, top, below) => below.length + (rank === top ? 0 : 1));

export const FORMULAS: Readonly<Record<string, Readonly<Record<string, Formula>>>> = {
  ring: {
    reduce_scatter: scattered,
    all_gather: ringGather,
    all_reduce: (c) => (c.even ? share(c, 2) : without(c, 2, [c.rank, right(c)])),
    broadcast: (c) => (right(c) === c.root ? nothing : whole(c)),
    reduce: unlessRoot(all),
  },
  bidirectional_ring: {
    all_reduce: (c) =>
      c.even ? share(c, 2) : without(c, 2, [c.rank, right(c), c.ranks + c.rank, c.ranks + wrap(c, c.rank - 1)]),
  },
  direct: {
    reduce_scatter: scattered,
    all_gather: toOthers,
    all_reduce: both(scattered, toOthers),
    scan: (c) => whole(c, c.ranks - 1 - c.rank),
    exscan: (c) => whole(c, c.ranks - 1 - c.rank),
  },
  one_shot: { all_reduce: wholeToOthers },
  recursive_doubling: {
    all_reduce: doublingReduce,
    all_gather: doublingGather,
    scan: (c) => whole(c, above(c)),
    exscan: (c) => whole(c, (c.rank + 1 < c.ranks ? 1 : 0) + (c.rank > 0 ? above(c) : 0)),
  },
  rabenseifner: {
    reduce_scatter: halvingAndGiving,
    all_reduce: halvingAndDoubling,
    reduce: halvingAndGathering,
  },
  bruck: {
    reduce_scatter: scattered,
    all_gather: bruckGather,
    all_reduce: both(scattered, bruckGather),
    all_to_all: passedOn,
  },
  pat: { reduce_scatter: scattered, all_gather: patGather, all_reduce: both(scattered, patGather) },
  binomial: {
    broadcast: toChildren,
    reduce: unlessRoot(all),
    all_reduce: (c) => {
      const fromZero = { ...c, root: 0 };
      return whole(c, children(fromZero, c.rank).length + (c.rank === 0 ? 0 : 1));
    },
    gather: unlessRoot((c) => chunks(c, subtree(c, fromRoot(c)))),
    scatter: (c) =>
      chunks(
        c,
        children(c, fromRoot(c)).flatMap((child) => subtree(c, child)),
      ),
  },
  double_tree: { broadcast: treesDown, reduce: treesUp, all_reduce: treesUpAndDown },
  hierarchical: { reduce_scatter: scattered, all_gather: byLevel, all_reduce: both(scattered, byLevel) },
  pairwise: { all_to_all: straight },
  naive: {
    reduce_scatter: (c) => (c.rank === 0 ? without(c, 1, [0]) : whole(c)),
    all_gather: (c) => (c.rank === 0 ? wholeToOthers(c) : chunks(c, [c.rank])),
    all_reduce: (c) => (c.rank === 0 ? wholeToOthers(c) : whole(c)),
    broadcast: (c) => (c.rank === c.root ? wholeToOthers(c) : nothing),
    reduce: unlessRoot(all),
    scatter: (c) => (c.rank === c.root ? without(c, 1, [c.rank]) : nothing),
    gather: unlessRoot((c) => chunks(c, [c.rank])),
  },
};
