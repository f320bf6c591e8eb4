/**
 * After the three libraries have run: their results are those that are stored, bit for bit, and Ringlet's are within
 * tolerance of them.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { libraryNames } from './cases.mjs';

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const liveFolder = pathOf('../../build/references/live');
const read = (folder, library) => JSON.parse(readFileSync(`${folder}/${library}.json`, 'utf8'));

const titleOf = ({ outputs: _, ...fields }) => JSON.stringify(fields);

for (const library of libraryNames)
  describe(library, () => {
    const live = read(liveFolder, library);
    const stored = read(pathOf('vectors'), library);

    test('the stored results are of this version and of these cases', () => {
      const { cases: liveCases, ...liveHeader } = live;
      const { cases: storedCases, ...storedHeader } = stored;
      assert.deepEqual(liveHeader, storedHeader);
      assert.deepEqual(liveCases.map(titleOf), storedCases.map(titleOf));
    });

    for (const [index, each] of live.cases.entries())
      test(titleOf(each), () => assert.deepEqual(each.outputs, stored.cases[index].outputs));
  });

test('Ringlet is within tolerance of what they gave just now', () => {
  const { status, stdout, stderr } = spawnSync(
    pathOf('../../build/native/ringlet'),
    ['verify', '--references', liveFolder],
    {
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  assert.equal(status, 0, stderr || stdout);
});
