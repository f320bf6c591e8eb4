/** How `ringlet verify` tells in which order plans add up. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { json, planOf, ringlet, scratchFolder } from './ringlet.mjs';

const rows = json(['verify', '--ranks', '1..9']);
const row = (collective, algorithm) =>
  rows.find((each) => each.collective === collective && each.algorithm === algorithm);
const order = (collective, algorithm) => row(collective, algorithm).order;

test('rows that give the same bits have the same letter', () => {
  for (const [collective, algorithm] of [
    ['reduce_scatter', 'direct'],
    ['reduce_scatter_v', 'direct'],
    ['all_reduce', 'one_shot'],
    ['all_reduce', 'naive'],
    ['reduce', 'naive'],
  ])
    assert.equal(order(collective, algorithm), order('all_reduce', 'direct'), `${collective} ${algorithm}`);
  for (const algorithm of ['ring', 'rabenseifner', 'bruck', 'pat', 'hierarchical'])
    assert.equal(order('reduce_scatter', algorithm), order('all_reduce', algorithm), algorithm);
  const different = ['direct', 'ring', 'rabenseifner', 'bruck', 'pat', 'binomial', 'double_tree', 'recursive_doubling'];
  assert.equal(new Set(different.map((algorithm) => order('all_reduce', algorithm))).size, different.length);
});

test('what only moves data has no order', () => {
  assert.deepEqual([order('all_gather', 'ring'), row('all_gather', 'ring').in_rank_order], [null, null]);
});

test('rows say whether ranks are added in their order, for every root or for root 0 alone', () => {
  assert.equal(row('all_reduce', 'recursive_doubling').in_rank_order, 'yes');
  assert.equal(row('all_reduce', 'ring').in_rank_order, 'no');
  assert.equal(row('reduce', 'binomial').in_rank_order, 'root 0');
  assert.equal(row('all_reduce', 'ring').same_for_all_elements, false);
  assert.equal(row('all_reduce', 'rabenseifner').same_for_all_elements, true);
});

test('for two ranks there is one order only', () => {
  const letters = json(['verify', '--ranks', '2', '--collective', 'all_reduce']).map((each) => each.order);
  assert.deepEqual([...new Set(letters)].sort(), ['A', null]);
});

test('an algorithm that exists for none of the numbers of ranks has passed nothing', () => {
  const [only] = json(['verify', '--ranks', '3', '--algorithm', 'hierarchical', '--collective', 'all_reduce']);
  assert.deepEqual([only.plans, only.rules, only.ranks_rule, only.order], [0, [], 'composite', null]);
});

test('the table explains its letters', () => {
  const { out } = ringlet(['verify', '--ranks', '1..4', '--collective', 'all_reduce']);
  assert.match(out, /^order: .*same bits/m);
  assert.match(out, /^[A-Z] {2}one tree for all elements: all_reduce direct, all_reduce one_shot/m);
});

test('a plan from a file is told its order too', (t) => {
  const file = join(scratchFolder(t), 'plan.json');
  const told = (algorithm) => {
    writeFileSync(file, JSON.stringify(planOf('all_reduce', algorithm, 5)));
    return json(['verify', '--plan', file]);
  };
  const direct = { passed: true, violation: null, in_rank_order: true, same_on_all_ranks: true };
  assert.deepEqual(told('direct'), { ...direct, same_for_all_elements: true });
  assert.deepEqual(told('ring'), { ...direct, in_rank_order: false, same_for_all_elements: false });
  assert.match(ringlet(['verify', '--plan', file]).out, /passes.*not add up in rank order/);
});
