/**
 * The side-by-side benchmark: `npm run bench`. Builds Ringlet and times it; with `--peers` also Open MPI, MPICH, Gloo and
 * the limit of shared memory, which it installs and builds where they are missing; with `--wasm` also the WebAssembly
 * builds in Node, Chromium and Firefox; with `--page` also the page's budgets. `--only` leaves out all but these last
 * two, whose figures then replace those of before in the results. `--quick` is a few minutes' worth. Other options: see
 * below. Writes results.json, index.html and README.md into `--out`.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.mjs';
import { eachRanks } from './ranks.mjs';
import { isResults, withParts } from './report/results.mjs';
import { root, run } from './run.mjs';

const full = {
  ranks: '2,3,4,8',
  bytes: '1K,4K,16K,64K,256K,1M,4M,16M,64M',
  dtype: 'float32,bfloat16',
  rounds: '3',
  'batch-ms': '10',
  batches: '7',
  'idle-seconds': '10',
  'wasm-collective': 'all_reduce,reduce_scatter,all_gather,broadcast',
  'wasm-ranks': '4,2',
  'wasm-bytes': '1K,64K,1M,16M',
};
const quick = {
  ...full,
  ranks: '2,4',
  bytes: '1K,64K,1M,16M',
  dtype: 'float32',
  rounds: '1',
  'batch-ms': '2',
  batches: '3',
  'idle-seconds': '0',
  'wasm-collective': 'all_reduce',
  'wasm-bytes': '1K,1M',
};
const options = {
  peers: { type: 'boolean', default: false },
  wasm: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  only: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  collective: { type: 'string', default: 'all_reduce,reduce_scatter,all_gather,broadcast,reduce,all_to_all,barrier' },
  out: { type: 'string', default: 'build/bench' },
  ...Object.fromEntries(Object.keys(full).map((name) => [name, { type: 'string' }])),
};

const viteBuild = ['npx', 'vite', 'build', 'core/bench/browser', '-c', 'core/bench/browser/vite.config.ts'];

const wanted = wantedOrExplain();
process.exitCode = wanted ? await bench(wanted) : 2;

function wantedOrExplain() {
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    console.error(`${error.message.split('\n')[0]}; the options are --${Object.keys(options).join(', --')}.`);
    return null;
  }
  const all = { ...(values.quick ? quick : full), ...values, options: process.argv.slice(2).join(' ') };
  for (const name of ['rounds', 'batch-ms', 'batches', 'idle-seconds']) {
    if (/^\d{1,6}$/.test(all[name]) && (all[name] !== '0' || name === 'idle-seconds')) continue;
    console.error(`--${name} is '${all[name]}'; allowed are whole numbers from ${name === 'idle-seconds' ? 0 : 1}.`);
    return null;
  }
  // The command itself refuses what it is asked in vain; in browsers each contestant would fail by itself.
  const lists = {
    'wasm-collective': [/^[a-z_]+$/, 'names of collectives'],
    'wasm-ranks': [/^([1-9]|[1-5]\d|6[0-4])$/, 'whole numbers from 1 to 64 and ranges of them', eachRanks],
    'wasm-bytes': [/^[1-9]\d{0,8}[KMG]?$/, 'whole numbers with K, M or G behind them or not'],
  };
  for (const [name, [one, allowed, parts = (list) => list.split(',')]] of Object.entries(lists)) {
    const wrong = parts(all[name]).find((text) => !one.test(text));
    if (wrong === undefined) continue;
    console.error(`--${name} has '${wrong}' in it; allowed are ${allowed}, with commas between.`);
    return null;
  }
  if (all.only && !all.wasm && !all.page) {
    console.error('--only leaves nothing to measure; it needs --wasm, --page or both beside it.');
    return null;
  }
  return all;
}

/** The folder for the results, made before anything is measured, or null where it cannot be. */
function folderOrExplain(out) {
  try {
    mkdirSync(out, { recursive: true });
    accessSync(out, constants.W_OK);
    return out;
  } catch (error) {
    console.error(`--out is '${out}', which is no folder that can be written (${error.code}).`);
    return null;
  }
}

/** What is measured already; null where a file is there that is something else. */
function resultsOrExplain(file) {
  if (!existsSync(file)) return {};
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    if (isResults(results)) return results;
  } catch {
    // The sentence below says it too.
  }
  console.error(`${file} holds no results, beside which --only could put others.`);
  return null;
}

async function bench(asked) {
  const out = folderOrExplain(resolve(root, asked.out));
  const file = out && join(out, 'results.json');
  const before = file && (asked.only ? resultsOrExplain(file) : {});
  if (!before) return 2;
  const inBrowsers = asked.wasm || asked.page;
  if (!(await setUp('bench'))) return 1;
  if (inBrowsers && !((await setUp('browsers')) && (await succeeds('npm', '--silent', 'run', 'build')))) return 1;
  if (!(await built('native', 'ringlet', 'ringlet_traced'))) return 1;
  if (asked.peers) {
    // Whichever is missing in the end is left out.
    if (!(await setUp('peers'))) console.log('Going on with the peers that are there.');
    await built('peers', 'ringlet_peers');
  }
  if (inBrowsers && !((await built('wasm', 'ringlet_bench')) && (await succeeds(...viteBuild)))) return 1;

  const parts = await measured(asked);
  if (!parts) return 2;
  const results = withParts({ ...nothingElse(asked), ...before }, parts, describeMachine([]));
  // A row on a line.
  writeFileSync(file, `${JSON.stringify(results).replaceAll('{"contestant"', '\n{"contestant"')}\n`);
  const { writeReport } = await import('./report/report.mjs');
  writeReport(results, out);
  console.log(`\nThe results are in ${relative(root, out)}: results.json, index.html and README.md.`);
  const failures = [...(results.failures ?? []), ...(results.wasm?.failures ?? [])];
  for (const failure of failures) console.error(failure);
  return failures.length > 0 ? 1 : 0;
}

/** Results of which nothing but what `--only` leaves has been measured. */
function nothingElse(asked) {
  return {
    machine: describeMachine([]),
    asked,
    contestants: [],
    notes: [],
    failures: [],
    idlePercent: { least: null, median: null },
    rows: [],
  };
}

/** The parts of the results that were asked for, or null where what was asked cannot be measured. */
async function measured(asked) {
  const { Contest, Refused } = await import('./contest.mjs');
  const { traced } = await import('./traced.mjs');
  const parts = {};
  if (!asked.only) {
    const contest = new Contest(root, asked);
    for (const note of contest.notes) console.log(note);
    try {
      Object.assign(parts, await contest.run());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.error(error.message);
      return null;
    }
  }
  parts.traced = await traced();
  if (asked.wasm) parts.wasm = await (await import('./wasm.mjs')).wasmContest(root, asked);
  if (asked.page) parts.page = await (await import('./page.mjs')).measurePage();
  return parts;
}

const setUp = (purpose) => succeeds(process.execPath, '.ci/setup.mjs', purpose);

/** Configured again each time, since libraries may have come since. */
const built = async (preset, ...targets) =>
  (await succeeds('cmake', '--preset', preset)) &&
  (await succeeds('cmake', '--build', '--preset', preset, '--target', ...targets));

async function succeeds(...command) {
  const { code, timedOut } = await run(command, { deadline: 1800 });
  if (code !== 0) console.error(`${command.join(' ')} ended ${timedOut ? 'after its deadline' : `with ${code}`}.`);
  return code === 0;
}
