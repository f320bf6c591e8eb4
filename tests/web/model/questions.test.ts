import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../web/engine/engine.ts';
import { bytesMatch, compare, recvcountFor } from '../../../web/components/check/comparison.ts';
import { closedForm } from '../../../web/components/ledger/closed-form.ts';
import { isRight, questionOf, reveal } from '../../../web/components/predict/predict.ts';
import { fragmentsOf } from '../../../web/model/fragments.ts';
import { OPENING, withCells, withCollective } from '../../../web/model/setup.ts';
import { columnsOf, curveBetween, placeOf, pointAt, spotOn } from '../../../web/components/track/track.ts';
import { ringPlan } from './fixture.ts';

describe('closedForm', () => {
  it("puts the run's numbers into the familiar formula when N divides", () => {
    expect(closedForm(ringPlan(3), 4, 0)).toEqual({ symbols: 'T(N−1)/N', numbers: '24·2/3' });
  });

  it('names the fragments when it does not: 73 int32 on 4 ranks', () => {
    const plan: Plan = {
      ...ringPlan(4),
      collective: 'all_reduce',
      chunkLengths: [18, 18, 18, 19],
      expectedBytesSent: [440, 440, 436, 436],
    };
    expect([0, 1, 2, 3].map((rank) => closedForm(plan, 4, rank)?.numbers)).toEqual([
      '2·292 − 72 − 72',
      '2·292 − 72 − 72',
      '2·292 − 72 − 76',
      '2·292 − 76 − 72',
    ]);
  });

  it('is not shown when it does not come to what the core expects', () => {
    expect(closedForm({ ...ringPlan(3), expectedBytesSent: [17, 16, 16] }, 4, 0)).toBeNull();
    expect(closedForm({ ...ringPlan(3), algorithm: 'unheard of' }, 4, 0)).toBeNull();
  });

  it.each([
    ['direct', 'all_reduce', [1, 2], [12, 12]],
    ['naive', 'reduce_scatter', [2, 2], [8, 16]],
    ['naive', 'all_gather', [2, 2], [16, 8]],
    ['naive', 'all_reduce', [4], [16, 16]],
  ])('%s %s', (algorithm, collective, chunkLengths, expectedBytesSent) => {
    const plan: Plan = { ...ringPlan(2), algorithm, collective, chunkLengths, expectedBytesSent };
    for (const rank of [0, 1]) expect(closedForm(plan, 4, rank)).not.toBeNull();
  });
});

describe('the question', () => {
  const fragments = fragmentsOf(OPENING, null);

  it("is about the last rank's last number", () => {
    const question = questionOf(OPENING, fragments);
    expect([question?.rank, question?.element, question?.before, question?.after]).toEqual([2, 5, '600', '601']);
    expect(question?.choices.map((c) => c.kind)).toEqual(['all', 'fragment', 'fragment', 'fragment', 'none']);
  });

  it('goes down where there is no way up', () => {
    const state = withCells(OPENING, [{ rank: 2, element: 5, text: '2147483647' }]);
    expect(questionOf(state, fragments)?.after).toBe('2147483646');
  });

  it('is not asked where a change could not be told', () => {
    const cell = (text: string) => withCells(OPENING, [{ rank: 2, element: 5, text }]);
    expect(questionOf({ ...cell('nan'), dtype: 'float32' }, fragments)).toBeNull();
    expect(questionOf({ ...cell('1e30'), dtype: 'float32' }, fragments)).toBeNull();
    expect(questionOf(cell('oops'), fragments)).toBeNull();
    expect(questionOf({ ...OPENING, count: 0 }, fragments)).toBeNull();
    expect(questionOf({ ...OPENING, ranks: 1 }, fragmentsOf({ ...OPENING, ranks: 1 }, null))).toBeNull();
  });

  it('is about whose results change where each rank has those up to it: for a rank in the middle', () => {
    const state = withCollective(OPENING, 'scan');
    const whole = fragmentsOf(state, null);
    const question = questionOf(state, whole);
    expect([question?.rank, question?.element, question?.before, question?.after]).toEqual([1, 5, '60', '61']);
    const results = (last: readonly number[]) => last.map((value) => Int32Array.of(1, 2, 3, 4, 5, value));
    const right = (collective: string, after: readonly number[]) => {
      const answer = reveal({ ...state, collective }, whole, results([6, 66, 666]), results(after));
      return question?.choices.filter((choice) => isRight(choice, answer, whole)).map((c) => 'which' in c && c.which);
    };
    expect(right('scan', [6, 67, 667])).toEqual(['from']);
    expect(right('scan', [6, 66, 667])).toEqual(['after']);
    expect(right('scan', [6, 66, 666])).toEqual(['none']);
    expect(questionOf({ ...state, ranks: 1 }, whole)).toBeNull();
    expect(questionOf({ ...state, count: 0 }, whole)).toBeNull();
    expect(questionOf({ ...state, ranks: 2 }, whole)?.choices.map((c) => 'which' in c && c.which)).not.toContain('all');
  });

  it('is answered by comparing results', () => {
    const before = [Int32Array.of(111, 222), Int32Array.of(333, 444), Int32Array.of(555, 666)];
    const after = [Int32Array.of(111, 222), Int32Array.of(333, 444), Int32Array.of(555, 667)];
    const answer = reveal(OPENING, fragments, before, after);
    expect(answer).toEqual({ fragments: [2], ranks: [2], changes: [{ rank: 2, element: 1, column: 5, position: 5 }] });
    expect(isRight({ kind: 'fragment', index: 2 }, answer, fragments)).toBe(true);
    expect(isRight({ kind: 'fragment', index: 1 }, answer, fragments)).toBe(false);
    expect(isRight({ kind: 'all' }, answer, fragments)).toBe(false);
    const nothing = reveal(OPENING, fragments, before, before);
    expect(isRight({ kind: 'none' }, nothing, fragments)).toBe(true);
  });
});

describe('checks', () => {
  it('count elements that differ in their bits', () => {
    const a = [Float32Array.of(1, 0), Float32Array.of(2, 3)];
    const b = [Float32Array.of(1, -0), Float32Array.of(2, 3)];
    expect(compare(a, a)).toEqual({ equal: true, differences: 0, elements: 4 });
    expect(compare(a, b)).toEqual({ equal: false, differences: 1, elements: 4 });
    expect(compare(a, [])).toEqual({ equal: false, differences: 4, elements: 4 });
  });

  it('know the recvcount that makes an all-reduce, if there is one', () => {
    expect(recvcountFor(OPENING)).toBe(2);
    expect(recvcountFor({ ...OPENING, collective: 'all_reduce', count: 6 })).toBe(2);
    expect(recvcountFor({ ...OPENING, collective: 'all_reduce', count: 7 })).toBeNull();
    expect(recvcountFor({ ...OPENING, collective: 'all_gather' })).toBeNull();
  });

  it('compare measured bytes with the closed form, rank by rank', () => {
    const result = {
      outputs: [],
      bytesSent: [16, 16, 16],
      bytesReceived: [16, 16, 16],
      edges: [],
      elapsedUs: 1,
      driver: 'threads' as const,
      threads: 3,
      error: null,
      instruments: null,
    };
    expect(bytesMatch(ringPlan(3), result)).toBe(true);
    expect(bytesMatch(ringPlan(3), { ...result, bytesSent: [16, 24, 8] })).toBe(false);
  });
});

describe('the track', () => {
  it('sets ranks clockwise, so that the last is beside the first', () => {
    expect([0, 1, 2].map((r) => placeOf(r, 3))).toEqual([
      { row: 'upper', column: 1 },
      { row: 'lower', column: 2 },
      { row: 'lower', column: 0 },
    ]);
    expect([0, 3, 4, 7].map((r) => placeOf(r, 8))).toEqual([
      { row: 'upper', column: 0 },
      { row: 'upper', column: 6 },
      { row: 'lower', column: 6 },
      { row: 'lower', column: 0 },
    ]);
  });

  it.each([1, 2, 3, 5, 8, 16])('has room for %i ranks, each in its own place', (ranks) => {
    const places = Array.from({ length: ranks }, (_, r) => placeOf(r, ranks));
    expect(new Set(places.map((p) => `${p.row} ${p.column}`)).size).toBe(ranks);
    expect(places.every((p) => p.column >= 0 && p.column + 2 <= columnsOf(ranks))).toBe(true);
  });

  it('has two ways between two cards', () => {
    const a = { x: 0, y: 0, width: 100, height: 50 };
    const b = { x: 0, y: 150, width: 100, height: 50 };
    const there = curveBetween(a, 'upper', b, 'lower', 50);
    const back = curveBetween(b, 'lower', a, 'upper', 50);
    expect(there.from.x).toBeGreaterThan(back.to.x);
    expect(pointAt(there, 0)).toEqual(there.from);
    expect(pointAt(there, 1)).toEqual(there.to);
  });

  it('sets messages clear of the cards, and of those that come the other way', () => {
    const half = 14;
    const [left, right, above] = [
      { x: 0, y: 150, width: 130, height: 50 },
      { x: 138, y: 150, width: 130, height: 50 },
      { x: 69, y: -20, width: 130, height: 50 },
    ];
    const along = curveBetween(right, 'lower', left, 'lower', 134);
    const stacked = [0, 1].map((index) => spotOn(along, 'lower', index, 2).y);
    expect(Math.max(...stacked) + half).toBeLessThan(left.y);
    expect(Math.abs((stacked[0] ?? 0) - (stacked[1] ?? 0))).toBeGreaterThanOrEqual(2 * half);
    const down = spotOn(curveBetween(above, 'upper', left, 'lower', 134), null, 0, 1);
    const up = spotOn(curveBetween(left, 'lower', above, 'upper', 134), null, 0, 1);
    expect(down.y - up.y).toBeGreaterThanOrEqual(2 * half);
    expect(down.y + half).toBeLessThan(left.y);
    expect(up.y - half).toBeGreaterThan(above.y + above.height);
  });

  it('bows into the lane between cards of one side', () => {
    const a = { x: 0, y: 0, width: 100, height: 50 };
    const b = { x: 200, y: 0, width: 100, height: 50 };
    expect(pointAt(curveBetween(a, 'upper', b, 'upper', 150), 0.5).y).toBeGreaterThan(50);
    expect(pointAt(curveBetween(b, 'lower', a, 'lower', 150), 0.5).y).toBeLessThan(0);
  });
});
