/** The programs that the benchmark starts, each with a deadline and none outliving it. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const running = new Set();
/** With all that it has started: mpirun's ranks, for example. */
function stop(child, signal = 'SIGTERM') {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
process.on('exit', () => running.forEach((child) => stop(child)));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

/**
 * Runs a command in the project's folder for so many seconds at most. With `log` that file has what it says, and
 * `onLine` hears each line of standard output; otherwise the terminal has it.
 *
 * @returns {Promise<{ code: number | string, timedOut: boolean }>}
 */
export async function run([command, ...args], { log, env, deadline = 600, onLine } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: log ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running.add(child);
  let timedOut = false;
  const late = () => {
    timedOut = true;
    stop(child);
  };
  const timers = [setTimeout(late, deadline * 1000), setTimeout(() => stop(child, 'SIGKILL'), (deadline + 5) * 1000)];
  if (log) {
    mkdirSync(dirname(join(root, log)), { recursive: true });
    const file = createWriteStream(join(root, log));
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.on('close', () => file.end());
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.code));
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  for (const timer of timers) clearTimeout(timer);
  running.delete(child);
  return { code, timedOut };
}
