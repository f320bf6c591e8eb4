/** Child processes that never outlive this one and never run without a deadline. */
import { spawn } from 'node:child_process';
import { closeSync, createWriteStream, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const running = new Set();
/** Asks first: ninja has its compilers in groups of their own, and only ends them if it is asked. */
const stop = (child, signal = 'SIGTERM') => {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};
process.on('exit', () => running.forEach((child) => stop(child)));
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of stopSignals) process.on(signal, () => process.exit(130));

/**
 * Runs a command in the project's folder, its output going to the file `log`. Resolves to `{ code, timedOut, seconds }`;
 * `onLine` hears each line of standard output. With `output` that goes straight into this file instead, and nobody
 * hears it: a program in Node that fills a pipe faster than this process reads it would fail. A command that `asks`
 * (sudo, for a password) keeps the terminal; the others get a process group of their own, which ends with this process.
 */
export function run([command, ...args], { log, output, env, deadline = 600, onLine, asks = false }) {
  for (const file of [log, output]) if (file) mkdirSync(dirname(file), { recursive: true });
  const outputFile = output && openSync(output, 'w');
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [asks ? 'inherit' : 'ignore', outputFile ?? 'pipe', 'pipe'],
    detached: !asks,
  });
  if (output) closeSync(outputFile);
  if (!asks) running.add(child);
  const logFile = createWriteStream(log);
  child.stdout?.pipe(logFile, { end: false });
  child.stderr.pipe(logFile, { end: false });
  if (child.stdout && onLine) hearLines(child.stdout, onLine);

  return new Promise((resolve) => {
    let timedOut = false;
    let patience;
    const timer = setTimeout(() => {
      timedOut = true;
      if (asks) return child.kill();
      stop(child);
      patience = setTimeout(() => stop(child, 'SIGKILL'), 5000);
    }, deadline * 1000);
    const end = async (code) => {
      clearTimeout(timer);
      clearTimeout(patience);
      running.delete(child);
      const seconds = (performance.now() - began) / 1000;
      await new Promise((done) => logFile.end(done));
      resolve({ code, timedOut, seconds });
    };
    child.on('error', (error) => logFile.write(`${error.message}\n`));
    child.on('close', (code, signal) => end(code ?? signal));
  });
}

function hearLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
}
