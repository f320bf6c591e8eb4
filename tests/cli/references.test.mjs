import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { casesOf, libraryNames } from '../references/cases.mjs';
import { assertRefused, json, ringlet, scratchFolder } from './ringlet.mjs';

const vectors = fileURLToPath(new URL('../references/vectors', import.meta.url));
const stored = (library) => JSON.parse(readFileSync(join(vectors, `${library}.json`), 'utf8'));

test('the stored results are of the cases as they are now', () => {
  for (const library of libraryNames)
    assert.deepEqual(
      stored(library).cases.map(({ outputs: _, ...fields }) => fields),
      JSON.parse(JSON.stringify(casesOf(library))),
    );
});

describe('every collective and algorithm against the stored results', () => {
  const { references, differences, bytes } = json(['verify', '--references', vectors]);
  const rows = (reference, collective, algorithm) =>
    differences.filter(
      (row) =>
        row.reference.startsWith(reference) &&
        row.collective === collective &&
        (algorithm ?? row.algorithm) === row.algorithm,
    );

  test('all three libraries are there, with their versions', () => {
    assert.deepEqual(
      references.map(({ name }) => name),
      libraryNames.toSorted(),
    );
    for (const { version } of references) assert.match(version, /^\d+\.\d+/);
  });

  test('every collective of a library is compared, by every algorithm that serves it', () => {
    const { collectives } = json(['list']);
    for (const library of libraryNames)
      for (const collective of new Set(casesOf(library).map((each) => each.collective)))
        for (const { name } of collectives.find((each) => each.name === collective).algorithms)
          assert.ok(rows(library, collective, name).length > 0, `${library} ${collective} ${name}`);
  });

  test('what only moves is the same, bit for bit', () => {
    const moving = /^(broadcast|all_gather|gather|scatter|all_to_all)/;
    const moved = differences.filter(({ collective }) => moving.test(collective));
    assert.ok(moved.length > 40);
    for (const row of moved)
      assert.deepEqual([row.bitwise, row.max_abs, row.max_ulp], [true, 0, 0], JSON.stringify(row));
  });

  test('sums in the same order are the same, bit for bit', () => {
    const same = [
      ['openmpi', 'all_reduce', 'recursive_doubling'],
      ['openmpi', 'scan', 'direct'],
      ['openmpi', 'exscan', 'direct'],
    ];
    for (const pair of same)
      assert.deepEqual(
        rows(...pair).map(({ bitwise }) => bitwise),
        [true],
        pair.join(' '),
      );
  });

  test('sums in another order differ, and by no more than rounding does', () => {
    for (const library of libraryNames)
      for (const row of rows(library, 'all_reduce', 'ring')) {
        assert.ok(row.within_tolerance && !row.bitwise && row.bitwise_runs > 0, JSON.stringify(row));
        assert.ok(row.of_tolerance > 0.01 && row.of_tolerance < 1, JSON.stringify(row));
      }
  });

  test('measured bytes are the predicted ones, and the ring sends 2T(N-1)/N', () => {
    for (const row of bytes) assert.ok(row.equal && row.measured === row.predicted, JSON.stringify(row));
    const { ranks, busiest_of_tensor: busiest } = bytes.find(
      ({ collective, algorithm }) => collective === 'all_reduce' && algorithm === 'ring',
    );
    assert.deepEqual([ranks.at(0), ranks.at(-1), ranks.length], [2, 16, 15]);
    // 1009 elements do not divide: chunks differ by one element, so the busiest sends at most two elements more.
    for (const [n, times] of Object.entries(busiest))
      assert.ok(Math.abs(times - (2 * (n - 1)) / n) <= 2 / 1009, `${n} ranks: ${times}`);
  });
});

describe('a result that is wrong is found', () => {
  /** Changes one case of the stored results and compares again. */
  const changed = (t, library, { pick, change }) => {
    const folder = scratchFolder(t);
    const results = stored(library);
    const index = results.cases.findIndex(pick);
    assert.notEqual(index, -1);
    results.cases = [results.cases[index]];
    change(results.cases[0], results);
    writeFileSync(join(folder, `${library}.json`), JSON.stringify(results));
    return ringlet([
      'verify',
      '--references',
      folder,
      '--collective',
      results.cases[0].collective,
      '--algorithm',
      'ring',
    ]);
  };
  const otherLastDigit = (hex) => hex.slice(0, -1) + (parseInt(hex.at(-1), 16) ^ 1).toString(16);
  const sumOf = (values, dtype) => (each) =>
    each.collective === 'all_reduce' &&
    each.op === 'sum' &&
    each.dtype === dtype &&
    each.values === values &&
    each.ranks === 8 &&
    each.count > 1;

  test('unchanged, it passes', (t) =>
    assert.equal(changed(t, 'openmpi', { pick: sumOf('full', 'float32'), change: () => {} }).code, 0));

  for (const [what, pick] of Object.entries({
    'one bit of a wrapping integer sum': sumOf('full', 'int32'),
    'one bit of a sum that does not round': sumOf('small', 'float64'),
  }))
    test(what, (t) => {
      const answer = changed(t, 'openmpi', {
        pick,
        change: (each) => (each.outputs[0] = otherLastDigit(each.outputs[0])),
      });
      assert.equal(answer.code, 1, answer.err);
      assert.match(answer.out, /all_reduce +ring +openmpi .*\b2 beyond/);
    });

  test('a float sum that is off by more than its order explains', (t) => {
    const answer = changed(t, 'torch', {
      pick: sumOf('full', 'float32'),
      // The first element's low 12 bits: 2^-11 of its value, where eight ranks may round by some 2^-20.
      change: (each) =>
        (each.outputs[0] = each.outputs[0].replace(
          /^(.{5})(.{3})/,
          (_, high, low) => high + (low < '800' ? 'fff' : '000'),
        )),
    });
    assert.equal(answer.code, 1, answer.err);
  });

  test('NaN where there is a number', (t) => {
    const change = (each) => (each.outputs[0] = '7fc00000' + each.outputs[0].slice(8));
    assert.equal(changed(t, 'gloo', { pick: sumOf('full', 'float32'), change }).code, 1);
  });

  test('too few elements', (t) => {
    const change = (each) => (each.outputs[0] = each.outputs[0].slice(8));
    assertRefused(changed(t, 'gloo', { pick: sumOf('full', 'float32'), change }), '--references', 'case 1', 'rank 0');
  });
  test('half an element', (t) => {
    const change = (each) => (each.outputs[0] = each.outputs[0].slice(4));
    assertRefused(changed(t, 'gloo', { pick: sumOf('full', 'float32'), change }), '--references', 'case 1', 'float32');
  });
  test('an unknown element type', (t) => {
    const change = (each) => (each.dtype = 'float31');
    assertRefused(changed(t, 'gloo', { pick: sumOf('full', 'float32'), change }), '--references', 'case 1', 'float31');
  });
  test('more ranks than there are outputs', (t) => {
    const change = (each) => (each.ranks = 9);
    assertRefused(changed(t, 'gloo', { pick: sumOf('full', 'float32'), change }), '--references', 'case 1');
  });
  test('a root that is no rank', (t) => {
    const pick = (each) => each.collective === 'reduce';
    assertRefused(changed(t, 'gloo', { pick, change: (each) => (each.root = each.ranks) }), 'root');
  });
  test('counts for fewer parts than there are', (t) => {
    const pick = (each) => each.collective === 'all_gather_v';
    assertRefused(
      changed(t, 'gloo', { pick, change: (each) => each.counts.pop() }),
      '--references',
      'case 1',
      'counts',
    );
  });
  test('a file of another form', (t) => {
    const change = (_, results) => delete results.library;
    assertRefused(changed(t, 'gloo', { pick: () => true, change }), '--references', 'gloo.json', 'library');
  });
});

test('a folder without results is refused', (t) => {
  assertRefused(ringlet(['verify', '--references', scratchFolder(t)]), '--references', 'tests/references/vectors');
  assertRefused(ringlet(['verify', '--references', '/nowhere']), '--references', '/nowhere');
  assertRefused(ringlet(['verify', '--references', '--ranks', '3']), '--references', '--ranks');
});
