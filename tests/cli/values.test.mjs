import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serving } from './bytes.mjs';
import { callOf, inputOf, outputsOf } from './contract.mjs';
import { assertRefused, ringlet, run } from './ringlet.mjs';

const byAll = (dtype, op, ranks) =>
  serving('all_reduce', ranks.length).map((algorithm) => [algorithm, reduced(dtype, op, ranks, algorithm)]);
const reduced = (dtype, op, ranks, algorithm = 'ring') =>
  run('all_reduce', algorithm, { ranks }, ['--dtype', dtype, '--op', op]).outputs[0];

describe('every operator in every type, on values that are exact in each', () => {
  const call = callOf('all_reduce', 4, 5);
  call.inputs = call.inputs.map((row) => row.map((value) => value % 50 || 1));
  for (const dtype of ['int32', 'int64', 'float32', 'float64'])
    for (const op of ['sum', 'prod', 'min', 'max'])
      test(`${op} of ${dtype}`, () => {
        for (const [algorithm, values] of byAll(dtype, op, call.inputs))
          assert.deepEqual(values, outputsOf(call, op)[0], algorithm);
      });
});

test('an average of integers truncates toward zero', () => {
  const none = [0, 0, 0];
  for (const dtype of ['int32', 'int64'])
    for (const [algorithm, values] of byAll(dtype, 'avg', [[11, -11, 6], none, none, none]))
      assert.deepEqual(values, [2, -2, 1], algorithm);
});

test('an average of floats is the exact quotient where the sum is exact', () => {
  for (const dtype of ['float32', 'float64'])
    for (const [algorithm, values] of byAll(dtype, 'avg', [[1], [2], [3], [4]]))
      assert.deepEqual(values, [2.5], algorithm);
});

test('an average on one rank is its input', () => {
  assert.deepEqual(reduced('float32', 'avg', [[1.5, -3, 7]]), [1.5, -3, 7]);
  assert.deepEqual(reduced('int32', 'avg', [[5, -3, 7]]), [5, -3, 7]);
});

test('sums of integers wrap', () => {
  assert.deepEqual(reduced('int32', 'sum', [[2147483647], [1]]), [-2147483648]);
  assert.deepEqual(reduced('int32', 'sum', [[-2147483648], [-1]]), [2147483647]);
});

test('64-bit integers keep every digit, written as numbers or as strings', () => {
  const wide = (ranks) => {
    const words = 'run --collective all_reduce --algorithm ring --dtype int64 --input - --json'.split(' ');
    const { code, out, err } = ringlet(words, `{"ranks": ${ranks}}`);
    assert.deepEqual([code, err], [0, '']);
    return out;
  };
  assert.match(wide('[["9007199254740993"],["0"]]'), /\b9007199254740993\b/);
  assert.match(wide('[[9007199254740993],[0]]'), /\b9007199254740993\b/);
  assert.match(wide('[["9223372036854775807"],[1]]'), /-9223372036854775808\b/);
});

test('NaN propagates, whatever the operator and the order', () => {
  for (const dtype of ['float32', 'float64'])
    for (const op of ['sum', 'prod', 'min', 'max', 'avg'])
      for (const ranks of [
        [['nan'], [1], [2], [3]],
        [[1], [2], [3], ['nan']],
      ])
        for (const [algorithm, values] of byAll(dtype, op, ranks)) assert.deepEqual(values, ['nan'], algorithm);
});

test('infinities go in and out as strings', () => {
  assert.deepEqual(
    reduced('float32', 'max', [
      ['-inf', 'inf'],
      [3, 3],
    ]),
    [3, 'inf'],
  );
  assert.deepEqual(
    reduced('float64', 'min', [
      ['-inf', 'inf'],
      [3, 3],
    ]),
    ['-inf', 3],
  );
  assert.deepEqual(reduced('float64', 'sum', [['-inf'], ['inf']]), ['nan']);
});

test('minus zero is less than zero, whoever brings it', () => {
  const answer = (op, ranks) => {
    const words = ['run', '--collective', 'all_reduce', '--algorithm', 'ring', '--dtype', 'float32', '--op', op];
    return JSON.parse(ringlet([...words, '--input', '-', '--json'], `{"ranks": ${ranks}}`).out).outputs[0][0];
  };
  for (const ranks of ['[[-0.0],[0.0]]', '[[0.0],[-0.0]]']) {
    assert.ok(Object.is(answer('min', ranks), -0), `min of ${ranks}`);
    assert.ok(Object.is(answer('max', ranks), 0), `max of ${ranks}`);
  }
});

test('float32 prints the shortest decimal that gives the same float32 back', () => {
  const words = 'run --collective all_gather --algorithm ring --dtype float32 --input - --json'.split(' ');
  const { out } = ringlet(words, '{"ranks": [[0.1, 16777216, 3.4028234663852886e38, 1.401298464324817e-45]]}');
  const printed = JSON.parse(out).outputs[0];
  assert.deepEqual(
    printed.map(Math.fround),
    [0.1, 16777216, 3.4028234663852886e38, 1.401298464324817e-45].map(Math.fround),
  );
  assert.match(out, /\b0\.1\b(?!\d)/);
});

const awkward = [[1e8], [1], [-1e8], [1]].map(([value]) => Array(4).fill(value));

test('direct adds in rank order, whatever the element', () => {
  assert.deepEqual(reduced('float32', 'sum', awkward, 'direct'), [1, 1, 1, 1]);
});

test('the ring adds chunk c in the order c+1, c+2, ..., c', () => {
  assert.deepEqual(reduced('float32', 'sum', awkward, 'ring'), [0, 1, 0, 1]);
});

/** Floats whose sum depends on the order in which they are added. */
const fractionsOf = (inputs) => inputs.map((row) => row.map((value) => value / 7 + 1 / (value * value + 1)));
const float32 = ['--dtype', 'float32'];

test('reduce-scatter, then all-gather is bit for bit all-reduce by the same algorithm', () => {
  for (const ranks of [1, 2, 3, 4, 7])
    for (const algorithm of serving('reduce_scatter', ranks)) {
      const inputs = fractionsOf(callOf('all_reduce', ranks, 5 * ranks).inputs);
      const parts = run('reduce_scatter', algorithm, { ranks: inputs }, float32).outputs;
      // Who gathers does not matter: gathering adds nothing.
      const gathered = run('all_gather', 'direct', { ranks: parts }, float32).outputs;
      assert.deepEqual(gathered, run('all_reduce', algorithm, { ranks: inputs }, float32).outputs, algorithm);
    }
});

test('every rank gets the same bits from all_reduce', () => {
  for (const ranks of [4, 7])
    for (const algorithm of serving('all_reduce', ranks)) {
      const inputs = fractionsOf(callOf('all_reduce', ranks, 73).inputs);
      const { outputs } = run('all_reduce', algorithm, { ranks: inputs }, float32);
      for (const output of outputs) assert.deepEqual(output, outputs[0], `${algorithm}, ${ranks} ranks`);
    }
});

test('the same call gives the same bits every time, with threads and in turn', () => {
  const inputs = fractionsOf(callOf('all_reduce', 6, 73).inputs);
  for (const algorithm of serving('all_reduce', 6)) {
    const results = ['threads', 'threads', 'threads', 'in-turn'].map(
      (driver) => run('all_reduce', algorithm, { ranks: inputs }, [...float32, '--driver', driver]).outputs,
    );
    for (const result of results) assert.deepEqual(result, results[0], algorithm);
  }
});

test('scan adds in rank order, and has no average', () => {
  const { outputs } = run('scan', 'recursive_doubling', { ranks: awkward.map(([value]) => [value]) }, float32);
  assert.deepEqual(outputs, [[1e8], [1e8], [0], [0]]);
  for (const collective of ['scan', 'exscan'])
    assertRefused(
      ringlet(['run', '--collective', collective, '--op', 'avg', '--input', '-'], { ranks: [[1], [2]] }),
      'avg',
      collective,
    );
});

test('reduce and reduce_scatter know every operator too', () => {
  for (const collective of ['reduce', 'reduce_scatter'])
    for (const algorithm of serving(collective, 4))
      for (const op of ['sum', 'prod', 'min', 'max']) {
        const call = callOf(collective, 4, 3, 3);
        call.inputs = call.inputs.map((row) => row.map((value) => value % 50 || 1));
        const { outputs } = run(collective, algorithm, inputOf(call), ['--op', op]);
        assert.deepEqual(outputs, outputsOf(call, op), `${collective} by ${algorithm}`);
      }
});
