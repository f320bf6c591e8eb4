/** A run that fails, and an output that cannot be written, are told apart from success. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { test } from 'node:test';
import { assertSentence, command, ringlet } from './ringlet.mjs';

/** The root comes long after the deadline of the others, which wait for it. */
const slow = () => JSON.stringify({ ranks: Array(4).fill([1]), faults: [{ rank: 0, kind: 'late', ms: 2000 }] });
const words = 'run --collective all_reduce --algorithm naive --dtype int64 --timeout-ms 200 --input -'.split(' ');

test('ranks that wait longer than the deadline end the run with who waits for whom, and exit 3', () => {
  const { code, out, err } = ringlet([...words, '--json'], slow());
  assert.equal(code, 3);
  assertSentence(err, 'all_reduce', 'naive', 'deadline', '200 ms', 'waits for rank 0');
  const { error } = JSON.parse(out);
  assert.equal(error.code, 'deadline');
  assert.equal(error.message, err.trimEnd());
  assert.ok(error.waiting.length > 0);
  for (const waiting of error.waiting) {
    assert.deepEqual([waiting.collective, waiting.algorithm], ['all_reduce', 'naive']);
    assert.ok(waiting.rank !== waiting.for_rank && waiting.step >= 0);
  }
});

test('without --json too', () => {
  const { code, err } = ringlet(words, slow());
  assert.equal(code, 3);
  assertSentence(err, 'deadline');
});

test('output that cannot be written is no success', (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  for (const args of ['list', 'list --json', 'plan --collective all_gather --algorithm ring --ranks 3']) {
    const { status, stderr } = spawnSync(command, args.split(' '), {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    assert.notEqual(status, 0, args);
    assertSentence(stderr, 'standard output');
  }
});
