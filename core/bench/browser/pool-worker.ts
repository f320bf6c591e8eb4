/** One rank of the pool: collectives over post-me, timed as core/bench/timing.hpp times Ringlet. */
import { ChildHandshake, ParentHandshake, PortMessenger, type Connection } from 'post-me';
import type { Effort, Row } from '../../../web/engine/measurement.ts';

export interface PoolQuestion {
  readonly collective: 'all_reduce' | 'all_gather' | 'broadcast';
  readonly ranks: number;
  readonly bytes: number;
}

export interface PoolRequest {
  readonly question: PoolQuestion;
  readonly effort: Effort;
  readonly rank: number;
  /** To each other rank; null at the own place. */
  readonly ports: readonly (MessagePort | null)[];
}

/** As long as Ringlet's in WebAssembly (core/bench/timing.hpp). */
const warmUpMs = 100;

class Rank {
  readonly #arrived: unknown[][];
  readonly #wanted: ((message: unknown) => void)[][];
  #connections: (Connection | null)[] = [];

  constructor(
    readonly rank: number,
    readonly size: number,
  ) {
    this.#arrived = Array.from({ length: size }, () => []);
    this.#wanted = Array.from({ length: size }, () => []);
  }

  async connect(ports: PoolRequest['ports']): Promise<void> {
    const shake = (port: MessagePort, other: number) => {
      const methods = { put: (message: unknown) => this.#put(other, message) };
      const messenger = new PortMessenger({ port });
      return other < this.rank ? ChildHandshake(messenger, methods) : ParentHandshake(messenger, methods);
    };
    this.#connections = await Promise.all(
      ports.map((port, other) => (port ? shake(port, other) : Promise.resolve(null))),
    );
  }

  #put(from: number, message: unknown): void {
    const waiting = this.#wanted[from]?.shift();
    if (waiting) waiting(message);
    else this.#arrived[from]?.push(message);
  }

  /** Does not wait for it to arrive, as @post-me/mpi does not. */
  #send(to: number, message: unknown): void {
    void this.#connections[to]?.remoteHandle().call('put', message);
  }

  #receive<T>(from: number): Promise<T> {
    const arrived = this.#arrived[from];
    if (arrived?.length) return Promise.resolve(arrived.shift() as T);
    return new Promise((resolve) => this.#wanted[from]?.push((message) => resolve(message as T)));
  }

  async broadcast<T>(data: T): Promise<T> {
    let mine = data;
    for (let stride = 1; stride < this.size; stride *= 2) {
      if (this.rank < stride && this.rank + stride < this.size) this.#send(this.rank + stride, mine);
      else if (this.rank >= stride && this.rank < 2 * stride) mine = await this.#receive<T>(this.rank - stride);
    }
    return mine;
  }

  async allReduce<T>(data: T, reducer: (a: T, b: T) => T): Promise<T> {
    let mine = data;
    for (let stride = 1; stride < this.size; stride *= 2) {
      if (this.rank % (2 * stride) !== 0) {
        this.#send(this.rank - stride, mine);
        break;
      }
      if (this.rank + stride < this.size) mine = reducer(mine, await this.#receive<T>(this.rank + stride));
    }
    return this.broadcast(mine);
  }

  async allGather(data: Float32Array): Promise<Float32Array> {
    if (this.rank > 0) this.#send(0, data);
    const whole = new Float32Array(this.rank === 0 ? data.length * this.size : 0);
    for (let from = 0; this.rank === 0 && from < this.size; from++)
      whole.set(from === 0 ? data : await this.#receive<Float32Array>(from), from * data.length);
    return this.broadcast(whole);
  }
}

const sums = (a: Float32Array, b: Float32Array) => {
  const result = new Float32Array(a.length);
  for (let i = 0; i < result.length; i++) result[i] = (a[i] ?? 0) + (b[i] ?? 0);
  return result;
};

/** Small whole numbers, whose sums no order of adding rounds. */
const contribution = (rank: number, element: number) => (rank + 1) * ((element % 31) + 1);

/** The call that is measured, and what its result must be. */
function callOf({ collective, bytes }: PoolQuestion, self: Rank) {
  const { rank, size } = self;
  const whole = Math.floor(bytes / Float32Array.BYTES_PER_ELEMENT);
  const part = Math.floor(whole / size);
  const filled = (length: number, from = 0) => Float32Array.from({ length }, (_, i) => contribution(rank, from + i));
  if (collective === 'all_reduce') {
    const input = filled(whole);
    const ranks = (size * (size + 1)) / 2;
    return { call: () => self.allReduce(input, sums), right: (i: number) => ranks * contribution(0, i), count: whole };
  }
  if (collective === 'all_gather') {
    const input = filled(part, rank * part);
    return {
      call: () => self.allGather(input),
      right: (i: number) => contribution(Math.floor(i / part), i),
      count: part,
    };
  }
  const input = rank === 0 ? filled(whole) : new Float32Array(0);
  return { call: () => self.broadcast(input), right: (i: number) => contribution(0, i), count: whole };
}

async function timed(
  self: Rank,
  call: () => Promise<unknown>,
  effort: Effort,
): Promise<{ us: number[]; calls: number }> {
  const us: number[] = [];
  let calls = 1;
  let warmMs = 0;
  let enough = false;
  while (us.length < effort.batches) {
    await self.allReduce(0, Math.max);
    const began = performance.now();
    for (let i = 0; i < calls; i++) await call();
    const slowest = await self.allReduce(performance.now() - began, Math.max);
    if (enough) {
      us.push((slowest * 1000) / calls);
      continue;
    }
    warmMs += slowest;
    if (slowest < effort.batchMs) calls *= 2;
    else enough = warmMs >= warmUpMs;
  }
  return { us: us.sort((a, b) => a - b), calls };
}

async function measured({ question, effort, rank, ports }: PoolRequest): Promise<Row | null> {
  const self = new Rank(rank, question.ranks);
  await self.connect(ports);
  await self.allReduce(0, Math.max);
  const { call, right, count } = callOf(question, self);
  const { us, calls } = await timed(self, call, effort);
  const result = await call();
  const length = count * (question.collective === 'all_gather' ? question.ranks : 1);
  let mine = Math.abs(length - result.length);
  result.forEach((value, i) => (mine += value === right(i) ? 0 : 1));
  const wrong = await self.allReduce(mine, (a, b) => a + b);
  if (rank !== 0) return null;
  const median = us[Math.floor(us.length / 2)] ?? NaN;
  const bytes = length * Float32Array.BYTES_PER_ELEMENT;
  return {
    collective: question.collective,
    algorithm: 'binomial',
    auto: false,
    ranks: question.ranks,
    bytes,
    count,
    dtype: 'float32',
    op: question.collective === 'all_reduce' ? 'sum' : null,
    root: question.collective === 'broadcast' ? 0 : null,
    in_place: question.collective === 'broadcast',
    median_us: median,
    min_us: us[0] ?? NaN,
    calls,
    algbw_GBps: bytes / median / 1000,
    busbw_GBps: null,
    wrong,
  };
}

addEventListener(
  'message',
  ({ data }: MessageEvent<PoolRequest>) => void measured(data).then((row) => postMessage(row)),
  {
    once: true,
  },
);
postMessage('ready');
