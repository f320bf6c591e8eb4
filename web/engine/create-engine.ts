import { isolate } from '../sw/isolation.ts';
import { unavailable, type Connection } from './connection.ts';
import {
  EngineError,
  type Call,
  type Catalogue,
  type Driver,
  type Engine,
  type Plan,
  type PlanRequest,
} from './engine.ts';
import { open } from './open.ts';
import { measure } from './measuring.ts';
import type { Effort, Question, Row, Watch } from './measurement.ts';
import { refuseWrongCall } from './refusals.ts';
import { LiveRun } from './live-run.ts';
import type { Failure, MemoryMap } from './module.ts';

export interface EngineOptions {
  /** The folder that holds `wasm/`; the page's own by default. */
  readonly base?: string;
}

/**
 * The engine for this page: a thread per rank where the page may share memory, otherwise the same core with ranks in
 * turn. May reload the page once, to become one that may (see sw/isolation.ts).
 */
export async function createEngine({ base = document.baseURI }: EngineOptions = {}): Promise<Engine> {
  if (typeof WebAssembly === 'undefined') throw unavailable('This browser has no WebAssembly, which runs the ranks.');
  const mayShare = (await isolate()) && typeof SharedArrayBuffer !== 'undefined';
  if (mayShare) {
    try {
      return new WorkerEngine(await open('threads', base), 'threads', null, base);
    } catch (error) {
      console.warn('Ranks take turns, because threads could not be started:', error);
    }
  }
  const reason = mayShare ? 'threads-failed' : 'not-isolated';
  return new WorkerEngine(await open('in-turn', base), 'in-turn', reason, base);
}

class WorkerEngine implements Engine {
  readonly catalogue: Catalogue;
  #connection: Connection;
  #run: LiveRun | null = null;
  readonly #disposed = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    connection: Connection,
    readonly driver: Driver,
    readonly reason: Engine['reason'],
    private readonly base: string,
  ) {
    this.#connection = connection;
    this.catalogue = connection.opened.catalogue;
  }

  plan(request: PlanRequest): Promise<Plan> {
    return this.#inTurn(() => this.#planNow(request));
  }

  planJson(request: PlanRequest): Promise<string> {
    return this.#inTurn(async () => {
      const connection = await this.#connected(1);
      const answer = await connection.ask<string | Failure>('The plan', (host) => host.planJson(only(request)));
      if (typeof answer !== 'string') throw new EngineError(answer.error);
      return answer;
    });
  }

  start(call: Call): Promise<LiveRun> {
    return this.#inTurn(() => this.#startNow(call));
  }

  measure(questions: readonly Question[], effort: Effort, watch: Watch = {}): Promise<readonly Row[]> {
    return this.#inTurn(async () => {
      this.#refuseDisposed();
      if (this.driver !== 'threads') throw unavailable('Measuring needs threads, and this page has none.');
      return measure(this.base, questions, effort, watch, this.#disposed.signal).catch((error: unknown) => {
        this.#refuseDisposed();
        throw error;
      });
    });
  }

  dispose(): void {
    this.#disposed.abort();
    this.#connection.close();
  }

  #refuseDisposed(): void {
    if (this.#disposed.signal.aborted) throw unavailable('This engine was disposed of.');
  }

  /** One after the other: a start may change the worker that a plan is asked of. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => {});
    return done;
  }

  async #planNow(request: PlanRequest): Promise<Plan> {
    const connection = await this.#connected(1);
    const plan = await connection.ask<Plan | Failure>('The plan', (host) => host.plan(only(request)));
    if ('error' in plan) throw new EngineError(plan.error);
    return plan;
  }

  async #startNow(call: Call): Promise<LiveRun> {
    const plan = await this.#planNow(call);
    refuseWrongCall(plan, call, this.catalogue);
    await this.#run?.cancel();
    const connection = await this.#connected(call.ranks);
    const map = await connection.ask<MemoryMap | Failure>('The start', (host) => host.start(call));
    if ('error' in map) throw new EngineError(map.error);
    this.#run = new LiveRun(connection, plan, map);
    return this.#run;
  }

  /** The worker, or a new one: after it was lost, or for more ranks than it has threads. */
  async #connected(ranks: number): Promise<Connection> {
    const before = this.#connection;
    if (!this.#disposed.signal.aborted && (before.broken || before.poolSize < ranks)) {
      this.#connection = await open(this.driver, this.base, ranks);
      before.close();
    }
    if (this.#disposed.signal.aborted) this.#connection.close();
    this.#refuseDisposed();
    return this.#connection;
  }
}

/** The request without what a call has besides, so that inputs do not travel with it. */
const only = (request: PlanRequest): PlanRequest => {
  const { collective, algorithm, ranks, root, inPlace, count, counts, dtype, accumulate } = request;
  return {
    collective,
    algorithm,
    ranks,
    root,
    inPlace,
    count,
    ...(counts && { counts }),
    dtype,
    ...(accumulate && { accumulate }),
  };
};
