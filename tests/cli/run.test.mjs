import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { elementsSent, exists, rankRule, serving } from './bytes.mjs';
import { callOf, collectives, hasInPlace, inputOf, outputsOf, partsOf, rootsOf, total } from './contract.mjs';
import { assertSentence, json, ringlet, run, scratchFolder } from './ringlet.mjs';

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
  for (const algorithm of serving('reduce_scatter', 3))
    assert.deepEqual(run('reduce_scatter', algorithm, { ranks: changed }).outputs, [
      [111, 222],
      [333, 444],
      [555, 667],
    ]);
});

test('all-gather afterwards gives every rank the whole sum, without summing again', () => {
  const { outputs: parts } = run('reduce_scatter', 'ring', { ranks: table });
  const whole = [111, 222, 333, 444, 555, 666];
  for (const algorithm of serving('all_gather', 3))
    assert.deepEqual(run('all_gather', algorithm, { ranks: parts }).outputs, [whole, whole, whole]);
});

describe('results and bytes are those of the contract', () => {
  for (const collective of collectives)
    for (const algorithm of serving(collective))
      test(`${collective} by ${algorithm}`, () => {
        for (const ranks of [1, 2, 3, 4, 5, 6, 8, 13].filter((n) => exists(algorithm, collective, n)))
          for (const root of rootsOf(collective, ranks))
            for (const size of partsOf(collective, ranks) === 1 ? [0, ranks - 1, ranks + 1, 73] : [0, 1, 7]) {
              const call = callOf(collective, ranks, size, root);
              const result = run(collective, algorithm, inputOf(call));
              const where = `${ranks} ranks, root ${root}, size ${size}`;
              assert.deepEqual(result.outputs, outputsOf(call), where);
              const sent = call.inputs.map((_, rank) => 4 * elementsSent(algorithm, call, rank));
              assert.deepEqual(result.bytes_sent, sent, where);
              assert.deepEqual(result.expected_bytes_sent, sent, where);
              assert.equal(total(result.bytes_received), total(sent), where);
            }
      });
});

test('what has no operator names none', () => {
  for (const collective of collectives) {
    const { op } = run(collective, 'auto', inputOf(callOf(collective, 3, 2, 1)));
    assert.equal(op, /reduce|scan/.test(collective) ? 'sum' : null, collective);
  }
});

test('one of what is counted is no plural', () => {
  const words = 'run --collective all_reduce --algorithm ring --input -'.split(' ');
  assert.match(ringlet(words, { ranks: [[1]] }).out, /^all_reduce by ring, sum of int32, 1 rank, 0 rounds, threads, /);
  const [first] = ringlet('plan --collective broadcast --algorithm naive --ranks 2'.split(' ')).out.split('\n');
  assert.equal(first, 'broadcast by naive, 2 ranks, 1 chunk, 1 round');
});

test('73 int32 on 4 ranks by ring: the bytes that the contract quotes', () => {
  const result = run('all_reduce', 'ring', inputOf(callOf('all_reduce', 4, 73)));
  assert.deepEqual(result.bytes_sent, [440, 440, 436, 436]);
});

describe('every other way to run gives the same results and bytes', () => {
  for (const collective of collectives)
    for (const algorithm of serving(collective))
      test(`${collective} by ${algorithm}`, () => {
        const ranks = rankRule(algorithm, collective) === 'any' ? 5 : 4;
        const call = callOf(collective, ranks, 7, ranks - 2);
        const same = (more, driver) => {
          const result = run(collective, algorithm, inputOf(call), more);
          assert.deepEqual(result.outputs, outputsOf(call), more.join(' '));
          const sent = call.inputs.map((_, rank) => 4 * elementsSent(algorithm, call, rank));
          assert.deepEqual(result.bytes_sent, sent, more.join(' '));
          assert.equal(result.driver, driver);
        };
        same([], 'threads');
        same(['--driver', 'in-turn'], 'in-turn');
        if (!hasInPlace(collective)) return;
        same(['--in-place'], 'threads');
        same(['--in-place', '--driver', 'in-turn'], 'in-turn');
      });
});

test('without an algorithm, an operator and a type, one that is listed is chosen and named; sum of int32', () => {
  const result = json(['run', '--collective', 'all_reduce', '--input', '-'], { ranks: table });
  const { collectives: listed } = json(['list']);
  const names = listed.find((entry) => entry.name === 'all_reduce').algorithms.map((entry) => entry.name);
  assert.ok(names.includes(result.algorithm), result.algorithm);
  assert.equal(result.op, 'sum');
  assert.equal(result.dtype, 'int32');
  assert.deepEqual(result.outputs, Array(3).fill([111, 222, 333, 444, 555, 666]));
});

test('people are told of an operator only where one is used', () => {
  const first = (collective, algorithm) =>
    ringlet(['run', '--collective', collective, '--algorithm', algorithm, '--input', '-'], { ranks: table }).out;
  assert.match(first('all_reduce', 'ring'), /^all_reduce by ring, sum of int32, 3 ranks, 4 rounds, /);
  assert.match(first('all_gather', 'direct'), /^all_gather by direct, int32, 3 ranks, 1 round, /);
});

test('an operator that is named for a collective without one is told of, and changes nothing', () => {
  const words = ['run', '--algorithm', 'auto', '--input', '-', '--op', 'max', '--json', '--collective'];
  for (const collective of ['all_gather', 'barrier']) {
    const { code, out, err } = ringlet([...words, collective], {
      ranks: collective === 'barrier' ? [[], []] : [[1], [2]],
    });
    assert.equal(code, 0);
    assertSentence(err, '--op', 'max', collective, 'not used');
    assert.equal(JSON.parse(out).error, null);
  }
  assert.equal(ringlet([...words, 'all_reduce'], { ranks: [[1], [2]] }).err, '');
  const people = ringlet(['run', '--collective', 'barrier', '--input', '-'], { ranks: [[], []] });
  assert.match(people.out, /^barrier by \w+ \(auto\), int32, 2 ranks, /);
});

test('type and operator may stand in the input, and arguments win', () => {
  const input = { ranks: [[1], [4]], dtype: 'float64', op: 'max' };
  const fromInput = run('all_reduce', 'ring', input);
  assert.deepEqual([fromInput.dtype, fromInput.op, fromInput.outputs], ['float64', 'max', [[4], [4]]]);
  const fromArguments = run('all_reduce', 'ring', input, ['--dtype', 'int64', '--op', 'min']);
  assert.deepEqual([fromArguments.dtype, fromArguments.op, fromArguments.outputs], ['int64', 'min', [[1], [1]]]);
});

test('where ranks bring their own parts, the counts follow from the lengths; [] is as good as null', () => {
  const ranks = [[1, 2, 3], [], [4]];
  const all = [1, 2, 3, 4];
  assert.deepEqual(run('all_gather_v', 'ring', { ranks }).outputs, [all, all, all]);
  assert.deepEqual(run('gather_v', 'naive', { ranks, root: 1 }).outputs, [[], all, []]);
  assert.deepEqual(run('broadcast', 'ring', { ranks: [[], [], []] }).outputs, [[], [], []]);
});

test('a root may stand in the input, and the argument wins', () => {
  const input = { ranks: [[1], [2], [3]], root: 1 };
  assert.deepEqual(run('gather', 'naive', input).outputs, [[], [1, 2, 3], []]);
  assert.deepEqual(run('gather', 'naive', input, ['--root', 2]).outputs, [[], [], [1, 2, 3]]);
});

test('a million numbers on three ranks go through', () => {
  const call = callOf('all_reduce', 3, 333_334);
  assert.deepEqual(run('all_reduce', 'ring', inputOf(call)).outputs, outputsOf(call));
});
