/** Puts the engine, and the runs that several tests make, within reach of the tests. */
import { createEngine } from '../../../web/engine/create-engine.ts';
import type { Call, Dtype, Engine, Values } from '../../../web/engine/engine.ts';

const arrays = { int32: Int32Array, int64: BigInt64Array, float32: Float32Array, float64: Float64Array };

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
  return dtype === 'int64' ? BigInt64Array.from(numbers, BigInt) : arrays[dtype].from(numbers);
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

export const harness = { createEngine, usual, values, scattered, run, equal, equivalence, byteFaults };
declare global {
  var ringlet: typeof harness;
}
globalThis.ringlet = harness;
