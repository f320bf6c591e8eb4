import type { Plan, TraceEvent } from '../../engine/engine.ts';
import { stepOf } from '../../model/run-view.ts';

/**
 * Where each executed step lies on a line from 0 to 1. `time` is the measured clock; in `order` every step is as wide
 * as any other, so that steps of a microsecond can be told apart from waits that last a thousand times longer.
 */
export type Scale = 'order' | 'time';

export interface Segment {
  readonly index: number;
  readonly rank: number;
  readonly chunk: number;
  readonly kind: 'send' | 'recv' | 'local';
  readonly combines: boolean;
  readonly peer: number;
  readonly start: number;
  readonly end: number;
  /** The wait before it; nothing if both are the same. */
  readonly waitStart: number;
  readonly waitEnd: number;
  readonly waitedUs: number;
}

export interface Timeline {
  readonly segments: readonly Segment[];
  readonly totalUs: number;
  /** How far the line is filled, and how far each rank has come. */
  readonly end: number;
  readonly endOfRank: readonly number[];
}

export function timelineOf(plan: Plan, events: readonly TraceEvent[], scale: Scale): Timeline {
  const originUs = Math.min(...events.map((e) => e.waitedFromUs), Infinity);
  const totalUs = events.length > 0 ? Math.max(...events.map((e) => e.endUs)) - originUs : 0;
  const place = scale === 'time' && totalUs > 0 ? byTime(originUs, totalUs) : byOrder(plan, events);
  const segments = events.map((event, index): Segment => {
    const step = stepOf(plan, event);
    const { start, end, waitStart, waitEnd } = place(event, index);
    return {
      index,
      rank: event.rank,
      chunk: step.chunk,
      kind: step.kind,
      combines: step.acc !== null,
      peer: step.peer,
      start,
      end,
      waitStart,
      waitEnd,
      waitedUs: Math.max(0, event.startUs - event.waitedFromUs),
    };
  });
  const endOfRank = plan.lanes.map((_, rank) => segments.filter((s) => s.rank === rank).at(-1)?.end ?? 0);
  return { segments, totalUs, end: Math.max(0, ...endOfRank), endOfRank };
}

type Place = Pick<Segment, 'start' | 'end' | 'waitStart' | 'waitEnd'>;

/**
 * In the order of the trace a rank waits for a message from its own last step until the step that sends it: what lies
 * between that and the receive is the rank's own delay.
 */
function byOrder(plan: Plan, events: readonly TraceEvent[]): (event: TraceEvent, index: number) => Place {
  const sends = matchingSends(plan, events);
  const lastOfRank = new Map<number, number>();
  const width = 1 / plan.lanes.flat(2).length;
  return ({ rank }, index) => {
    const start = index * width;
    const waitStart = (lastOfRank.get(rank) ?? 0) * width;
    lastOfRank.set(rank, index + 1);
    const sentBy = sends[index] ?? -1;
    return { start, end: start + width, waitStart, waitEnd: Math.max(waitStart, (sentBy + 1) * width) };
  };
}

function byTime(originUs: number, totalUs: number): (event: TraceEvent) => Place {
  const at = (us: number) => (us - originUs) / totalUs;
  return ({ waitedFromUs, startUs, endUs }) => ({
    start: at(startUs),
    end: at(endUs),
    waitStart: at(waitedFromUs),
    waitEnd: at(startUs),
  });
}

/** For each receive the index of the event that sent its message; null for other steps. */
function matchingSends(plan: Plan, events: readonly TraceEvent[]): readonly (number | null)[] {
  const onTheirWay = new Map<string, number[]>();
  return events.map((event, index) => {
    const { kind, peer } = stepOf(plan, event);
    if (kind === 'send') {
      const key = `${event.rank} ${peer} ${event.lane}`;
      onTheirWay.set(key, [...(onTheirWay.get(key) ?? []), index]);
    }
    return kind === 'recv' ? (onTheirWay.get(`${peer} ${event.rank} ${event.lane}`)?.shift() ?? null) : null;
  });
}
