import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawNow, file } from '../../web/picture/animate.mjs';
import { messagesOf } from '../../web/picture/run-picture.mjs';
import { planOf, run } from './ringlet.mjs';

const ranks = [
  [1, 2, 3],
  [10, 20, 30],
  [100, 200, 300],
];
const { lanes } = planOf('reduce_scatter', 'ring', 3);
const sends = lanes.flatMap(([steps], rank) =>
  steps.flatMap(({ kind, peer, chunk }, step) => (kind === 'send' ? [{ rank, peer, chunk, step }] : [])),
);

test('the picture in the README is what a run draws now', () => assert.equal(drawNow(), readFileSync(file, 'utf8')));

test('a message carries what its sender held', () => {
  const { outputs } = run('reduce_scatter', 'ring', { ranks });
  const carried = messagesOf({ input: ranks, outputs, lanes, sends }).map(({ from, to, carries, sum }) => [
    `${from} to ${to}`,
    ...carries,
    ...sum,
  ]);
  assert.deepEqual(carried, [
    ['0 to 1', 3, 33],
    ['1 to 2', 10, 110],
    ['2 to 0', 200, 202],
    ['0 to 1', 202, 222],
    ['1 to 2', 33, 333],
    ['2 to 0', 110, 111],
  ]);
});

test('nothing is drawn that is not what the run gave', () => {
  const outputs = [[111], [222], [334]];
  assert.throws(() => messagesOf({ input: ranks, outputs, lanes, sends }), /rank 2 ended with 334/);
});
