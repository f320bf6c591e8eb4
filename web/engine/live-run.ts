/** A run as the page sees it: looks into shared memory where there is some, asks the worker where there is none. */
import type { Connection } from './connection.ts';
import { Decoder, type Progress } from './decode.ts';
import { EngineError } from './engine.ts';
import type { Driver, Plan, RankState, Run, RunError, RunResult, RunState, TraceEvent } from './engine.ts';
import type { Control } from './host.ts';
import type { MemoryMap } from './module.ts';
import { refuseUnknownRank } from './refusals.ts';

export class LiveRun implements Run {
  readonly plan: Plan;
  readonly result: Promise<RunResult>;
  readonly #connection: Connection;
  readonly #look: () => Progress | Promise<Progress>;
  readonly #events: TraceEvent[] = [];
  #ranks: readonly RankState[];
  #finished = false;

  constructor(connection: Connection, plan: Plan, map: MemoryMap) {
    this.plan = plan;
    this.#connection = connection;
    this.#ranks = plan.lanes.map(() => ({ state: 'idle' }));
    const { memory } = connection.opened;
    if (memory) {
      const decoder = new Decoder(map);
      this.#look = () => decoder.read(memory);
    } else this.#look = () => connection.ask('The engine', (host) => host.progress());
    this.result = this.#finish(memory ? 'threads' : 'in-turn');
  }

  async poll(): Promise<RunState> {
    if (!this.#finished) await this.#update();
    return { events: this.#events, ranks: this.#ranks, finished: this.#finished };
  }

  step = (rank?: number) => this.#control({ verb: 'step', rank });
  resume = () => this.#control({ verb: 'resume' });
  pause = () => this.#control({ verb: 'pause' });
  hold = (rank: number, held: boolean) => this.#control({ verb: 'hold', rank, held });

  async cancel(): Promise<void> {
    await this.#control({ verb: 'cancel' });
    await this.result;
  }

  async #control(control: Control): Promise<void> {
    if ('rank' in control && control.rank !== undefined) refuseUnknownRank(control.rank, this.plan.ranks);
    if (!this.#finished) await this.#connection.ask('The engine', (host) => host.control(control));
  }

  async #update(): Promise<void> {
    const { events, ranks } = await this.#look();
    this.#events.push(...events);
    this.#ranks = ranks;
  }

  async #finish(driver: Driver): Promise<RunResult> {
    try {
      const { counters, outputs } = await this.#connection.ended();
      await this.#update();
      return { ...counters, outputs, driver };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return lost(this.plan, driver, error.detail);
    } finally {
      this.#finished = true;
    }
  }
}

/** The engine itself went away, and what was counted with it. */
function lost({ ranks }: Plan, driver: Driver, error: RunError): RunResult {
  const nothing = new Array<number>(ranks).fill(0);
  return {
    outputs: [],
    bytesSent: nothing,
    bytesReceived: nothing,
    edges: nothing.map(() => nothing),
    elapsedUs: 0,
    driver,
    threads: 0,
    error,
    instruments: null,
  };
}
