/** What `npm run bench` and `npm test` refuse before they build anything: a sentence, and exit 2. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../core/bench/bench.mjs', import.meta.url));
const tester = fileURLToPath(new URL('../../.ci/test.mjs', import.meta.url));

function assertRefused(args, ...words) {
  refusedBy(program, args, ...words);
}

function refusedBy(script, args, ...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [2, ''], stderr);
  assert.match(stderr, /^[^\n]+\.\n$/);
  for (const word of words) assert.ok(stderr.includes(word), `"${word}" is missing in: ${stderr}`);
}

describe('wrong options are refused before anything is measured', () => {
  for (const [args, ...words] of [
    [['--fast'], '--fast', '--quick'],
    [['--rounds', '0'], '--rounds', "'0'", '1'],
    [['--batch-ms', 'x'], '--batch-ms', "'x'"],
    [['--only'], '--only', '--wasm', '--page'],
    [['--only', '--wasm', '--wasm-bytes', '1K,1k'], '--wasm-bytes', "'1k'", 'K, M or G'],
    [['--wasm', '--wasm-ranks', '2,65'], '--wasm-ranks', "'65'", '64'],
    [['--wasm', '--wasm-ranks', '2..65'], '--wasm-ranks', "'65'", '64', 'ranges'],
    [['--wasm', '--wasm-ranks', '4..2'], '--wasm-ranks', "'4..2'", '64'],
    [['--wasm', '--wasm-collective', 'all_reduce,'], '--wasm-collective', "''"],
    [['--out', program], '--out', program, 'folder'],
  ])
    test(args.join(' ').replace(program, 'FILE'), () => assertRefused(args, ...words));

  test('--only beside results that are none', (t) => {
    const out = mkdtempSync(join(tmpdir(), 'ringlet-bench-'));
    t.after(() => rmSync(out, { recursive: true }));
    for (const none of ['{', '[]', '{"rows": 3}']) {
      writeFileSync(join(out, 'results.json'), none);
      assertRefused(['--only', '--page', '--out', out], join(out, 'results.json'), '--only');
    }
  });
});

test('npm test takes no option that it does not know for all of its tests', () => {
  for (const option of ['--help', '--qick', '-h']) refusedBy(tester, [option], option, '--quick', '--stress');
});
