import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serving } from './bytes.mjs';
import { collectives, hasInPlace } from './contract.mjs';
import { assertRefused, json, planOf, ringlet, scratchFolder } from './ringlet.mjs';

function verifyPlan(t, plan) {
  const file = join(scratchFolder(t), 'plan.json');
  writeFileSync(file, typeof plan === 'string' ? plan : JSON.stringify(plan));
  return ringlet(['verify', '--plan', file]);
}

/** A wrong plan: exit 1, and the answer names rank, step, chunk and rule. */
function assertRejected(answer, rules, rank) {
  assert.equal(answer.code, 1, answer.out + answer.err);
  const text = answer.out + answer.err;
  assert.match(text, new RegExp(`\\b(${rules})\\b`), text);
  for (const word of ['rank', 'step', 'chunk']) assert.match(text, new RegExp(`\\b${word} \\d+`), text);
  if (rank !== undefined) assert.match(text, new RegExp(`\\brank ${rank}\\b`), text);
}

test('every algorithm passes for 1 to 16 ranks, a row each', () => {
  const { code, out, err } = ringlet(['verify', '--ranks', '1..16']);
  assert.deepEqual([code, err], [0, '']);
  const rows = out.split('\n').map((line) => line.split(/\s{2,}/));
  for (const collective of collectives)
    for (const algorithm of serving(collective)) {
      const row = rows.find((cells) => cells[0] === collective && cells[1] === algorithm);
      assert.match(row?.at(-1) ?? '', /^V1, V2/, `a row for ${collective} by ${algorithm}`);
    }
});

test('the ring passes for 1 to 64 ranks, in under ten seconds', () => {
  const { code, milliseconds } = ringlet(['verify', '--ranks', '1..64', '--algorithm', 'ring']);
  assert.equal(code, 0);
  assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
});

test('1024 ranks, the most that there can be, have plans and pass', () => {
  assert.equal(planOf('all_reduce', 'binomial', 1024).lanes.length, 1024);
  for (const [collective, algorithm, plans] of [
    ['broadcast', 'ring', 6],
    ['all_reduce', 'recursive_doubling', 2],
    ['all_reduce', 'double_tree', 2],
  ]) {
    const [row] = json(['verify', '--ranks', 1024, '--collective', collective, '--algorithm', algorithm]);
    assert.deepEqual([row.violation, row.plans], [null, plans]);
  }
});

test('one collective and one algorithm can be chosen, and the default covers more than one number of ranks', () => {
  const { code, out } = ringlet(['verify', '--collective', 'all_gather', '--algorithm', 'ring', '--ranks', '1..5']);
  assert.equal(code, 0);
  assert.ok(out.includes('all_gather') && out.includes('ring'));
  for (const other of ['reduce_scatter', 'all_reduce', 'naive', 'direct']) assert.ok(!out.includes(other), other);
  assert.equal(ringlet(['verify', '--algorithm', 'direct']).code, 0);
  assert.equal(ringlet(['verify', '--algorithm', 'direct', '--ranks', '7']).code, 0);
  assert.match(ringlet(['verify', '--algorithm', 'direct', '--ranks', '7']).out, / direct +7 +\d/);
});

test('verify --json says the same', () => {
  const rows = json(['verify', '--ranks', '1..4']);
  const text = JSON.stringify(rows);
  for (const name of [
    ...collectives,
    ...collectives.flatMap((each) => serving(each)),
    'V1',
    'V2',
    'V3',
    'V4',
    'V7',
    'V8',
  ])
    assert.ok(text.includes(name), name);
});

test('a plan that the command printed passes', (t) => {
  for (const collective of collectives)
    for (const algorithm of serving(collective, 4))
      for (const more of hasInPlace(collective) ? [[], ['--in-place']] : [[]]) {
        const answer = verifyPlan(t, planOf(collective, algorithm, 4, more));
        assert.deepEqual([answer.code, answer.err], [0, ''], answer.out);
      }
});

describe('a wrong plan is rejected by the rule that it breaks', () => {
  const wrong = (what, rules, spoil, rank) =>
    test(what, (t) => {
      const plan = planOf('reduce_scatter', 'ring', 4);
      spoil(plan.lanes);
      assertRejected(verifyPlan(t, plan), rules, rank);
    });

  wrong('a peer that does not exist', 'V1', (lanes) => (lanes[2][0][0].peer = 4), 2);
  wrong('a rank that sends to itself', 'V1', (lanes) => (lanes[2][0][0].peer = 2), 2);
  wrong('a slot that does not exist', 'V1', (lanes) => (lanes[1][0][0].src = ['input', 4]), 1);
  wrong('a write into the input', 'V1', (lanes) => (lanes[3][0].at(-1).dst = ['input', 3]), 3);
  wrong('a receive too few', 'V2', (lanes) => lanes[1][0].pop());
  wrong('a send too few', 'V2', (lanes) => lanes[0][0].shift());
  wrong('another chunk than the one sent', 'V1|V2', (lanes) => (lanes[1][0][1].chunk = (lanes[1][0][1].chunk + 1) % 4));
  wrong('a contribution left out', 'V4', (lanes) => (lanes[2][0].at(-1).acc = null));
  wrong('everyone receives before anyone sends', 'V3', (lanes) => {
    for (const [steps] of lanes) [steps[0], steps[1]] = [steps[1], steps[0]];
  });
});

describe('a file that is no plan is refused', () => {
  test('one that is not there', (t) => {
    const file = join(scratchFolder(t), 'missing.json');
    assertRefused(ringlet(['verify', '--plan', file]), '--plan', file);
  });
  for (const [what, spoil] of Object.entries({
    'not JSON': () => 'send 1 to 2',
    'a list': () => [],
    'no lanes': (plan) => ({ ...plan, lanes: undefined }),
    'lanes for fewer ranks': (plan) => ({ ...plan, lanes: plan.lanes.slice(1) }),
    'lanes that are numbers': (plan) => ({ ...plan, lanes: [1, 2, 3] }),
    'no ranks': (plan) => ({ ...plan, ranks: 0, lanes: [] }),
    'a billion ranks': (plan) => ({ ...plan, ranks: 1e9 }),
    'a billion chunks': (plan) => ({ ...plan, chunks: 1e9 }),
    'a billion scratch slots': (plan) => ({ ...plan, scratch_slots: 1e9 }),
    'an unknown collective': (plan) => ({ ...plan, collective: 'gossip' }),
    'an unknown kind of step': (plan) => withStep(plan, { kind: 'wait' }),
    'a slot in an unknown space': (plan) => withStep(plan, { src: ['heap', 0] }),
    'a negative slot': (plan) => withStep(plan, { src: ['input', -1] }),
    'a chunk that is a string': (plan) => withStep(plan, { chunk: '0' }),
    'a peer of 64 bits': (plan) => withStep(plan, { peer: 2 ** 40 }),
  }))
    test(what, (t) => assertRefused(verifyPlan(t, spoil(planOf('all_reduce', 'ring', 3))), '--plan'));
});

function withStep(plan, changes) {
  Object.assign(plan.lanes[0][0][0], changes);
  return plan;
}
