/** The page's formulas against the command's tests, which derive the same numbers in another way. */
import { describe, expect, it } from 'vitest';
import { COLLECTIVES } from '../../../web/model/contracts.ts';
import { closedForm } from '../../../web/components/ledger/closed-form.ts';
import { algorithms, elementsSent, exists, serving } from '../../cli/bytes.mjs';
import { callOf, partsOf, rootsOf } from '../../cli/contract.mjs';
import { ringPlan } from './fixture.ts';

/** Into how many chunks the algorithm cuts the tensor. */
function chunksOf(algorithm: string, collective: string, ranks: number): number {
  const parts = Number(partsOf(collective, ranks));
  if (parts > 1) return parts;
  if (['broadcast', 'reduce'].includes(collective) && algorithm === 'ring') return 8;
  const whole = ['one_shot', 'recursive_doubling', 'binomial', 'naive'];
  if (collective === 'reduce' && algorithm === 'rabenseifner') return ranks;
  if (whole.includes(algorithm) || collective !== 'all_reduce') return algorithm === 'double_tree' ? 8 : 1;
  return { bidirectional_ring: 2 * ranks, double_tree: 8 }[algorithm] ?? ranks;
}

function planOf(collective: string, algorithm: string, ranks: number, size: number, root: number) {
  const call = callOf(collective, ranks, size, root);
  const counts = call.counts as readonly number[];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const chunks = chunksOf(algorithm, collective, ranks);
  const start = (i: number) => Math.floor((i * total) / chunks);
  return {
    ...ringPlan(2),
    collective,
    algorithm,
    ranks,
    root,
    chunks,
    chunkLengths: Array.from({ length: chunks }, (_, i) => start(i + 1) - start(i)),
    expectedBytesSent: Array.from({ length: ranks }, (_, rank) => 4 * elementsSent(algorithm, call, rank)),
  };
}

describe('every algorithm has a formula for every rank', () => {
  for (const collective of COLLECTIVES)
    for (const algorithm of serving(collective))
      it(`${collective} by ${algorithm}`, () => {
        const missing: string[] = [];
        for (const ranks of [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16].filter((n) => exists(algorithm, collective, n)))
          for (const root of rootsOf(collective, ranks))
            for (const size of [1, 2, 7, 16 * 9, 73]) {
              const plan = planOf(collective, algorithm, ranks, size, root);
              for (let rank = 0; rank < ranks; rank++)
                if (!closedForm(plan, 4, rank))
                  missing.push(`${ranks} ranks, root ${root}, size ${size}, rank ${rank}`);
            }
        expect(missing).toEqual([]);
      });

  it('knows all the algorithms that there are', () => {
    expect(algorithms.length).toBeGreaterThan(12);
  });
});

it('writes what the literature does', () => {
  const symbols = (collective: string, algorithm: string, ranks: number, size: number, rank: number, root = 0) =>
    closedForm(planOf(collective, algorithm, ranks, size, root), 4, rank)?.symbols;
  expect(symbols('all_reduce', 'recursive_doubling', 8, 8, 0)).toBe('3T');
  expect(symbols('all_reduce', 'rabenseifner', 8, 8, 3)).toBe('2T(N−1)/N');
  // Rank 1 of 6 stands for rank 0 too: two chunks of its own, then two and four doubled, and all for rank 0.
  expect(symbols('all_reduce', 'rabenseifner', 6, 12, 1)).toBe('T − |c₀| − |c₁| + 6·|c| + T');
  expect(symbols('all_reduce', 'rabenseifner', 6, 8, 0)).toBe('T');
  expect(symbols('broadcast', 'binomial', 8, 8, 2, 2)).toBe('3T');
  // Rank 2 of 4: in the first tree the parent of two below rank 0, in the second a leaf.
  expect(symbols('all_reduce', 'double_tree', 4, 8, 2)).toBe('3T₁ + T₂');
  expect(symbols('gather', 'naive', 4, 8, 2, 2)).toBe('0');
  expect(symbols('all_to_all', 'pairwise', 4, 8, 2)).toBe('(N−1)·|c|');
});
