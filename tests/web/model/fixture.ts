import type { Plan, Step, TraceEvent } from '../../../web/engine/engine.ts';

/** A ring reduce-scatter of `ranks` ranks with `length` int32 elements per chunk, as the core plans it. */
export function ringPlan(ranks: number, length = 2): Plan {
  const wrap = (n: number) => ((n % ranks) + ranks) % ranks;
  const step = (fields: Partial<Step>): Step => ({
    kind: 'send',
    peer: 0,
    chunk: 0,
    src: null,
    acc: null,
    dst: null,
    round: 0,
    more: false,
    reverse: false,
    contributors: [],
    ...fields,
  });
  /** Ranks in chunk c after it has been to `hops` ranks, beginning at c + 1. */
  const inIt = (chunk: number, hops: number) =>
    Array.from({ length: hops }, (_, i) => wrap(chunk + 1 + i)).sort((a, b) => a - b);
  const lane = (r: number): Step[] =>
    Array.from({ length: ranks - 1 }, (_, s) => {
      const sent = wrap(r - 1 - s);
      const received = wrap(r - 2 - s);
      const dst = s === ranks - 2 ? (['output', 0] as const) : (['scratch', s % 2] as const);
      return [
        step({ peer: wrap(r + 1), chunk: sent, src: ['input', sent], round: s, contributors: inIt(sent, s + 1) }),
        step({
          kind: 'recv',
          peer: wrap(r - 1),
          chunk: received,
          acc: ['input', received],
          dst,
          round: s,
          contributors: inIt(received, s + 2),
        }),
      ];
    }).flat();
  const total = ranks * length * 4;
  return {
    collective: 'reduce_scatter',
    algorithm: 'ring',
    ranks,
    root: 0,
    chunks: ranks,
    rounds: ranks - 1,
    inPlace: false,
    lanes: Array.from({ length: ranks }, (_, r) => [lane(r)]),
    inputCount: Array.from({ length: ranks }, () => ranks * length),
    outputCount: Array.from({ length: ranks }, () => length),
    extents: Array.from({ length: ranks }, (_, rank) => ({
      input: Array.from({ length: ranks }, (_, c) => ({ chunk: c, offset: c * length, length })),
      output: [{ chunk: rank, offset: 0, length, contributions: ranks }],
    })),
    chunkLengths: Array.from({ length: ranks }, () => length),
    expectedBytesSent: Array.from({ length: ranks }, () => total - length * 4),
    wireDtype: 'int32',
    rulesPassed: ['V1', 'V2', 'V3', 'V4'],
  };
}

/** The event of one executed step; a step takes a microsecond. */
export function event(plan: Plan, sequence: number, rank: number, step: number, values: number[]): TraceEvent {
  const chunk = plan.lanes[rank]?.[0]?.[step]?.chunk ?? 0;
  return {
    sequence,
    rank,
    lane: 0,
    step,
    bytes: (plan.chunkLengths[chunk] ?? 0) * 4,
    waitedFromUs: sequence,
    startUs: sequence + 0.5,
    endUs: sequence + 1,
    values: Int32Array.from(values),
  };
}

/** The trace of two ranks with inputs 1 2 3 4 and 10 20 30 40. */
export function twoRanks(): { plan: Plan; inputs: Int32Array[]; events: TraceEvent[] } {
  const plan = ringPlan(2);
  return {
    plan,
    inputs: [Int32Array.of(1, 2, 3, 4), Int32Array.of(10, 20, 30, 40)],
    events: [
      event(plan, 0, 0, 0, [3, 4]),
      event(plan, 1, 1, 0, [10, 20]),
      event(plan, 2, 1, 1, [33, 44]),
      event(plan, 3, 0, 1, [11, 22]),
    ],
  };
}
