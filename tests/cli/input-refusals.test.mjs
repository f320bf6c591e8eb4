/** Hostile input: a sentence that names rank, element or key, the value and what is allowed, and exit 2. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertRefused, runWith, scratchFolder } from './ringlet.mjs';

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
  test('nothing on standard input', () => assertRefused(runWith({}, ''), '--input'));
  test('text that is not JSON', () => assertRefused(runWith({}, '1 2 3'), '--input'));
  test('JSON that stops early', () => assertRefused(runWith({}, '{"ranks": [[1], [2'), '--input'));
  test('JSON with something after it', () => assertRefused(runWith({}, '{"ranks": [[1], [2]]} and more'), '--input'));
  test('bytes that are not UTF-8', () => {
    assertRefused(runWith({}, Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x3a, 0x31, 0x7d])), '--input');
  });
  test('brackets a hundred thousand deep', () => assertRefused(runWith({}, '['.repeat(100_000)), '--input'));
  test('balanced brackets a hundred thousand deep, as a value', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assertRefused(runWith({}, `{"ranks": [[${deep}], [1]]}`));
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
    test(what, () => assertRefused(runWith({}, input), 'ranks'));

  test('a key that it does not know', () => {
    assertRefused(runWith({}, { ranks: [[1], [2]], colour: 'red' }), 'colour', 'ranks', 'dtype', 'op');
  });
  test('a type that is not a string', () => {
    assertRefused(runWith({ '--dtype': null }, { ranks: [[1], [2]], dtype: 32 }), 'dtype', '32');
  });
  test('a type that does not exist', () => {
    assertRefused(runWith({ '--dtype': null }, { ranks: [[1]], dtype: 'int33' }), 'dtype', 'int33', 'int32');
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
      assertRefused(runWith({ '--collective': collective }, input), 'rank 2', '2', '3');
    });
  test('reduce_scatter of five elements on three ranks', () => {
    const row = [1, 2, 3, 4, 5];
    assertRefused(runWith({ '--collective': 'reduce_scatter' }, { ranks: [row, row, row] }), '5', '3');
  });
});

describe('an input that a rank does not have, or lacks, is refused', () => {
  const byNaive = (collective) => ({ '--collective': collective, '--algorithm': 'naive' });
  test('broadcast and scatter take the root only', () => {
    for (const collective of ['broadcast', 'scatter'])
      assertRefused(
        runWith(byNaive(collective), {
          ranks: [
            [1, 2],
            [3, 4],
          ],
        }),
        'rank 1 has 2 elements',
        '0',
      );
  });
  test('reduce and gather take every rank', () => {
    for (const collective of ['reduce', 'gather'])
      assertRefused(runWith(byNaive(collective), { ranks: [[1, 2], null] }), 'rank 1 has 0 elements', '2');
  });
  test('a barrier takes nobody', () => {
    assertRefused(runWith({ ...byNaive('barrier'), '--algorithm': 'binomial' }, { ranks: [[1], []] }), 'rank 0', '0');
  });
  test('scatter of five elements on three ranks', () => {
    assertRefused(runWith(byNaive('scatter'), { ranks: [[1, 2, 3, 4, 5], null, null] }), 'rank 0', '5', '3 ranks');
  });
});

describe('counts', () => {
  const scatterV = { '--collective': 'scatter_v', '--algorithm': 'naive' };
  const ranks = [[1, 2, 3], null];
  test('are refused where the collective has one count', () => {
    assertRefused(runWith({}, { ranks: [[1], [2]], counts: [1] }), 'counts', 'all_reduce');
  });
  for (const collective of ['all_gather', 'gather', 'scatter', 'reduce_scatter', 'all_to_all'])
    test(`of ${collective} are for ${collective}_v, and that alone`, () => {
      const answer = runWith(
        { '--collective': collective, '--algorithm': 'auto' },
        {
          ranks: [
            [1, 2],
            [3, 4],
          ],
          counts: [1, 1],
        },
      );
      assertRefused(answer, `"counts" in --input is for ${collective}_v; ${collective} has one count`);
    });
  test('are asked for where the lengths do not tell them', () => {
    assertRefused(runWith(scatterV, { ranks }), 'scatter_v', 'counts', '2');
    const allToAllV = { '--collective': 'all_to_all_v', '--algorithm': 'pairwise' };
    assertRefused(runWith(allToAllV, { ranks: [[1], [2]] }), 'all_to_all_v', 'counts', '4');
  });
  for (const counts of [[1], [1, 1, 1], [], 3, null, { 0: 3 }])
    test(`that are ${JSON.stringify(counts)} for two ranks are refused`, () => {
      assertRefused(runWith(scatterV, { ranks, counts }), 'counts', '2');
    });
  for (const counts of [
    ['1', 2],
    [1.5, 1.5],
    [-1, 4],
    [2 ** 60, 1],
    [null, 3],
    [true, 2],
  ])
    test(`that hold ${JSON.stringify(counts)} are refused`, () => {
      assertRefused(runWith(scatterV, { ranks, counts }), 'counts', 'whole number');
    });
  test('that do not add up to the lengths are refused, naming the rank', () => {
    assertRefused(runWith(scatterV, { ranks, counts: [1, 1] }), 'rank 0 has 3 elements', '2');
    const gatherV = { '--collective': 'gather_v', '--algorithm': 'naive' };
    assertRefused(runWith(gatherV, { ranks: [[1], [2]], counts: [1, 2] }), 'rank 1 has 1 element in', '2');
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
      assertRefused(runWith({ '--dtype': dtype }, `{"ranks": [[1, 2, 3], [4, 5, ${value}]]}`), ...place, ...named);
    });
  test('a string of a million characters is not repeated whole', () => {
    assertRefused(runWith({}, { ranks: [['9'.repeat(1_000_000)], [1]] }), 'rank 0', 'element 0');
  });
});

test('more ranks than there can be are refused, with the most that can', () => {
  assertRefused(runWith({}, { ranks: Array(100_000).fill([1]) }), '100000');
});
