#!/usr/bin/env node
/**
 * The README's moving picture, from a real run: `node web/picture/animate.mjs`, once build/native/ringlet is built, writes
 * web/picture/reduce-scatter.svg. The messages are those of the run's byte log. What they carry follows from the plan, and
 * must end in what the run gave.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawRun } from './run-picture.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const file = here('reduce-scatter.svg');

const call = ['--collective', 'reduce_scatter', '--algorithm', 'ring', '--json'];
const input = [1, 10, 100].map((one) => [1, 2, 3, 4, 5, 6].map((k) => k * one));

const ringlet = (args, given = '') =>
  JSON.parse(execFileSync(here('../../build/native/ringlet'), args, { input: given, encoding: 'utf8' }));

export function drawNow() {
  const folder = mkdtempSync(join(tmpdir(), 'ringlet-'));
  try {
    const log = join(folder, 'bytes.jsonl');
    const { outputs } = ringlet(['run', ...call, '--bytes', log, '--input', '-'], JSON.stringify({ ranks: input }));
    const { lanes } = ringlet(['plan', ...call, '--ranks', String(input.length)]);
    const sends = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return drawRun({ input, outputs, lanes, sends });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, drawNow());
