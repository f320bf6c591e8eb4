/** The report of `npm run bench` on a small measurement, whose ratios are worked out here by hand. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { median, settled } from '../../core/bench/rows.mjs';
import { page, readme } from '../../core/bench/report/report.mjs';
import { isResults, withParts } from '../../core/bench/report/results.mjs';
import { fastest, ringAgainstTrees, sized, targets } from '../../core/bench/report/targets.mjs';
import { wasmTargets } from '../../core/bench/report/wasm.mjs';

const results = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8'));
const KiB = 1024;
const MiB = 1024 * KiB;
const target = (what, collective, ranks, bytes) =>
  targets(results).find(
    (each) => each.what === what && each.collective === collective && each.ranks === ranks && each.bytes === bytes,
  );

test('the median of the rounds is what counts, and bandwidths follow from it', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([9, 1, 5, 3]), 4);
  assert.equal(median([7]), 7);
  const row = { bytes: 64000, rounds_us: [10, 64, 32], median_us: 10, algbw_GBps: 6.4, busbw_GBps: 12.8 };
  const { median_us, algbw_GBps, busbw_GBps } = settled(row);
  assert.deepEqual([median_us, algbw_GBps, busbw_GBps], [32, 2, 4]);
  assert.equal(settled({ ...row, busbw_GBps: null }).busbw_GBps, null);
});

test('sizes are shown in KiB and MiB', () => {
  assert.deepEqual([1020, KiB, 64 * KiB, 16 * MiB].map(sized), ['1020 B', '1 KiB', '64 KiB', '16 MiB']);
});

describe('targets', () => {
  test('are compared with the fastest peer that is right', () => {
    const line = target('against the best peer', 'all_reduce', 4, MiB);
    assert.deepEqual([line.ours, line.other, line.by], [200, 500, 'Open MPI, pairs']);
    assert.deepEqual([line.ratio, line.wanted, line.passed], [2.5, 'at least 2 x faster', true]);
    const few = fastest(results.rows, (row) => row.contestant === 'Gloo' && row.collective === 'all_reduce');
    assert.deepEqual([few.algorithm, few.median_us], ['ring', 1200], 'the faster one gave wrong elements');
  });

  test('fail where the ratio is too small', () => {
    const line = target('against the best peer', 'all_gather', 4, MiB);
    assert.deepEqual([line.ratio, line.wanted, line.passed], [1.1, 'at least 1.2 x faster', false]);
  });

  test('ask for less of two ranks at 16 MiB and of the smallest size', () => {
    const large = target('against the best peer', 'broadcast', 2, 16 * MiB);
    assert.deepEqual([large.ratio, large.wanted, large.passed], [1, 'not slower', true]);
    const small = target('against the best peer', 'all_reduce', 4, KiB);
    assert.deepEqual([small.ratio, small.wanted, small.passed], [0.5, 'not slower', false]);
  });

  test('hold all_reduce against the limit that pulls', () => {
    const line = target('against the direct limit', 'all_reduce', 4, MiB);
    assert.deepEqual([line.other, line.by, line.ratio, line.passed], [160, 'direct limit, pull', 1.25, true]);
    const small = target('against the direct limit', 'all_reduce', 4, KiB);
    assert.deepEqual([small.ratio, small.wanted, small.passed], [2.5, 'at most 2 x', false]);
  });

  test('take the ring alone, however fast the others are', () => {
    const line = target('ring alone against Open MPI', 'all_reduce', 4, MiB);
    assert.deepEqual([line.ours, line.other, line.ratio, line.passed], [400, 500, 1.25, true]);
  });

  test('say so where something was not measured', () => {
    const line = target('against the best peer', 'reduce_scatter', 2, 64 * KiB);
    assert.deepEqual([line.ratio, line.passed], [null, null]);
  });

  test('are those of all four collectives, both numbers of ranks and all sizes', () => {
    assert.equal(targets(results).length, 2 * 4 * 3 + 2 * 4 + 2 * 4 * 4 + 2);
  });
});

test('ring against trees: the sizes at which the ring is the fastest', () => {
  assert.deepEqual(ringAgainstTrees(results), {
    lines: [
      { bytes: KiB, ring: 12, binomial: 8, double_tree: 10 },
      { bytes: MiB, ring: 400, binomial: 600, double_tree: 450 },
    ],
    fastestAt: [MiB],
  });
});

test('the README has the figures, the verdicts and the machine', () => {
  const text = readme(results);
  assert.match(
    text,
    /\| against the best peer \| all_reduce \| 4 \| 1 MiB \| 200 \| 500 \| Open MPI, pairs \| 2.50 x \| at least 2 x faster \| pass \|/,
  );
  assert.match(text, /\| all_gather \| 4 \| 1 MiB \| 100 \| 110 \| .* \| 1.10 x \| .* \| fail \|/);
  assert.match(text, /4 pass, 3 fail, 59 not measured/);
  assert.match(text, /The ring is the fastest at 1 MiB\./);
  assert.match(text, /\| processor \| A processor \\\| of test \|/);
  assert.match(text, /\| openmpi-bin \| 4\.1\.4-3 \|/);
  assert.match(text, /MPICH is not there and is left out\./);
  assert.match(text, /\| Gloo \| old bcube \| all_reduce \| 4 \| 1 MiB \| 384 \|/);
});

test('what was not measured is a line for each kind of target, with what it takes', () => {
  const lines = (shown) => readme(shown).match(/^.*\| not measured.*$/gm);
  const empty = '|  '.repeat(8);
  assert.deepEqual(lines(results), [
    `| against the best peer ${empty}| not measured: 28 |`,
    `| against the direct limit ${empty}| not measured: 30 |`,
    `| ring alone against Open MPI ${empty}| not measured: 1 |`,
  ]);
  const ours = ({ contestant, name }) => (contestant ?? name) === 'Ringlet';
  const alone = { rows: results.rows.filter(ours), contestants: results.contestants.filter(ours) };
  assert.deepEqual(lines({ ...results, ...alone }), [
    `| against the best peer ${empty}| not measured: 32 (run with --peers) |`,
    `| against the direct limit ${empty}| not measured: 32 (run with --peers) |`,
    `| ring alone against Open MPI ${empty}| not measured: 2 (run with --peers) |`,
  ]);
});

describe('parts that were measured at different commits', () => {
  const [january, march] = [
    { commit: 'abc', measured: '2026-01-01', cpu: results.machine.cpu },
    { commit: 'def', measured: '2026-03-03', cpu: 'Another processor' },
  ];
  const line = { collective: 'all_reduce', ranks: 4, bytes: MiB, untraced_us: 200, traced_us: 208 };

  test('keep their commit and their day, and the report shows each', () => {
    const both = withParts(results, { traced: [line], page: [] }, march);
    assert.deepEqual(both.moments, { native: january, traced: march, page: march });
    const text = readme(both);
    assert.match(
      text,
      /\| Ringlet, native \| abc, measured 2026-01-01 on A processor.*\n\| Ringlet, traced \| def, measured 2026-03-03 on Another processor \|/,
    );
    assert.match(text, /\| Ringlet, page \| def, measured 2026-03-03 on Another processor \|/);
    assert.doesNotMatch(text, /Ringlet, wasm/);
    const again = withParts(both, { rows: results.rows }, march);
    assert.deepEqual(again.moments, { native: march, traced: march, page: march });
  });

  test('are one line where the commit is the same', () => {
    const text = readme(withParts(results, { traced: [line] }, january));
    assert.match(text, /\| Ringlet \| abc \|/);
    assert.match(text, /\| measured \| 2026-01-01 \|/);
  });
});

describe('the report by itself', () => {
  const program = fileURLToPath(new URL('../../core/bench/report/report.mjs', import.meta.url));
  const report = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

  test('writes both documents', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringlet-report-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { status, stderr } = report(fileURLToPath(new URL('results.json', import.meta.url)), folder);
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(readdirSync(folder).sort(), ['README.md', 'index.html']);
  });

  test('refuses what it cannot read or write in a sentence', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'ringlet-report-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'results.json');
    const refused = (args, ...words) => {
      const { status, stdout, stderr } = report(...args);
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, /^report: [^\n]+\.\n$/);
      for (const word of words) assert.ok(stderr.includes(word), `"${word}" is missing in: ${stderr}`);
    };
    refused([], 'RESULTS.json', 'FOLDER');
    refused([file, folder], file, 'ENOENT');
    const bad = [
      '',
      '{',
      '[]',
      '{"rows": []}',
      JSON.stringify({ ...results, rows: [{ contestant: 'Ringlet' }], wasm: 3 }),
    ];
    for (const text of bad) {
      writeFileSync(file, text);
      refused([file, folder], file, 'no results');
      assert.deepEqual(readdirSync(folder), ['results.json']);
    }
    writeFileSync(file, JSON.stringify(results));
    refused([file, join(folder, 'nowhere')], 'nowhere', 'ENOENT');
  });

  test('knows results when it sees them', () => {
    assert.equal(isResults(results), true);
    for (const other of [null, 3, [], {}, { ...results, rows: {} }, { ...results, machine: null }])
      assert.equal(isResults(other), false);
  });
});

test('the README says how to measure the same again', () => {
  const asked = { ...results.asked, options: '--peers --quick --out build/mine', out: 'build/mine' };
  const text = readme({ ...results, asked });
  assert.ok(text.includes('`npm run bench -- --peers --quick --out build/mine`'), text.slice(0, 600));
  assert.ok(text.includes('`node core/bench/report/report.mjs build/mine/results.json build/mine`'));
});

test('the page has a plot for each collective and number of ranks, each a line for who was measured there', () => {
  const html = page(results);
  const titles = [...html.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, title]) => title);
  assert.deepEqual(titles, [
    'all_reduce, 4 ranks',
    'all_gather, 4 ranks',
    'broadcast, 2 ranks',
    'barrier, 2 ranks',
    'all_reduce, 4 ranks, bfloat16',
  ]);
  const first = html.slice(html.indexOf('<h3>all_reduce, 4 ranks<'), html.indexOf('<h3>all_gather'));
  for (const name of ['ring', 'binomial', 'double_tree', 'direct', 'Open MPI', 'Gloo', 'direct limit'])
    assert.ok(first.includes(`</svg>${name}</span>`), `${name} in the legend`);
  for (const text of ['1 KiB', '1 MiB', 'Open MPI, pairs: 1 MiB, 500.00 us']) assert.ok(first.includes(text), text);
  assert.ok(!html.includes('NaN'), 'no number that is none');
  assert.ok(!/<script/.test(html), 'it is static');
  assert.match(html, /A processor \| of test/);
});

describe('WebAssembly, traces and the page', () => {
  const row = (contestant, bytes, median_us, more) => ({
    ...{ contestant, algorithm: 'direct', auto: true, collective: 'all_reduce', ranks: 4, bytes, dtype: 'float32' },
    ...{ in_place: false, median_us, wrong: 0, ...more },
  });
  const wasm = {
    contestants: ['native', 'Gloo', 'Node', 'Chromium', 'post-me in Chromium'].map((name) => ({ name })),
    versions: { Node: 'v20.19.0' },
    failures: [],
    idlePercent: 97,
    rows: [
      row('native', MiB, 100),
      row('native', 16 * MiB, 2100),
      row('Node', 16 * MiB, 3000),
      row('Chromium', MiB, 400),
      row('Chromium', 16 * MiB, 3500),
      row('Chromium', 16 * MiB, 1000, { auto: false, algorithm: 'ring' }),
      row('Gloo', MiB, 1200, { auto: undefined, algorithm: 'ring' }),
      row('post-me in Chromium', MiB, 40000, { auto: false, algorithm: 'binomial' }),
    ],
  };
  const traced = [{ collective: 'all_reduce', ranks: 4, bytes: MiB, untraced_us: 200, traced_us: 208 }];
  const budgets = [
    { budget: 'transfer', browser: 'Chromium', value: 119.6 },
    { budget: 'ready', browser: 'Firefox', value: 700, empty: 395 },
    { budget: 'frames', browser: 'Chromium', value: 59.8 },
  ];
  const all = { ...results, wasm, traced, page: budgets };

  test('are held against native speed where every rank has a core, or at 16 MiB', () => {
    const lines = wasmTargets({ ...all, machine: { ...results.machine, cores: 2 } });
    const said = lines.map(({ what, bytes, ratio, passed }) => [what, sized(bytes), ratio, passed]);
    assert.deepEqual(said, [
      ['traced against untraced', '1 MiB', 1.04, true],
      ['wasm in Node against native', '16 MiB', 0.7, true],
      ['wasm in Chromium against native', '16 MiB', 0.6, false],
      ['wasm in Chromium against native Gloo', '1 MiB', 3, true],
      ['wasm in Chromium against native Gloo', '16 MiB', null, null],
    ]);
    const four = wasmTargets({ ...all, machine: { ...results.machine, cores: 4 } });
    assert.deepEqual(
      four.filter(({ what, bytes }) => what === 'wasm in Chromium against native' && bytes === MiB).map((x) => x.ratio),
      [0.25],
    );
  });

  test('have tables of their own', () => {
    const text = readme(all);
    assert.match(text, /\| collective \| ranks \| size \| native \| Node \| Chromium \| post-me in Chromium \|/);
    assert.match(text, /\| all_reduce \| 4 \| 1 MiB \| 100 \| {2}\| 400 \(0\.25\) \| 40000 \(0\.00\) \|/);
    assert.match(text, /\| transferred with brotli until it is ready \| Chromium \| 120 KB \| at most 120 \| pass \|/);
    assert.match(
      text,
      /\| ready with 4 ranks \| Firefox \| 700 ms \| at most 632, 1\.6 times the 395 of an empty module \| fail \|/,
    );
    assert.match(text, /\| frames while stepping 16 ranks \| Chromium \| 60 per second \| at least 60 \| pass \|/);
    assert.match(page(all), /WebAssembly beside native/);
  });
});
