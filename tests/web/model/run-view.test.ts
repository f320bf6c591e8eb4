import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../web/engine/engine.ts';
import { rankSet, subscript } from '../../../web/model/ranks-text.ts';
import { edgesOf, runView, withUnchanged } from '../../../web/model/run-view.ts';
import { sentenceOf } from '../../../web/components/player/sentences.ts';
import { timelineOf } from '../../../web/components/timeline/timeline.ts';
import { loadLocalizer } from '../../../web/locales/localizer.ts';
import { event, ringPlan, twoRanks } from './fixture.ts';

const { plan, inputs, events } = twoRanks();
const at = (moment: number) => runView(plan, inputs, events, moment);

describe('runView', () => {
  it('begins with every rank holding its own input and nothing on its way', () => {
    const view = at(0);
    expect(view.inFlight).toEqual([]);
    expect(view.ranks[1]?.holding.map((c) => [c?.values[0], c?.contributors])).toEqual([
      [10, [1]],
      [30, [1]],
    ]);
    expect(view.ranks.map((r) => r.status.kind)).toEqual(['ready', 'ready']);
    expect(view.ranks[0]?.output).toEqual([null]);
  });

  it('puts what is sent on its way, with its values', () => {
    const view = at(1);
    expect(view.inFlight.map((m) => [m.from, m.to, m.chunk, [...m.values], m.bytes])).toEqual([[0, 1, 1, [3, 4], 8]]);
    expect(view.ranks[0]?.holding[1]?.sent).toBe(true);
    expect(view.ranks[0]?.status).toEqual({ kind: 'waits', peer: 1 });
    expect([view.ranks[0]?.bytesSent, view.ranks[1]?.bytesReceived]).toEqual([8, 0]);
  });

  it('takes it off when it is received, and leaves who is in it', () => {
    const view = at(3);
    expect(view.inFlight.map((m) => m.from)).toEqual([1]);
    const cell = view.ranks[1]?.output[0];
    expect([cell && [...cell.values], cell?.contributors, cell?.writtenBy]).toEqual([[33, 44], [0, 1], 2]);
    expect(view.ranks[1]?.status.kind).toBe('done');
    expect(view.edges).toEqual([
      [0, 8],
      [0, 0],
    ]);
  });

  it('ends with every fragment at its owner', () => {
    const view = at(4);
    expect(view.ranks.map((r) => [...(r.output[0]?.values ?? [])])).toEqual([
      [11, 22],
      [33, 44],
    ]);
    expect(view.ranks.every((r) => r.status.kind === 'done' && r.stepsDone === r.stepsTotal)).toBe(true);
  });

  it('is the same however one got to a moment', () => {
    expect(runView(plan, inputs, events.slice(0, 2))).toEqual(at(2));
  });

  it('keeps what an event does not touch, so that it is not drawn again', () => {
    const sent = at(1);
    const next = withUnchanged(at(2), sent);
    expect(next).toEqual(at(2));
    expect(events[1]?.rank).toBe(1);
    expect(next.ranks[0]).not.toBe(sent.ranks[0]); // what it waits for has been sent
    expect(next.ranks[0]?.output).toBe(sent.ranks[0]?.output);
    const last = withUnchanged(at(4), at(3));
    expect(events[3]?.rank).toBe(0);
    expect(last.ranks[0]?.output).toEqual(at(4).ranks[0]?.output);
    const third = at(3);
    expect(withUnchanged(at(4), third).ranks[1]).toBe(third.ranks[1]);
  });

  it('matches messages of a connection in order', () => {
    const ring = ringPlan(3);
    const start = [0, 1, 2].map((r) => Int32Array.from([1, 2, 3, 4, 5, 6], (v) => v * 10 ** r));
    // Rank 0 and rank 1 run ahead of rank 2, so two messages wait on the way from 1 to 2.
    const trace = [
      event(ring, 0, 0, 0, [5, 6]),
      event(ring, 1, 1, 0, [10, 20]),
      event(ring, 2, 1, 1, [55, 66]),
      event(ring, 3, 1, 2, [55, 66]),
    ];
    expect(runView(ring, start, trace).inFlight.map((m) => [m.from, m.to, m.chunk])).toEqual([
      [1, 2, 0],
      [1, 2, 2],
    ]);
    const next = runView(ring, start, [...trace, event(ring, 4, 2, 0, [300, 400]), event(ring, 5, 2, 1, [110, 220])]);
    expect(next.inFlight.map((m) => [m.from, m.to, m.chunk])).toEqual([
      [1, 2, 2],
      [2, 0, 1],
    ]);
  });

  it('refuses an event that the plan does not know', () => {
    expect(() => runView(plan, inputs, [event(plan, 0, 0, 9, [])])).toThrow(RangeError);
  });
});

it('edgesOf lists the ways that a plan uses', () => {
  expect(edgesOf(ringPlan(3))).toEqual([
    [0, 1],
    [1, 2],
    [2, 0],
  ]);
});

const [l, pl] = await Promise.all([loadLocalizer('en'), loadLocalizer('pl')]);

describe('sentenceOf', () => {
  const say = (index: number) => {
    const found = events[index];
    return found ? l.sentence(sentenceOf(plan, [], found, 'sum', true)) : '';
  };

  it('tells of sending, adding and being complete', () => {
    expect(say(0)).toBe('Rank 0 sends its own part of fragment 1 to rank 1.');
    expect(say(2)).toBe('Rank 1 receives fragment 1 from rank 0 and adds its own part: all 2 ranks are in it now.');
  });

  it('names who is in a partial sum', () => {
    const ring = ringPlan(3);
    const trace = event(ring, 0, 1, 1, [55, 66]);
    expect(l.sentence(sentenceOf(ring, [], trace, 'max', true))).toBe(
      'Rank 1 receives fragment 2 from rank 0 and keeps the larger of it and its own part: ranks {0,1} of 3 are in it so far.',
    );
  });

  it('does not call a part its own that came from others, and tells when a scan has all that belongs in it', () => {
    // An exclusive scan of three ranks: rank 2 receives from rank 0, then from rank 1, and its own input stays out.
    const base = ringPlan(3);
    const step = base.lanes[1]?.[0]?.[1];
    const output = [{ chunk: 0, offset: 0, length: 2, contributions: 2 }];
    if (!step) throw new Error('the ring has a second step');
    const lanes = [[[]], [[]], [[{ ...step, peer: 1, chunk: 0, acc: ['scratch', 0], dst: ['output', 0] } as const]]];
    const scan = { ...base, lanes, extents: base.extents.map(({ input }) => ({ input, output })) };
    const said = (plan: Plan, op: string, local = l) =>
      local.sentence(sentenceOf(plan, [], event(plan, 0, 2, 0, [11, 22]), op, true));
    expect(said(scan, 'sum')).toBe(
      'Rank 2 receives fragment 0 from rank 1 and adds it to what it already has: ranks {0,1} are in it now, all that belong there.',
    );
    expect(said(scan, 'sum', pl)).toBe(
      'Ranga 2 odbiera od rangi 1 fragment 0 i dodaje go do tego, co już ma: jest w nim już wkład rang {0,1}, wszystkich, które mają w nim być.',
    );
    const partial = { ...scan, extents: base.extents };
    expect(said(partial, 'min')).toBe(
      'Rank 2 receives fragment 0 from rank 1 and keeps the smaller of it and what it already has: ranks {0,1} of 3 are in it so far.',
    );
  });

  it.each([l, pl])('has words for every operator in $lang', (local) => {
    for (const op of ['sum', 'prod', 'min', 'max', 'avg', 'other']) {
      for (const found of events)
        expect(local.sentence(sentenceOf(plan, [], found, op, true))).not.toMatch(/[{}]\$|undefined/);
    }
  });
});

describe('timelineOf', () => {
  it('gives every step of the plan the same width in order', () => {
    const { segments, end } = timelineOf(plan, events.slice(0, 2), 'order');
    expect(segments.map((s) => [s.start, s.end])).toEqual([
      [0, 0.25],
      [0.25, 0.5],
    ]);
    expect(end).toBe(0.5);
  });

  it('waits in order from the own last step to the step that sends', () => {
    const { segments } = timelineOf(plan, events, 'order');
    expect(segments.map((s) => [s.waitStart, s.waitEnd])).toEqual([
      [0, 0],
      [0, 0],
      [0.5, 0.5],
      [0.25, 0.5],
    ]);
  });

  it('keeps measured lengths in time', () => {
    const { segments, totalUs } = timelineOf(plan, events, 'time');
    expect(totalUs).toBe(4);
    expect(segments.map((s) => [s.waitStart, s.start, s.end])[1]).toEqual([0.25, 0.375, 0.5]);
  });

  it('is empty before a run', () => {
    expect(timelineOf(plan, [], 'time')).toEqual({ segments: [], totalUs: 0, end: 0, endOfRank: [0, 0] });
  });
});

it('rank sets are written as sets, long stretches short', () => {
  expect([[0, 2], [0, 1, 2], [0, 1, 2, 3], [1, 4, 5, 6, 7, 9], []].map(rankSet)).toEqual([
    '{0,2}',
    '{0,1,2}',
    '{0–3}',
    '{1,4–7,9}',
    '{}',
  ]);
  expect(subscript(12)).toBe('₁₂');
});
