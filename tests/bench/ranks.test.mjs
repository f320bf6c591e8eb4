import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachRanks, inRanks } from '../../core/bench/ranks.mjs';

test('ranges are taken apart, as ringlet bench takes them', () => {
  assert.deepEqual(eachRanks('2..4'), ['2', '3', '4']);
  assert.deepEqual(eachRanks('1..2,8,5..5'), ['1', '2', '8', '5']);
});

test('what is no range is left to the command, which refuses it', () => {
  for (const wrong of ['4..2', '2..', 'two', '', '1..2000', '1..1000000']) assert.deepEqual(eachRanks(wrong), [wrong]);
});

test('one rank is no plural', () => {
  assert.deepEqual([inRanks('1'), inRanks(2)], ['1 rank', '2 ranks']);
});
