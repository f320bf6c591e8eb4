import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serving } from './bytes.mjs';
import { callOf, collectives, inputOf, isRooted } from './contract.mjs';
import { assertRefused, planOf, ringlet, run, scratchFolder } from './ringlet.mjs';

const total = (entries) => entries.reduce((sum, entry) => sum + entry.bytes, 0);

test('--bytes writes a line per send, and they add up to what each rank sent', (t) => {
  const file = join(scratchFolder(t), 'bytes.jsonl');
  for (const collective of collectives)
    for (const algorithm of serving(collective, 4)) {
      const result = run(collective, algorithm, inputOf(callOf(collective, 4, 7, 2)), ['--bytes', file]);
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1).map(JSON.parse);
      result.bytes_sent.forEach((bytes, rank) => {
        assert.equal(total(lines.filter((line) => line.rank === rank)), bytes);
      });
      result.bytes_received.forEach((bytes, rank) => {
        assert.equal(total(lines.filter((line) => line.peer === rank)), bytes);
      });
      const { lanes } = planOf(collective, algorithm, 4, isRooted(collective) ? ['--root', 2] : []);
      const sends = lanes.flat(2).filter((step) => step.kind === 'send');
      assert.equal(lines.length, sends.length, `${collective} by ${algorithm}`);
      for (const line of lines) {
        assert.deepEqual([line.collective, line.algorithm], [collective, algorithm]);
        const planned = lanes[line.rank].map((lane) => lane[line.step]);
        assert.ok(
          planned.some((step) => step?.kind === 'send' && step.peer === line.peer && step.chunk === line.chunk),
          JSON.stringify(line),
        );
      }
    }
});

test('--trace writes what Perfetto reads: a row per rank, a slice per step, in the order of the plan', (t) => {
  const file = join(scratchFolder(t), 'trace.json');
  const result = run('all_reduce', 'ring', inputOf(callOf('all_reduce', 3, 7)), ['--trace', file]);
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
  const { lanes } = planOf('all_reduce', 'ring', 3);
  for (let rank = 0; rank < 3; ++rank) {
    const row = traceEvents.filter((event) => event.tid === rank);
    assert.ok(row.some((event) => event.ph === 'M' && event.args.name === `rank ${rank}`));
    const slices = row.filter((event) => event.ph === 'X');
    for (const { ts, dur } of slices) assert.ok(ts >= 0 && dur >= 0);
    const steps = slices.filter((event) => event.args);
    assert.deepEqual(
      steps.map((event) => event.args.step),
      lanes[rank].flat().map((_, index) => index),
    );
    const sends = steps.filter((event) => event.name.startsWith('send'));
    assert.equal(total(sends.map((event) => event.args)), result.bytes_sent[rank]);
  }
});

test('a file that cannot be written is refused', (t) => {
  const file = join(scratchFolder(t), 'no', 'such', 'folder');
  const words = 'run --collective all_reduce --input -'.split(' ');
  for (const option of ['--trace', '--bytes'])
    assertRefused(ringlet([...words, option, file], { ranks: [[1]] }), option, file);
});

test('one file for both, however it is spelled, is refused', (t) => {
  const folder = scratchFolder(t);
  const words = 'run --collective all_reduce --input -'.split(' ');
  const names = [join(folder, 'x'), `${folder}/./x`];
  for (const other of names)
    assertRefused(ringlet([...words, '--trace', names[0], '--bytes', other], { ranks: [[1]] }), '--trace', '--bytes');
});
