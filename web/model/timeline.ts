import type { Plan, TraceEvent } from '../engine/engine.ts';
import { stepOf } from './run-view.ts';

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
  /** Where the wait before it began; equal to `start` when the rank did not wait. */
  readonly waitStart: number;
  readonly waitedUs: number;
}

export interface Timeline {
  readonly segments: readonly Segment[];
  readonly totalUs: number;
}

export function timelineOf(plan: Plan, events: readonly TraceEvent[], scale: Scale): Timeline {
  const originUs = Math.min(...events.map((e) => e.waitedFromUs), Infinity);
  const totalUs = events.length > 0 ? Math.max(...events.map((e) => e.endUs)) - originUs : 0;
  const place = scale === 'time' && totalUs > 0 ? byTime(originUs, totalUs) : byOrder(events.length);
  const lastEnd = new Map<number, number>();
  const segments = events.map((event, index): Segment => {
    const step = stepOf(plan, event);
    const { start, end, waited } = place(event, index);
    const waitedUs = Math.max(0, event.startUs - event.waitedFromUs);
    const waitStart = waitedUs > 0 ? Math.max(waited ?? 0, lastEnd.get(event.rank) ?? 0) : start;
    lastEnd.set(event.rank, end);
    return {
      index,
      rank: event.rank,
      chunk: step.chunk,
      kind: step.kind,
      combines: step.acc !== null,
      peer: step.peer,
      start,
      end,
      waitStart: Math.min(waitStart, start),
      waitedUs,
    };
  });
  return { segments, totalUs };
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly waited: number | null;
}

const byOrder =
  (count: number) =>
  (_: TraceEvent, index: number): Place => ({ start: index / count, end: (index + 1) / count, waited: null });

const byTime =
  (originUs: number, totalUs: number) =>
  (event: TraceEvent): Place => ({
    start: (event.startUs - originUs) / totalUs,
    end: (event.endUs - originUs) / totalUs,
    waited: (event.waitedFromUs - originUs) / totalUs,
  });
