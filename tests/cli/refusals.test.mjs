/** Wrong arguments and hostile input: a sentence that names argument, value and what is allowed, and exit 2. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertRefused, ringlet, scratchFolder } from './ringlet.mjs';

const base = {
  '--collective': 'all_reduce',
  '--algorithm': 'ring',
  '--op': 'sum',
  '--dtype': 'int32',
  '--input': '-',
};
const fine = { ranks: [[1], [2]] };
const words = (options) => Object.entries({ ...base, ...options }).flat();
const runWith = (options, input = fine) => ringlet(['run', ...words(options)], input);
const runOn = (input, options = {}) => runWith(options, input);

test('the options that the refusals start from are fine', () => {
  assert.equal(runWith({}).code, 0);
});

describe('a name that does not exist is refused, with those that do', () => {
  const cases = [
    ['--collective', 'allreduce', 'all_reduce', 'all_gather', 'reduce_scatter'],
    ['--collective', 'ALL_REDUCE', 'all_reduce'],
    ['--collective', '', 'all_reduce'],
    ['--algorithm', 'rings', 'ring', 'naive', 'direct'],
    ['--op', 'plus', 'sum', 'prod', 'min', 'max', 'avg'],
    ['--dtype', 'int33', 'int32', 'int64', 'float32', 'float64'],
    ['--driver', 'processes', 'threads', 'in-turn'],
  ];
  for (const [option, value, ...allowed] of cases)
    test(`${option} ${value || '(empty)'}`, () => {
      assertRefused(runWith({ [option]: value }), option, value, ...allowed);
    });
  test('the same with --json', () => {
    assertRefused(ringlet(['run', ...words({ '--op': 'plus' }), '--json'], fine), '--op', 'plus', 'sum');
  });
  test('and for plan and verify', () => {
    assertRefused(ringlet(['plan', '--collective', 'x', '--algorithm', 'ring', '--ranks', 3]), '--collective', 'x');
    assertRefused(
      ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'x', '--ranks', 3]),
      '--algorithm',
      'x',
    );
    assertRefused(ringlet(['verify', '--algorithm', 'x']), '--algorithm', 'x', 'ring');
    assertRefused(ringlet(['verify', '--collective', 'x']), '--collective', 'x', 'all_gather');
  });
});

test('an option that must be given is named', () => {
  assertRefused(ringlet(['run', '--input', '-'], fine), '--collective');
  assertRefused(ringlet(['run', '--collective', 'all_reduce']), '--input');
  assertRefused(ringlet(['plan', '--algorithm', 'ring', '--ranks', 3]), '--collective');
  assertRefused(ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'ring']), '--ranks');
  assertRefused(ringlet(['run', '--collective']), '--collective');
});

describe('a number out of range is refused', () => {
  for (const ranks of ['0', '-1', '-2147483649', '1000000000', '99999999999999999999', 'three', '3x', '2.5', ''])
    test(`plan --ranks ${ranks || '(empty)'}`, () => {
      const answer = ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'ring', `--ranks=${ranks}`]);
      assertRefused(answer, 'ranks', ranks, '1');
    });
  for (const ranks of ['0', '-1', '0..4', '5..2', '1..', '..3', '1..1000000000', '1..99999999999999999999', 'x', '1-4'])
    test(`verify --ranks ${ranks}`, () => {
      assertRefused(ringlet(['verify', `--ranks=${ranks}`]), 'ranks', ranks);
    });
  for (const timeout of ['0', '-5', 'soon', '99999999999999999999', ''])
    test(`run --timeout-ms ${timeout || '(empty)'}`, () => {
      assertRefused(runWith({ '--timeout-ms': timeout }), '--timeout-ms', timeout);
    });
  for (const root of ['-1', '3', 'first'])
    test(`plan --root ${root} of three ranks`, () => {
      const answer = ringlet([
        'plan',
        '--collective',
        'all_reduce',
        '--algorithm',
        'ring',
        '--ranks=3',
        `--root=${root}`,
      ]);
      assertRefused(answer, 'root', root);
    });
});

describe('an input that cannot be read is refused', () => {
  test('a file that is not there', (t) => {
    const file = join(scratchFolder(t), 'missing.json');
    assertRefused(runWith({ '--input': file }), '--input', file);
  });
  test('a folder', (t) => {
    const folder = join(scratchFolder(t), 'folder');
    mkdirSync(folder);
    assertRefused(runWith({ '--input': folder }), '--input', folder);
  });
  test('a file that never ends', () => assertRefused(runWith({ '--input': '/dev/zero' }), '--input', '/dev/zero'));
  test('an empty file', (t) => {
    const file = join(scratchFolder(t), 'empty.json');
    writeFileSync(file, '');
    assertRefused(runWith({ '--input': file }), '--input');
  });
  test('nothing on standard input', () => assertRefused(runOn(''), '--input'));
  test('text that is not JSON', () => assertRefused(runOn('1 2 3'), '--input'));
  test('JSON that stops early', () => assertRefused(runOn('{"ranks": [[1], [2'), '--input'));
  test('JSON with something after it', () => assertRefused(runOn('{"ranks": [[1], [2]]} and more'), '--input'));
  test('bytes that are not UTF-8', () => {
    assertRefused(runOn(Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x3a, 0x31, 0x7d])), '--input');
  });
  test('brackets a hundred thousand deep', () => assertRefused(runOn('['.repeat(100_000)), '--input'));
  test('balanced brackets a hundred thousand deep, as a value', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assertRefused(runOn(`{"ranks": [[${deep}], [1]]}`));
  });
});

describe('an input of another shape is refused', () => {
  for (const [what, input] of Object.entries({
    'a list': [[1], [2]],
    'a number': '7',
    null: 'null',
    'no ranks': { rank: [[1]] },
    'ranks that are a number': { ranks: 3 },
    'ranks that are an object': { ranks: { 0: [1] } },
    'no rank at all': { ranks: [] },
    'a rank that is a number': { ranks: [[1], 2] },
    'a rank that is null': { ranks: [[1], null] },
  }))
    test(what, () => assertRefused(runOn(input), 'ranks'));

  test('a key that it does not know', () => {
    assertRefused(runOn({ ...fine, colour: 'red' }), 'colour', 'ranks', 'dtype', 'op');
  });
  test('a type that is not a string', () => {
    assertRefused(
      ringlet(['run', '--collective', 'all_reduce', '--input', '-'], { ...fine, dtype: 32 }),
      'dtype',
      '32',
    );
  });
  test('a type that does not exist', () => {
    const input = { ...fine, dtype: 'int33' };
    assertRefused(ringlet(['run', '--collective', 'all_reduce', '--input', '-'], input), 'dtype', 'int33', 'int32');
  });
});

describe('ragged input is refused, naming the rank', () => {
  for (const collective of ['all_reduce', 'all_gather', 'reduce_scatter'])
    test(collective, () => {
      const input = {
        ranks: [
          [1, 2, 3],
          [1, 2, 3],
          [1, 2],
        ],
      };
      assertRefused(runOn(input, { '--collective': collective }), 'rank 2', '2', '3');
    });
  test('reduce_scatter of five elements on three ranks', () => {
    const row = [1, 2, 3, 4, 5];
    assertRefused(runOn({ ranks: [row, row, row] }, { '--collective': 'reduce_scatter' }), '5', '3');
  });
});

describe('a value that is not one of the type is refused, naming rank, element and value', () => {
  const cases = [
    ['int32', '2147483648', '2147483648', '2147483647'],
    ['int32', '-2147483649', '-2147483649', '-2147483648'],
    ['int32', '1.5', '1.5'],
    ['int32', '1e400', ''],
    ['int32', '"7x"', '7x'],
    ['int32', '"nan"', 'nan'],
    ['int32', '""', ''],
    ['int32', 'true', 'true'],
    ['int32', 'null', 'null'],
    ['int32', '[1]', ''],
    ['int32', '{"a":1}', ''],
    ['int64', '9223372036854775808', '9223372036854775808', '9223372036854775807'],
    ['int64', '"-9223372036854775809"', '-9223372036854775809', '-9223372036854775808'],
    ['int64', '"12a"', '12a'],
    ['int64', '0.5', '0.5'],
    ['float32', '"NotANumber"', 'NotANumber'],
    ['float32', '1e39', ''],
    ['float32', 'false', 'false'],
    ['float64', '1e400', ''],
    ['float64', '"1.5.2"', '1.5.2'],
  ];
  for (const [dtype, value, ...named] of cases)
    test(`${value} as ${dtype}`, () => {
      const place = value === '1e400' ? [] : ['rank 1', 'element 2', dtype];
      assertRefused(runOn(`{"ranks": [[1, 2, 3], [4, 5, ${value}]]}`, { '--dtype': dtype }), ...place, ...named);
    });
  test('a string of a million characters is not repeated whole', () => {
    assertRefused(runOn({ ranks: [['9'.repeat(1_000_000)], [1]] }), 'rank 0', 'element 0');
  });
});

test('more ranks than there can be are refused, with the most that can', () => {
  assertRefused(runOn({ ranks: Array(100_000).fill([1]) }), '100000');
});
