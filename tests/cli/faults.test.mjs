/** Ranks that misbehave on purpose: the others say so, in time, and nothing hangs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, assertSentence, run, runWith } from './ringlet.mjs';

const ranks = [[1], [2], [3], [4]];
const deadlineMs = 300;
/** A process start and a loaded machine on top of the deadline. */
const slackMs = 2000;

const failing = (fault, driver, more = {}) => {
  const options = { '--driver': driver, '--timeout-ms': deadlineMs, ...more };
  const answer = runWith(options, { ranks, faults: [fault] }, ['--json']);
  assert.equal(answer.code, 3, answer.err);
  assert.ok(answer.milliseconds < deadlineMs + slackMs, `${answer.milliseconds} ms`);
  const { error, outputs } = JSON.parse(answer.out);
  assert.equal(outputs, null, 'a run that failed has no result');
  assert.equal(error.message, answer.err.trimEnd());
  return { ...error, sentence: answer.err };
};

for (const driver of ['threads', 'in-turn'])
  describe(driver, () => {
    test('a rank that never comes: the deadline, and who waits for whom', () => {
      const { code, waiting, sentence } = failing({ rank: 2, kind: 'absent' }, driver);
      assert.equal(code, 'deadline');
      assertSentence(sentence, 'rank 3 waits for rank 2', `${deadlineMs} ms`, 'rank 2 has not begun');
      const { step, ...last } = waiting.find((each) => each.rank === 3);
      assert.deepEqual(last, { rank: 3, for_rank: 2, collective: 'all_reduce', algorithm: 'ring' });
      assert.ok(step >= 0);
    });

    test('a rank that comes late, within the deadline, spoils nothing', () => {
      const { outputs, elapsed_us: elapsed } = run(
        'all_reduce',
        'ring',
        { ranks, faults: [{ rank: 1, kind: 'late', ms: 100 }] },
        ['--driver', driver],
      );
      assert.deepEqual(outputs, [[10], [10], [10], [10]]);
      assert.ok(elapsed > 50_000, `${elapsed} us`);
    });

    test('a rank that aborts wakes the others at once', () => {
      const options = { '--driver': driver, '--timeout-ms': 20_000 };
      const faults = [{ rank: 1, kind: 'abort', ms: 50 }];
      const answer = runWith(options, { ranks, faults }, ['--json']);
      assert.equal(answer.code, 3);
      assert.ok(answer.milliseconds < 50 + slackMs, `${answer.milliseconds} ms`);
      assert.equal(JSON.parse(answer.out).error.code, 'aborted');
      assertSentence(answer.err, 'Rank 1 aborted');
    });

    for (const kind of ['other_collective', 'other_count', 'other_dtype', 'other_op'])
      test(`a rank with ${kind} is named, with what it calls`, () => {
        const { code, sentence } = failing({ rank: 3, kind }, driver);
        assert.equal(code, 'mismatch');
        assertSentence(sentence, 'rank 3', 'all_reduce');
      });

    test('another collective, where the asked one ignores the operator and its type has not that operator', () => {
      const options = { '--collective': 'all_gather', '--driver': driver, '--timeout-ms': deadlineMs };
      for (const op of [{ '--op': 'premul_sum' }, { '--op': 'land', '--dtype': 'float32' }]) {
        const faults = [
          { rank: 0, kind: 'other_collective' },
          { rank: 1, kind: 'other_collective' },
          { rank: 2, kind: 'absent' },
          { rank: 3, kind: 'absent' },
        ];
        const answer = runWith({ ...options, '--algorithm': 'direct', ...op }, { ranks, faults });
        assert.equal(answer.code, 3, answer.err);
        assertSentence(answer.err, 'all_reduce', 'rank 2 has not begun it');
      }
    });

    test('a rank with another root is named', () => {
      const broadcast = { '--collective': 'broadcast', '--algorithm': 'binomial' };
      const input = { ranks: [[1], null, null], root: 0, faults: [{ rank: 2, kind: 'other_root' }] };
      const answer = runWith({ ...broadcast, '--driver': driver }, input, ['--json']);
      assert.equal(answer.code, 3, answer.err);
      assert.equal(JSON.parse(answer.out).error.code, 'mismatch');
      assertSentence(answer.err, 'rank 2', 'broadcast');
    });
  });

describe('faults that cannot be had are refused', () => {
  const refused = (faults, ...words) => assertRefused(runWith({}, { ranks, faults }), ...words);
  test('no list', () => refused({ rank: 1, kind: 'absent' }, 'faults'));
  test('no object', () => refused(['absent'], 'faults[0]'));
  test('no rank', () => refused([{ kind: 'absent' }], 'faults[0].rank', '0 to 3'));
  test('a rank that there is not', () => refused([{ rank: 4, kind: 'absent' }], 'faults[0].rank', '4', '0 to 3'));
  test('ranks that all make the same other call, of which none differs', () => {
    const all = ranks.map((_, rank) => ({ rank, kind: 'other_dtype' }));
    refused(all, 'Every rank', 'other_dtype');
    const alone = { ranks: [[1]], faults: [{ rank: 0, kind: 'other_count' }] };
    assertRefused(runWith({}, alone), 'Every rank', 'other_count');
  });

  test('no kind', () => refused([{ rank: 1 }], 'faults[0].kind', 'absent', 'late', 'abort', 'other_count'));
  test('an unknown kind', () => refused([{ rank: 1, kind: 'tired' }], 'faults[0].kind', 'tired', 'absent'));
  test('late by no time', () => {
    refused([{ rank: 1, kind: 'late' }], 'faults[0].ms is empty', 'from 1');
    refused([{ rank: 1, kind: 'late', ms: 0 }], "faults[0].ms is '0'", 'from 1');
  });
  test('a time before now', () => refused([{ rank: 1, kind: 'late', ms: -1 }], 'faults[0].ms', '-1'));
  test('an unknown key', () => refused([{ rank: 1, kind: 'late', hours: 1 }], 'faults[0]', 'hours', 'ms'));
  test('two for one rank', () =>
    refused(
      [
        { rank: 1, kind: 'absent' },
        { rank: 1, kind: 'late', ms: 1 },
      ],
      'ank 1',
      'two faults',
    ));
  test('another operator where nothing is reduced', () => {
    const faults = [{ rank: 1, kind: 'other_op' }];
    assertRefused(runWith({ '--collective': 'all_gather' }, { ranks, faults }), 'other_op', 'all_gather');
  });
  test('another root where there is none', () =>
    refused([{ rank: 1, kind: 'other_root' }], 'other_root', 'all_reduce'));
});
