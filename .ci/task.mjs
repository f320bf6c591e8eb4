/** A task is commands run one after the other, until one fails, with one log. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from './process.mjs';

const slug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
export const logOf = (task) => `build/logs/${slug(task.name)}.log`;
export const reportOf = (name) => `build/reports/${slug(name)}.xml`;

/** Resolves to `{ good, seconds, reason }`, the reason being a sentence when it went wrong. */
export async function perform(task, progress) {
  const log = logOf(task);
  for (const file of [log, reportOf(task.name)]) {
    rmSync(join(root, file), { force: true });
    mkdirSync(dirname(join(root, file)), { recursive: true });
  }
  let seconds = 0;
  for (const command of task.commands()) {
    const { deadline = 600, env, output } = task;
    const onLine = (line) => progress.hear(task.name, line);
    const ended = await run(command, { log, env, output, deadline: deadline - seconds, onLine });
    seconds += ended.seconds;
    if (ended.timedOut) return { good: false, seconds, reason: `stopped after its deadline of ${deadline} s` };
    if (ended.code !== 0) return { good: false, seconds, reason: `${command[0]} ended with ${ended.code}` };
  }
  return { good: true, seconds };
}

export function tail(file, lines = 30) {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
