/**
 * Sets up, runs all tests and ends with the line `N passed, N failed`. `--quick` leaves those of a minute; words, as in
 * `npm test -- tsan clang-tidy`, leave the tasks with one of them in their name. `--references` runs the comparison with
 * other libraries instead, `--with-references` after the tests; `--stress` the ten minutes of random calls instead.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJunit } from './junit.mjs';
import { root } from './process.mjs';
import { inSeconds, Progress } from './progress.mjs';
import { schedule } from './schedule.mjs';
import { setupOrExplain } from './setup.mjs';
import { logOf, perform, tail } from './task.mjs';
import { tasksNamed } from './tasks.mjs';

const cores = 2;
const began = performance.now();
const total = { passed: 0, failed: 0 };

const options = process.argv.slice(2);
const instead = { '--references': 'reference', '--stress': 'stress' };
const known = ['--quick', '--with-references', ...Object.keys(instead)];
const unknown = options.find((option) => option.startsWith('-') && !known.includes(option));
if (unknown !== undefined) {
  console.error(`The option '${unknown}' is not known; the options are ${known.join(', ')}, and words name tasks.`);
  process.exit(2);
}
const parts = [instead[options.find((option) => option in instead)] ?? 'test'];
if (options.includes('--with-references')) parts.push('reference');

for (const part of parts) {
  if (await setupOrExplain(part)) await runAll(part);
  else total.failed += 1;
}

console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s in all`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runAll(part) {
  const quick = options.includes('--quick');
  const words = options.filter((option) => !option.startsWith('--'));
  const tasks = tasksNamed(part, words).filter((task) => task.quick || !quick);
  if (tasks.length === 0) {
    const all = tasksNamed(part, []).map(({ name }) => name);
    console.log(`No task has one of these words in its name: ${words.join(' ')}; the tasks are ${all.join('; ')}.`);
    total.failed += 1;
    return;
  }
  const progress = new Progress();
  await schedule(tasks, cores, async (task, failedBefore) => {
    const { passed, failures, summary } = await runTask(task, failedBefore, progress);
    total.passed += passed;
    total.failed += failures.length;
    progress.end(task.name, failures.length === 0, summary);
    showAll(failures);
    return failures.length === 0 || !task.build;
  });
  progress.stop();
}

async function runTask(task, failedBefore, progress) {
  if (failedBefore.length > 0) {
    const failure = { name: task.name, message: `not run, because this failed: ${failedBefore.join(', ')}` };
    return { passed: 0, failures: [failure], summary: 'not run' };
  }
  progress.begin(task.name);
  const ended = task.fresh?.() ? { good: true, seconds: 0 } : await perform(task, progress);
  if (ended.good) task.done?.();
  const counted = count(task, ended);
  return { ...counted, summary: summarise(task, counted, ended.seconds) };
}

/** A task that ends badly, or whose report holds no case, has failed whatever its report says. */
function count(task, { good, reason }) {
  const broken = (message) => ({ name: task.name, message: `${message}\n${tail(logOf(task))}\nlog: ${logOf(task)}` });
  if (!task.report) return { passed: good && !task.build ? 1 : 0, failures: good ? [] : [broken(reason)] };
  const file = join(root, task.report);
  const { passed, failures } = existsSync(file) ? readJunit(readFileSync(file, 'utf8')) : { passed: 0, failures: [] };
  if (!good && failures.length === 0) failures.push(broken(reason));
  else if (passed + failures.length === 0) failures.push(broken('no test ran'));
  return { passed, failures };
}

function summarise(task, { passed, failures }, seconds) {
  const counts = task.build ? '' : `${passed} passed${failures.length > 0 ? `, ${failures.length} failed` : ''}`;
  return `${inSeconds(seconds)}  ${counts}`.trimEnd();
}

function showAll(failures) {
  const most = 8;
  for (const { name, message } of failures.slice(0, most)) {
    const lines = message.split('\n').filter((line) => !/^\s+at .*node:internal/.test(line));
    console.log(`\n      ${name}\n${lines.slice(0, 40).join('\n').replace(/^/gm, '        ')}\n`);
  }
  if (failures.length > most) console.log(`      and ${failures.length - most} more; all are in build/reports\n`);
}
