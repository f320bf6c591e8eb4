/** Runs the command as a user would, and says what is expected of every answer. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../../build/native/ringlet', import.meta.url));

/** No calibration of the user's: auto goes by the built-in costs. */
const nowhere = { XDG_CACHE_HOME: join(tmpdir(), 'ringlet-tests-keep-nothing-here') };

/** `input` goes to standard input, as JSON unless it is a string or bytes. */
export function ringlet(args, input = '', environment = nowhere) {
  const raw = typeof input === 'string' || input instanceof Uint8Array;
  const began = performance.now();
  const { status, signal, stdout, stderr, error } = spawnSync(command, args.map(String), {
    input: raw ? input : JSON.stringify(input),
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 60_000,
    maxBuffer: 1 << 28,
  });
  // A command that refuses its arguments may close its input before all of it was written.
  if (error && error.code !== 'EPIPE') throw error;
  return { code: status ?? signal, out: stdout, err: stderr, milliseconds: performance.now() - began };
}

/** Runs it, expects success and nothing on standard error, and reads the JSON that it prints. */
export function json(args, input) {
  const answer = ringlet([...args, '--json'], input);
  assert.equal(answer.err, '');
  assert.equal(answer.code, 0);
  return JSON.parse(answer.out);
}

export const run = (collective, algorithm, input, more = []) =>
  json(['run', '--collective', collective, '--algorithm', algorithm, '--input', '-', ...more], input);

export const planOf = (collective, algorithm, ranks, more = []) =>
  json(['plan', '--collective', collective, '--algorithm', algorithm, '--ranks', ranks, ...more]);

/** The input was refused: exit 2 and one sentence on standard error that says `words`; nothing on standard output. */
export function assertRefused(answer, ...words) {
  assert.equal(answer.code, 2, `exit code of: ${answer.err || answer.out}`);
  assert.equal(answer.out, '');
  assertSentence(answer.err, ...words);
}

export function assertSentence(text, ...words) {
  assert.match(text, /^[^\n]+\.\n$/, 'one line that ends as a sentence does');
  assert.ok(text.length < 500, `a sentence of ${text.length} characters`);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f]/, 'no control characters reach the terminal');
  for (const word of words) assert.ok(text.includes(word), `"${word}" is missing in: ${text}`);
}

const fine = { ranks: [[1], [2]] };
const fineOptions = {
  '--collective': 'all_reduce',
  '--algorithm': 'ring',
  '--op': 'sum',
  '--dtype': 'int32',
  '--input': '-',
};

/** `ringlet run` on a small call that is fine but for these options (without those that are null) or this input. */
export const runWith = (options, input = fine, more = []) => {
  const given = Object.entries({ ...fineOptions, ...options }).filter(([, value]) => value !== null);
  return ringlet(['run', ...given.flat(), ...more], input);
};

/** A folder of this test's own, gone when the test ends. */
export function scratchFolder(test) {
  const folder = mkdtempSync(join(tmpdir(), 'ringlet-'));
  test.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
