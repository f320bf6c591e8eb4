// Element types and operators as the command reads and prints them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ringlet } from './ringlet.mjs';

const words = ['run', '--collective', 'all_reduce', '--algorithm', 'direct', '--input', '-', '--json'];

/** The answer to JSON text, so that numbers arrive as they are written. */
function answer(text, ...more) {
  const { code, out, err } = ringlet([...words, ...more], text);
  assert.deepEqual([code, err], [0, '']);
  return JSON.parse(out);
}
const reduced = (dtype, op, ranks, ...more) =>
  answer(JSON.stringify({ ranks }), '--dtype', dtype, '--op', op, ...more).outputs[0];

function refused(text, ...more) {
  const { code, out, err } = ringlet([...words, ...more], text);
  assert.deepEqual([code, out], [2, '']);
  return err.trim();
}

const integers = ['int8', 'uint8', 'int32', 'uint32', 'int64', 'uint64'];
const smallFloats = ['float16', 'bfloat16', 'float8_e4m3', 'float8_e5m2'];
const dtypes = [...integers, 'float16', 'bfloat16', 'float32', 'float64', 'float8_e4m3', 'float8_e5m2'];

test('list and help name every type and operator', () => {
  const { dtypes: listed, operators } = JSON.parse(ringlet(['list', '--json']).out);
  assert.deepEqual(listed, dtypes);
  assert.deepEqual(operators, 'sum prod min max avg premul_sum band bor bxor land lor'.split(' '));
  const help = ringlet(['run', '--help']).out.replace(/\s+/g, ' ');
  for (const name of [...listed, ...operators, 'per_hop']) assert.ok(help.includes(name), name);
});

describe('every type', () => {
  for (const dtype of dtypes)
    test(dtype, () => {
      const ranks = [
        [6, 1, 0],
        [2, 3, 0],
        [4, 2, 1],
      ];
      assert.deepEqual(reduced(dtype, 'sum', ranks), [12, 6, 1]);
      assert.deepEqual(reduced(dtype, 'prod', ranks), [48, 6, 0]);
      assert.deepEqual(reduced(dtype, 'min', ranks), [2, 1, 0]);
      assert.deepEqual(reduced(dtype, 'max', ranks), [6, 3, 1]);
      assert.deepEqual(reduced(dtype, 'avg', ranks).slice(0, 2), [4, 2]);
      const { outputs } = answer(JSON.stringify({ ranks, op: 'premul_sum', scalars: [1, 2, 0] }), '--dtype', dtype);
      assert.deepEqual(outputs[0], [10, 7, 0]);
    });
  for (const dtype of integers)
    test(`bits and truth of ${dtype}`, () => {
      const ranks = [
        [12, 1, 0],
        [10, 0, 0],
      ];
      assert.deepEqual(reduced(dtype, 'band', ranks), [8, 0, 0]);
      assert.deepEqual(reduced(dtype, 'bor', ranks), [14, 1, 0]);
      assert.deepEqual(reduced(dtype, 'bxor', ranks), [6, 1, 0]);
      assert.deepEqual(reduced(dtype, 'land', ranks), [1, 0, 0]);
      assert.deepEqual(reduced(dtype, 'lor', ranks), [1, 1, 0]);
    });
});

test('decimals are rounded once, straight into the type', () => {
  const stored = (dtype, text) => answer(`{"ranks": [[${text}]]}`, '--dtype', dtype).outputs[0][0];
  // Just above a tie, by less than a double can tell.
  assert.equal(stored('float32', '1.00000005960464477539062500001'), 1.0000001);
  assert.equal(stored('float32', '1.000000059604644775390625'), 1);
  assert.equal(stored('float32', '"1.00000005960464477539062500001"'), 1.0000001);
  assert.equal(stored('float16', '1.00048828125'), 1);
  assert.equal(stored('float16', '1.00048828125000000000000000001'), 1.0009765625);
  assert.equal(stored('bfloat16', '1.00390625000000000000000000001'), 1.0078125);
  assert.equal(stored('float8_e4m3', '464'), 448);
  assert.equal(stored('float8_e5m2', '61439.99999999999999999999'), 57344);
  assert.equal(stored('float8_e4m3', '1e-400'), 0);
  assert.ok(Object.is(stored('bfloat16', '-0'), -0));
  assert.equal(stored('int8', '-0'), 0);
});

test('64-bit integers keep every digit', () => {
  const { out } = ringlet(
    [...words, '--dtype', 'uint64'],
    '{"ranks": [[18446744073709551615, "18446744073709551614"]]}',
  );
  assert.match(out, /\[\[18446744073709551615,18446744073709551614\]\]/);
});

test('what a type cannot hold is refused with rank, element, value and range', () => {
  const cases = [
    ['int8', '128', 'whole numbers from -128 to 127'],
    ['uint8', '-1', 'whole numbers from 0 to 255'],
    ['uint32', '4294967296', 'whole numbers from 0 to 4294967295'],
    ['uint64', '18446744073709551616', 'whole numbers from 0 to 18446744073709551615'],
    ['int32', '1.5', 'whole numbers from -2147483648 to 2147483647'],
    ['float16', '65520', 'numbers that float16 can hold, "nan", "inf" and "-inf"'],
    ['bfloat16', '3.4e38', 'numbers that bfloat16 can hold, "nan", "inf" and "-inf"'],
    ['float32', '3.5e38', 'numbers that float32 can hold, "nan", "inf" and "-inf"'],
    ['float64', '"1e309"', 'numbers that float64 can hold, "nan", "inf" and "-inf"'],
    ['float8_e4m3', '464.0001', 'numbers that float8_e4m3 can hold (up to 448) and "nan"'],
    ['float8_e4m3', '"inf"', 'numbers that float8_e4m3 can hold (up to 448) and "nan"'],
    ['float8_e5m2', '61440', 'numbers that float8_e5m2 can hold, "nan", "inf" and "-inf"'],
    ['float16', '"0x10"', 'numbers that float16 can hold, "nan", "inf" and "-inf"'],
  ];
  for (const [dtype, value, allowed] of cases)
    assert.equal(
      refused(`{"ranks": [[0, 0], [0, ${value}]]}`, '--dtype', dtype),
      `rank 1, element 1 of ${dtype} is '${value.replaceAll('"', '')}'; allowed are ${allowed}.`,
    );
});

test('NaN and infinity of small floats; 8-bit sums stay finite', () => {
  for (const dtype of smallFloats) assert.deepEqual(reduced(dtype, 'sum', [['nan'], [1]]), ['nan']);
  assert.deepEqual(reduced('float16', 'sum', [[65504], [65504]]), ['inf']);
  assert.deepEqual(reduced('float8_e4m3', 'sum', [[448], [448]]), [448]);
  assert.deepEqual(reduced('float8_e5m2', 'sum', [[-57344], [-57344]]), [-57344]);
});

test('sums of small floats are rounded at every hop, or once in the end with 4 bytes on the wire', () => {
  const ranks = [[2048], [1], [1], [1]];
  const each = answer(JSON.stringify({ ranks }), '--dtype', 'float16');
  const once = answer(JSON.stringify({ ranks }), '--dtype', 'float16', '--accumulate', 'float32');
  assert.deepEqual(each.outputs[0], [2048]);
  assert.deepEqual(once.outputs[0], [2052]);
  for (const { bytes_sent: sent, expected_bytes_sent: expected } of [each, once]) assert.deepEqual(sent, expected);
  assert.deepEqual(
    once.bytes_sent,
    each.bytes_sent.map((bytes) => 2 * bytes),
  );
  assert.deepEqual(answer(JSON.stringify({ ranks, dtype: 'float16', accumulate: 'float32' })).outputs[0], [2052]);
});

test('combinations that do not exist are refused', () => {
  assert.equal(
    refused('{"ranks": [[1]]}', '--op', 'band', '--dtype', 'float32'),
    `op is 'band', which float32 does not have; its dtypes are ${integers.join(', ')}.`,
  );
  assert.equal(
    refused('{"ranks": [[1]]}', '--accumulate', 'float32'),
    `accumulate is 'float32', which int32 does not have; its dtypes are ${smallFloats.join(', ')}.`,
  );
  assert.equal(
    refused('{"ranks": [[1]]}', '--accumulate', 'double'),
    "--accumulate is 'double'; allowed are per_hop, float32.",
  );
});

test('scalars: one for each rank, with premul_sum alone', () => {
  const scaled = (scalars, op = 'premul_sum') => JSON.stringify({ ranks: [[1], [2]], op, scalars });
  assert.equal(
    refused(scaled([1, 2], 'sum')),
    '"scalars" in --input is for premul_sum, which multiplies by them; op is \'sum\'.',
  );
  const missing = `op is 'premul_sum', which needs "scalars" in --input: a list of 2 numbers, one for each rank`;
  assert.equal(refused(scaled(undefined)), `${missing}, such as {"ranks": [[1], [2]], "scalars": [3, 4]}.`);
  assert.equal(refused('{"ranks": [[1], [2]]}', '--op', 'premul_sum'), refused(scaled(undefined)));
  const list = '"scalars" in --input is no list of 2 numbers, one for each rank.';
  for (const wrong of [[1], 3, {}, null]) assert.equal(refused(scaled(wrong)), list);
  assert.equal(
    refused(scaled([1, 'x'])),
    "scalar 1 of int32 is 'x'; allowed are whole numbers from -2147483648 to 2147483647.",
  );
});

test('a key that stands twice is refused', () => {
  assert.equal(
    refused('{"ranks": [[1]], "dtype": "int8", "ranks": [[2]]}'),
    "--input (standard input) has the key 'ranks' twice in one object.",
  );
});
