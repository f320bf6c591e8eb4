import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { algorithms, collectives, elementsSent, inputsFor, outputs } from './reference.mjs';
import { json, ringlet, run, scratchFolder } from './ringlet.mjs';

const table = [
  [1, 2, 3, 4, 5, 6],
  [10, 20, 30, 40, 50, 60],
  [100, 200, 300, 400, 500, 600],
];

test('the table of three ranks, from a file', (t) => {
  const file = join(scratchFolder(t), 'table.json');
  writeFileSync(file, JSON.stringify({ ranks: table }));
  const words = 'run --collective reduce_scatter --algorithm ring --op sum --dtype int32 --input'.split(' ');
  const result = json([...words, file]);
  assert.deepEqual(result.outputs, [
    [111, 222],
    [333, 444],
    [555, 666],
  ]);
  assert.deepEqual(result.bytes_sent, [16, 16, 16]);
  assert.deepEqual(result.bytes_received, [16, 16, 16]);
  assert.deepEqual(result.expected_bytes_sent, [16, 16, 16]);
  const { collective, algorithm, ranks, dtype, op, rounds, driver, error } = result;
  assert.deepEqual(
    { collective, algorithm, ranks, dtype, op, rounds, driver, error },
    {
      collective: 'reduce_scatter',
      algorithm: 'ring',
      ranks: 3,
      dtype: 'int32',
      op: 'sum',
      rounds: 2,
      driver: 'threads',
      error: null,
    },
  );
  assert.ok(result.elapsed_us > 0);

  const people = ringlet([...words, file]);
  assert.equal(people.code, 0);
  assert.equal(people.err, '');
  assert.throws(() => JSON.parse(people.out));
  for (const number of ['111', '222', '333', '444', '555', '666', '16'])
    assert.match(people.out, new RegExp(`\\b${number}\\b`));
});

test("changing rank 2's last number changes only the last element of rank 2's fragment", () => {
  const changed = [table[0], table[1], [100, 200, 300, 400, 500, 601]];
  for (const algorithm of algorithms)
    assert.deepEqual(run('reduce_scatter', algorithm, { ranks: changed }).outputs, [
      [111, 222],
      [333, 444],
      [555, 667],
    ]);
});

test('all-gather afterwards gives every rank the whole sum, without summing again', () => {
  for (const algorithm of algorithms) {
    const { outputs: parts } = run('reduce_scatter', algorithm, { ranks: table });
    const whole = [111, 222, 333, 444, 555, 666];
    assert.deepEqual(run('all_gather', algorithm, { ranks: parts }).outputs, [whole, whole, whole]);
  }
});

describe('results and bytes are those of the contract', () => {
  for (const collective of collectives)
    for (const algorithm of algorithms)
      test(`${collective} by ${algorithm}`, () => {
        for (const ranks of [1, 2, 3, 4, 5, 8, 13]) {
          const perRank = [0, 1, 2, 7].map((count) => count * ranks);
          const undivided = collective === 'all_reduce' ? [ranks - 1, ranks + 1, 73] : [];
          for (const n of [...perRank, ...undivided]) {
            const inputs = inputsFor(collective, ranks, n);
            const result = run(collective, algorithm, { ranks: inputs });
            const where = `${ranks} ranks, ${n} elements`;
            assert.deepEqual(result.outputs, outputs(collective, inputs), where);
            const sent = inputs.map((_, rank) => 4 * elementsSent(collective, algorithm, n, ranks, rank));
            assert.deepEqual(result.bytes_sent, sent, where);
            assert.deepEqual(result.expected_bytes_sent, sent, where);
            const total = (bytes) => bytes.reduce((sum, value) => sum + value, 0);
            assert.equal(total(result.bytes_received), total(sent), where);
          }
        }
      });
});

test('73 int32 on 4 ranks by ring: the bytes that the contract quotes', () => {
  const result = run('all_reduce', 'ring', { ranks: inputsFor('all_reduce', 4, 73) });
  assert.deepEqual(result.bytes_sent, [440, 440, 436, 436]);
});

test('in place gives the same results and bytes', () => {
  for (const collective of collectives)
    for (const algorithm of algorithms) {
      const input = { ranks: inputsFor(collective, 5, 35) };
      const apart = run(collective, algorithm, input);
      const inPlace = run(collective, algorithm, input, ['--in-place']);
      assert.deepEqual(inPlace.outputs, apart.outputs);
      assert.deepEqual(inPlace.bytes_sent, apart.bytes_sent);
    }
});

test('ranks in turn on one thread give the same results and bytes', () => {
  for (const collective of collectives)
    for (const algorithm of algorithms) {
      const input = { ranks: inputsFor(collective, 6, 42) };
      const threads = run(collective, algorithm, input, ['--driver', 'threads']);
      const inTurn = run(collective, algorithm, input, ['--driver', 'in-turn']);
      assert.equal(threads.driver, 'threads');
      assert.equal(inTurn.driver, 'in-turn');
      assert.deepEqual(inTurn.outputs, threads.outputs);
      assert.deepEqual(inTurn.bytes_sent, threads.bytes_sent);
    }
});

test('without an algorithm, an operator and a type, one that is listed is chosen and named; sum of int32', () => {
  const result = json(['run', '--collective', 'all_reduce', '--input', '-'], { ranks: table });
  const { collectives: listed } = json(['list']);
  const names = listed.find((entry) => entry.name === 'all_reduce').algorithms.map((entry) => entry.name);
  assert.ok(names.includes(result.algorithm), result.algorithm);
  assert.equal(result.op, 'sum');
  assert.equal(result.dtype, 'int32');
  assert.deepEqual(result.outputs, outputs('all_reduce', table));
});

test('type and operator may stand in the input, and arguments win', () => {
  const input = { ranks: [[1], [4]], dtype: 'float64', op: 'max' };
  const fromInput = run('all_reduce', 'ring', input);
  assert.deepEqual([fromInput.dtype, fromInput.op, fromInput.outputs], ['float64', 'max', [[4], [4]]]);
  const fromArguments = run('all_reduce', 'ring', input, ['--dtype', 'int64', '--op', 'min']);
  assert.deepEqual([fromArguments.dtype, fromArguments.op, fromArguments.outputs], ['int64', 'min', [[1], [1]]]);
});

test('a million numbers on three ranks go through', () => {
  const inputs = inputsFor('all_reduce', 3, 333_334);
  assert.deepEqual(run('all_reduce', 'ring', { ranks: inputs }).outputs, outputs('all_reduce', inputs));
});
