/** The core as WebAssembly against what other libraries gave for the same inputs, where nothing may differ. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, openHarness, test } from './fixtures.ts';

interface Case {
  readonly collective: string;
  readonly ranks: number;
  readonly count: number;
  readonly dtype: 'int32' | 'float32';
  readonly op?: string;
  readonly values: 'small' | 'full' | 'special';
  readonly seed: number;
  readonly outputs: readonly string[];
}

const vectors = fileURLToPath(new URL('../references/vectors/openmpi.json', import.meta.url));
const { cases } = JSON.parse(readFileSync(vectors, 'utf8')) as { cases: Case[] };

/** Where Open MPI combines in the same order, or nothing is combined: the algorithm, and its cases' inputs per rank. */
const compared: Record<string, { algorithm: string; parts: (ranks: number) => number }> = {
  all_reduce: { algorithm: 'recursive_doubling', parts: () => 1 },
  scan: { algorithm: 'direct', parts: () => 1 },
  exscan: { algorithm: 'direct', parts: () => 1 },
  all_gather: { algorithm: 'bruck', parts: () => 1 },
  all_to_all: { algorithm: 'pairwise', parts: (ranks) => ranks },
};

/** The generator of core/cli/references/reference_inputs.hpp, for 32 bits. */
function input({ seed, dtype, values }: Case, rank: number, index: number): number {
  const word = (draw: number) => {
    let x = Math.imul(seed, 0x9e3779b1) + Math.imul(rank, 0x85ebca77) + Math.imul(index, 0xc2b2ae3d);
    x = (x + Math.imul(draw, 0x27d4eb2f)) >>> 0;
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d) >>> 0;
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b) >>> 0;
    return (x ^ (x >>> 16)) >>> 0;
  };
  if (values === 'small') return (word(0) % 17) - 8;
  if (dtype === 'int32') return word(0) | 0;
  return ((word(1) >>> 8) - 2 ** 23) * 2 ** ((word(2) % 16) - 8 - 23);
}

const call = (each: Case) => {
  const { algorithm, parts } = compared[each.collective]!;
  const inputs = Array.from({ length: each.ranks }, (_, rank) =>
    Array.from({ length: each.count * parts(each.ranks) }, (_, index) => input(each, rank, index)),
  );
  const outputs = each.outputs.map((text, rank) =>
    text === '=' ? each.outputs.slice(0, rank).findLast((o) => o !== '=') : text,
  );
  return { ...each, algorithm, inputs, outputs };
};

const calls = cases
  .filter(
    ({ collective, dtype, values }) =>
      collective in compared && ['int32', 'float32'].includes(dtype) && values !== 'special',
  )
  .map(call);

for (const driver of ['threads', 'in-turn'] as const)
  test(`${driver}: the same bits as Open MPI where the order is the same`, async ({ page, servers, watch }) => {
    watch.expectConsole(/\(404\) was received when fetching the script/);
    await openHarness(page, servers, driver);
    for (const collective of Object.keys(compared)) {
      const asked = calls.filter((each) => each.collective === collective);
      expect(asked.length, collective).toBeGreaterThan(9);
      const differing = await page.evaluate(async (asked) => {
        const engine = await ringlet.createEngine();
        const hex = (bits: number) => (bits >>> 0).toString(16).padStart(8, '0');
        const wrong: string[] = [];
        for (const { inputs, outputs, op = 'sum', dtype, seed, ...rest } of asked) {
          const { result } = await ringlet.run(engine, {
            ...rest,
            op,
            dtype,
            inputs: inputs.map((row) => ringlet.values(dtype, row)),
          });
          const got = result.outputs.map((output) => Array.from(new Uint32Array(output.slice().buffer), hex).join(''));
          if (String(got) !== String(outputs))
            wrong.push(`${rest.collective}, seed ${seed}: ${String(got)}, not ${String(outputs)}`);
        }
        return wrong;
      }, asked);
      expect(differing).toEqual([]);
    }
  });
