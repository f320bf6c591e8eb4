import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exists, serving } from './bytes.mjs';
import { collectives, hasInPlace, isRooted, rootsOf, uniform } from './contract.mjs';
import { assertRefused, planOf, ringlet, run } from './ringlet.mjs';

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

test('auto chooses as run does, by the size, and says what', () => {
  const words = (collective, ...more) => ['plan', '--collective', collective, '--ranks', 4, ...more];
  const algorithms = ['64', '64M'].map((bytes) => {
    const asked = words('all_to_all', '--algorithm', 'auto', '--bytes', bytes);
    const { code, out, err } = ringlet(asked);
    assert.deepEqual([code, err], [0, '']);
    const [, algorithm] = out.match(/^all_to_all by (\w+) \(auto for (?:64|64M)\), 4 ranks, /);
    assert.deepEqual(planOf('all_to_all', 'auto', 4, ['--bytes', bytes]), planOf('all_to_all', algorithm, 4));
    return algorithm;
  });
  assert.deepEqual(algorithms, ['bruck', 'pairwise']);
  assert.match(ringlet(words('all_to_all', '--algorithm', 'auto')).out, /^all_to_all by pairwise \(auto for 1M\), /);
  assert.match(ringlet(words('barrier', '--algorithm', 'auto')).out, /^barrier by \w+ \(auto\), /);
  const input = { ranks: Array.from({ length: 4 }, () => Array.from({ length: 16 }, (_, i) => i)) };
  assert.equal(run('all_to_all', 'auto', input).algorithm, 'bruck');
});

test('a size for which nothing is chosen, or that is none, is refused', () => {
  const asked = (...more) => ringlet(['plan', '--collective', 'all_reduce', '--ranks', 4, ...more]);
  assertRefused(asked('--algorithm', 'ring', '--bytes', '1M'), '--bytes', '1M', 'ring', 'auto');
  assertRefused(asked('--algorithm', 'auto', '--bytes', '1X'), '--bytes', '1X', 'K, M or G');
});

describe('every plan has the form of its contract', () => {
  for (const collective of collectives)
    for (const algorithm of serving(collective))
      test(`${collective} by ${algorithm}`, () => {
        for (const ranks of [1, 2, 3, 4, 8, 15].filter((n) => exists(algorithm, collective, n)))
          for (const root of rootsOf(collective, ranks))
            for (const placed of hasInPlace(collective) ? [[], ['--in-place']] : [[]]) {
              const plan = planOf(collective, algorithm, ranks, [...placed, ...rootOption(collective, root)]);
              const { lanes, chunks, slices } = plan;
              assert.deepEqual([plan.collective, plan.algorithm], [collective, algorithm]);
              assert.deepEqual([plan.ranks, plan.root, plan.in_place], [ranks, root, placed.length > 0]);
              assert.equal(lanes.length, ranks);
              const form = forms[uniform(collective)];
              if (form.chunks) assert.equal(chunks, form.chunks(ranks) * slices);
              for (let rank = 0; rank < ranks; ++rank)
                for (const step of stepsOf(plan, rank)) checkStep(plan, rank, step);
            }
      });
});

const rootOption = (collective, root) => (isRooted(collective) ? ['--root', root] : []);

const whole = ({ chunks }) => ({ size: chunks, chunkAt: (slot) => slot });
const own = ({ slices }, rank) => ({ size: slices, chunkAt: (slot) => rank * slices + slot });
const nothing = () => ({ size: 0 });
const atRoot = (form) => (plan, rank) => (rank === plan.root ? form(plan) : nothing());
const perRank = (ranks) => ranks;

/** How many chunks there are for one slice, and which of them a rank's input and output slots hold. */
const forms = {
  reduce_scatter: { chunks: perRank, input: whole, output: own },
  all_gather: { chunks: perRank, input: own, output: whole },
  all_reduce: { input: whole, output: whole },
  reduce: { input: whole, output: atRoot(whole) },
  broadcast: { input: atRoot(whole), output: whole },
  gather: { chunks: perRank, input: own, output: atRoot(whole) },
  scatter: { chunks: perRank, input: atRoot(whole), output: own },
  all_to_all: {
    chunks: (ranks) => ranks * ranks,
    input: ({ ranks, slices }, rank) => ({
      size: ranks * slices,
      chunkAt: (slot) => rank * ranks * slices + slot,
    }),
    output: ({ ranks, slices }, rank) => ({
      size: ranks * slices,
      chunkAt: (slot) => (Math.floor(slot / slices) * ranks + rank) * slices + (slot % slices),
    }),
  },
  scan: { input: whole, output: whole },
  exscan: { input: whole, output: (plan, rank) => (rank === 0 ? nothing() : whole(plan)) },
  barrier: { input: whole, output: whole },
};

function checkStep(plan, rank, step) {
  const where = `rank ${rank}: ${JSON.stringify(step)}`;
  const keys = ['acc', 'chunk', 'dst', 'kind', 'more', 'peer', 'reverse', 'round', 'src'];
  assert.deepEqual(Object.keys(step).sort(), keys, where);
  assert.ok(step.chunk >= 0 && step.chunk < plan.chunks, where);
  if (step.kind !== 'local') assert.ok(step.peer >= 0 && step.peer < plan.ranks && step.peer !== rank, where);
  assert.equal(step.src !== null, step.kind !== 'recv', where);
  assert.equal(step.dst !== null, step.kind !== 'send', where);
  const form = forms[uniform(plan.collective)];
  for (const [space, slot] of [step.src, step.dst, step.acc].filter(Boolean)) {
    const { size, chunkAt } = space === 'scratch' ? { size: plan.scratch_slots } : form[space](plan, rank);
    assert.ok(Number.isInteger(slot) && slot >= 0 && slot < size, where);
    if (chunkAt) assert.equal(chunkAt(slot), step.chunk, where);
  }
}

test('sends and receives pair off, in order, on every connection', () => {
  for (const collective of collectives)
    for (const algorithm of serving(collective, 6)) {
      const { lanes } = planOf(collective, algorithm, 6, rootOption(collective, 4));
      const chunks = (rank, lane, kind, peer) =>
        (lanes[rank][lane] ?? []).filter((step) => step.kind === kind && step.peer === peer).map((step) => step.chunk);
      const most = Math.max(...lanes.map((of) => of.length));
      for (let lane = 0; lane < most; ++lane)
        for (let from = 0; from < 6; ++from)
          for (let to = 0; to < 6; ++to)
            assert.deepEqual(chunks(from, lane, 'send', to), chunks(to, lane, 'recv', from));
    }
});

test('--slices cuts every part, so that a chain passes one on while it receives the next', () => {
  for (const slices of [1, 2, 5]) {
    const plan = planOf('broadcast', 'ring', 4, ['--root', 1, '--slices', slices]);
    assert.deepEqual([plan.slices, plan.chunks], [slices, slices]);
    const sent = stepsOf(plan, 1).filter((step) => step.kind === 'send');
    assert.deepEqual(
      sent.map((step) => step.chunk),
      Array.from({ length: slices }, (_, slice) => slice),
    );
  }
});

test('without --json the plan is a table for people', () => {
  const { code, out, err } = ringlet(['plan', '--collective', 'all_gather', '--algorithm', 'ring', '--ranks', 3]);
  assert.deepEqual([code, err], [0, '']);
  assert.throws(() => JSON.parse(out));
  for (const word of ['send', 'recv', 'input', 'output']) assert.ok(out.includes(word), word);
});
