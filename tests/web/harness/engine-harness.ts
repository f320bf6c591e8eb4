/** Puts the engine, and the runs that several tests make, within reach of the tests. */
import { createEngine } from '../../../web/engine/create-engine.ts';
import type { Call, Dtype, Engine, Plan, Values } from '../../../web/engine/engine.ts';
import { pack } from '../../../web/model/values.ts';

type Simple = Pick<Call, 'collective' | 'ranks' | 'count'> & Partial<Call>;

const usual = {
  algorithm: 'ring',
  op: 'sum',
  dtype: 'int32' as Dtype,
  root: 0,
  inPlace: false,
  timeoutMs: 10_000,
  paused: false,
  held: [],
};

function values(dtype: Dtype, numbers: readonly number[]): Values {
  return pack(numbers, dtype);
}

/** Numbers whose float sums depend on the order, the same for the same seed. */
function scattered(length: number, seed: number): number[] {
  let x = seed * 2654435761 + 1;
  return Array.from({ length }, () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return (x / 2 ** 32 - 0.5) * 10 ** (x % 7);
  });
}

async function run(engine: Engine, call: Simple) {
  const started = await engine.start({ ...usual, inputs: [], ...call });
  const result = await started.result;
  if (result.error)
    throw new Error(`${call.collective}, ${call.ranks} ranks, count ${call.count}: ${result.error.message}`);
  return { plan: started.plan, result };
}

const bytes = (values: Values) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
const equal = (a: Values, b: Values) => {
  const [x, y] = [bytes(a), bytes(b)];
  return x.length === y.length && x.every((byte, k) => byte === y[k]);
};

/** Separate runs: reduce-scatter then all-gather against all-reduce, bit for bit, and the bytes of each against the closed form. */
async function equivalence(
  engine: Engine,
  options: Pick<Call, 'ranks' | 'algorithm' | 'dtype' | 'op'> & { recvcount: number },
) {
  const { recvcount, ...same } = options;
  const inputs = Array.from({ length: same.ranks }, (_, rank) =>
    values(
      same.dtype,
      same.dtype.startsWith('int')
        ? scattered(same.ranks * recvcount, rank).map(Math.trunc)
        : scattered(same.ranks * recvcount, rank),
    ),
  );
  const scatter = await run(engine, { ...same, collective: 'reduce_scatter', count: recvcount, inputs });
  const gather = await run(engine, {
    ...same,
    collective: 'all_gather',
    count: recvcount,
    inputs: scatter.result.outputs,
  });
  const reduce = await run(engine, { ...same, collective: 'all_reduce', count: same.ranks * recvcount, inputs });
  const faults: string[] = [];
  const where = `${same.algorithm} ${same.dtype} ${same.op}, ${same.ranks} ranks, recvcount ${recvcount}`;
  reduce.result.outputs.forEach((output, rank) => {
    const gathered = gather.result.outputs[rank];
    if (!gathered || !equal(output, gathered)) faults.push(`${where}: rank ${rank} differs`);
  });
  for (const { plan, result } of [scatter, gather, reduce])
    faults.push(...byteFaults(plan.expectedBytesSent, result.bytesSent, `${where}: ${plan.collective}`));
  return faults;
}

function byteFaults(expected: readonly number[], sent: readonly number[], where: string): string[] {
  return String(expected) === String(sent) ? [] : [`${where} sent ${String(sent)}, expected ${String(expected)}`];
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** A call whose numbers tell rank and place; parts of v-variants have 0 to 4 elements. */
async function callFor(engine: Engine, collective: string, algorithm: string, ranks: number, root: number) {
  const parts = collective.startsWith('all_to_all') ? ranks * ranks : ranks;
  const counts = collective.endsWith('_v') ? { counts: upTo(parts).map((part) => (3 * part + 1) % 5) } : {};
  const request = { ...usual, collective, algorithm, ranks, root, count: 3, ...counts };
  const plan = await engine.plan(request);
  const inputs = plan.inputCount.map((length, rank) =>
    values(
      'int32',
      upTo(length).map((i) => 100 * (rank + 1) + i),
    ),
  );
  return { call: { ...request, inputs }, plan };
}

/** Whose input each output chunk holds, and what the contract says of it, by the plan's own extents. */
function outputFaults(plan: Plan, outputs: readonly Values[]): string[] {
  return outputs.flatMap((output, rank) =>
    output.length === plan.outputCount[rank] ? [] : [`rank ${rank} got ${output.length} elements`],
  );
}

/** Every collective by every algorithm that exists for so many ranks; what was wrong, and how many ran. */
async function everything(engine: Engine, ranks: number) {
  const faults: string[] = [];
  const results: Record<string, string> = {};
  let runs = 0;
  for (const { name, rooted, algorithms } of engine.catalogue.collectives)
    for (const { name: algorithm, exists } of algorithms.filter((each) => each.exists[ranks - 1]))
      for (const root of rooted ? [0, ranks - 1] : [0]) {
        const where = `${name} by ${algorithm}, ${ranks} ranks, root ${root}, exists ${String(exists[ranks - 1])}`;
        const { call, plan } = await callFor(engine, name, algorithm, ranks, root);
        const { result } = await run(engine, call);
        faults.push(...outputFaults(plan, result.outputs).map((fault) => `${where}: ${fault}`));
        faults.push(...byteFaults(plan.expectedBytesSent, result.bytesSent, where));
        // Whatever the algorithm, the same collective gives the same.
        const text = result.outputs.map((output) => output.join(' ')).join(' | ');
        const first = (results[`${name} ${root}`] ??= text);
        if (first !== text) faults.push(`${where}: ${text} instead of ${first}`);
        runs++;
      }
  return { faults, runs, results };
}

export const harness = {
  createEngine,
  usual,
  values,
  scattered,
  run,
  equal,
  equivalence,
  byteFaults,
  callFor,
  everything,
};
declare global {
  var ringlet: typeof harness;
}
globalThis.ringlet = harness;
