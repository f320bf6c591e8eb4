import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { algorithms, collectives } from './reference.mjs';
import { planOf, ringlet } from './ringlet.mjs';

const stepsOf = (plan, rank) => plan.lanes[rank].flat();

test("the ring's reduce-scatter on three ranks, step by step", () => {
  const plan = planOf('reduce_scatter', 'ring', 3);
  assert.deepEqual(
    [plan.collective, plan.algorithm, plan.ranks, plan.chunks, plan.slices, plan.in_place],
    ['reduce_scatter', 'ring', 3, 3, 1, false],
  );
  for (let rank = 0; rank < 3; ++rank) {
    const steps = stepsOf(plan, rank);
    const right = (rank + 1) % 3;
    const left = (rank + 2) % 3;
    const moves = steps.map(({ kind, peer, chunk, round }) => ({ kind, peer, chunk, round }));
    assert.deepEqual(moves, [
      { kind: 'send', peer: right, chunk: (rank + 2) % 3, round: 0 },
      { kind: 'recv', peer: left, chunk: (rank + 1) % 3, round: 0 },
      { kind: 'send', peer: right, chunk: (rank + 1) % 3, round: 1 },
      { kind: 'recv', peer: left, chunk: rank, round: 1 },
    ]);
    const [first, , , last] = steps;
    assert.deepEqual([first.src, first.dst, first.acc], [['input', (rank + 2) % 3], null, null]);
    assert.deepEqual([last.src, last.dst, last.acc], [null, ['output', 0], ['input', rank]]);
    for (const step of steps) {
      assert.equal(step.reverse, false);
      assert.equal(step.more, false);
    }
  }
});

describe('every plan has the form of its contract', () => {
  for (const collective of collectives)
    for (const algorithm of algorithms)
      test(`${collective} by ${algorithm}`, () => {
        for (const ranks of [1, 2, 3, 4, 7, 16])
          for (const more of [[], ['--in-place']]) {
            const plan = planOf(collective, algorithm, ranks, more);
            assert.equal(plan.ranks, ranks);
            assert.equal(plan.in_place, more.length > 0);
            assert.equal(plan.lanes.length, ranks);
            if (collective !== 'all_reduce') assert.equal(plan.chunks, ranks * plan.slices);
            for (let rank = 0; rank < ranks; ++rank)
              for (const step of stepsOf(plan, rank)) checkStep(plan, rank, step);
          }
      });
});

function checkStep(plan, rank, step) {
  const where = `rank ${rank}: ${JSON.stringify(step)}`;
  const keys = ['acc', 'chunk', 'dst', 'kind', 'more', 'peer', 'reverse', 'round', 'src'];
  assert.deepEqual(Object.keys(step).sort(), keys, where);
  assert.ok(step.chunk >= 0 && step.chunk < plan.chunks, where);
  if (step.kind !== 'local') assert.ok(step.peer >= 0 && step.peer < plan.ranks && step.peer !== rank, where);
  assert.equal(step.src !== null, step.kind !== 'recv', where);
  assert.equal(step.dst !== null, step.kind !== 'send', where);
  for (const slot of [step.src, step.dst, step.acc].filter(Boolean)) {
    const [space, index] = slot;
    const long = plan.collective === 'all_reduce' ? plan.chunks : plan.ranks * plan.slices;
    const short = plan.collective === 'all_reduce' ? plan.chunks : plan.slices;
    const size = {
      input: plan.collective === 'all_gather' ? short : long,
      output: plan.collective === 'reduce_scatter' ? short : long,
      scratch: plan.scratch_slots,
    }[space];
    assert.ok(Number.isInteger(index) && index >= 0 && index < size, where);
  }
}

test('sends and receives pair off, in order, on every connection', () => {
  for (const collective of collectives)
    for (const algorithm of algorithms) {
      const plan = planOf(collective, algorithm, 6);
      const chunks = (rank, kind, peer) =>
        stepsOf(plan, rank)
          .filter((step) => step.kind === kind && step.peer === peer)
          .map((step) => step.chunk);
      for (let from = 0; from < 6; ++from)
        for (let to = 0; to < 6; ++to) assert.deepEqual(chunks(from, 'send', to), chunks(to, 'recv', from));
    }
});

test('without --json the plan is a table for people', () => {
  const { code, out, err } = ringlet(['plan', '--collective', 'all_gather', '--algorithm', 'ring', '--ranks', 3]);
  assert.deepEqual([code, err], [0, '']);
  assert.throws(() => JSON.parse(out));
  for (const word of ['send', 'recv', 'input', 'output']) assert.ok(out.includes(word), word);
});
