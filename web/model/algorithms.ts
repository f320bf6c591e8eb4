import type { Served } from '../engine/engine.ts';

/** How algorithms go about it, in the order in which the page lists them. */
const KINDS = {
  neighbours: ['ring', 'bidirectional_ring'],
  straight: ['direct', 'one_shot', 'pairwise', 'naive'],
  doubling: ['recursive_doubling', 'rabenseifner', 'bruck', 'pat'],
  trees: ['binomial', 'double_tree'],
  levels: ['hierarchical'],
} as const;

/** Asks for no algorithm in particular: the core's cost model chooses one for the call. */
export const AUTO = 'auto';

export type Kind = keyof typeof KINDS | 'others';

export interface Group {
  readonly kind: Kind;
  readonly members: readonly Served[];
}

/** The algorithms in their groups; one that this page does not know yet is still listed. */
export function groupsOf(served: readonly Served[]): readonly Group[] {
  const known = Object.entries(KINDS).map(([kind, names]): Group => {
    const all: readonly string[] = names;
    return { kind: kind as Kind, members: served.filter(({ name }) => all.includes(name)) };
  });
  const others = served.filter((each) => !known.some(({ members }) => members.includes(each)));
  return [...known, { kind: 'others' as const, members: others }].filter(({ members }) => members.length > 0);
}

/** Enough to see which orders of adding give the same bits: one of each kind, and the one that everyone writes first. */
const TELLING = ['direct', 'ring', 'recursive_doubling', 'double_tree', 'naive', 'pairwise', 'bruck', 'binomial'];
const MOST_OTHERS = 4;

/** The algorithms by which a result is checked. */
export const othersToRun = (served: readonly Served[], chosen: string, ranks: number): readonly string[] =>
  TELLING.filter((name) => name !== chosen && served.some((s) => s.name === name && s.exists[ranks - 1])).slice(
    0,
    MOST_OTHERS,
  );
