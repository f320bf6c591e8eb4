/**
 * The side-by-side benchmark: `npm run bench`. Builds Ringlet and times it; with `--peers` also Open MPI, MPICH, Gloo and
 * the limit of shared memory, which it installs and builds where they are missing. `--quick` is a few minutes' worth.
 * Other options: see below. Writes results.json, index.html and README.md into `--out`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from './build.mjs';
import { root } from './process.mjs';
import { inSeconds, Progress } from './progress.mjs';
import { setupOrExplain } from './setup.mjs';
import { logOf, perform, tail } from './task.mjs';

const full = {
  ranks: '2,3,4,8',
  bytes: '1K,4K,16K,64K,256K,1M,4M,16M,64M',
  dtype: 'float32,bfloat16',
  rounds: '3',
  'batch-ms': '10',
  batches: '7',
  'idle-seconds': '10',
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
};
const options = {
  peers: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  collective: { type: 'string', default: 'all_reduce,reduce_scatter,all_gather,broadcast,reduce,all_to_all,barrier' },
  out: { type: 'string', default: 'build/bench' },
  ...Object.fromEntries(Object.keys(full).map((name) => [name, { type: 'string' }])),
};

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
  const all = { ...(values.quick ? quick : full), ...values };
  for (const name of ['rounds', 'batch-ms', 'batches', 'idle-seconds']) {
    if (/^\d{1,6}$/.test(all[name]) && (all[name] !== '0' || name === 'idle-seconds')) continue;
    console.error(`--${name} is '${all[name]}'; allowed are whole numbers from ${name === 'idle-seconds' ? 0 : 1}.`);
    return null;
  }
  return all;
}

async function bench(asked) {
  if (!(await setupOrExplain('bench'))) return 1;
  if (!(await built('ringlet', compile('native', 'ringlet')))) return 1;
  if (asked.peers) {
    // Whichever is missing in the end is left out.
    if (!(await setupOrExplain('peers'))) console.log('Going on with the peers that are there.');
    await built('peers', compile('peers', 'ringlet_peers'));
  }
  const { Contest, Refused } = await import('../core/bench/contest.mjs');
  const { writeReport } = await import('../core/bench/report/report.mjs');
  const contest = new Contest(root, asked);
  for (const note of contest.notes) console.log(note);
  let results;
  try {
    results = await contest.run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    return 2;
  }

  const out = resolve(root, asked.out);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  writeReport(results, out);
  console.log(`\nThe results are in ${relative(root, out)}: results.json, index.html and README.md.`);
  for (const failure of results.failures) console.error(failure);
  return results.failures.length > 0 ? 1 : 0;
}

async function built(name, commands) {
  const task = { name: `build ${name} for the benchmark`, commands, deadline: 1800 };
  const progress = new Progress();
  progress.begin(task.name);
  const { good, seconds, reason } = await perform(task, progress);
  progress.end(task.name, good, good ? inSeconds(seconds) : reason);
  progress.stop();
  if (!good) console.error(`${tail(logOf(task))}\n\nThe whole log is ${logOf(task)}.`);
  return good;
}
