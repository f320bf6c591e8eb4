import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  EngineError,
  type Call,
  type Engine,
  type RankState,
  type Run,
  type RunError,
  type RunResult,
  type RunState,
  type TraceEvent,
} from '../../engine/engine.ts';

export interface RunListener {
  stepped(event: TraceEvent, index: number): void;
  finished(run: FinishedRun): void;
  failed(error: RunError): void;
}

export interface FinishedRun {
  readonly call: Call;
  readonly run: Run;
  readonly result: RunResult;
}

export const unavailable = (error: unknown): RunError =>
  error instanceof EngineError
    ? error.detail
    : {
        code: 'unavailable',
        message: error instanceof Error ? error.message : String(error),
        culprits: [],
        waiting: [],
      };

const sameRanks = (a: readonly RankState[], b: readonly RankState[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const NO_EVENTS: readonly TraceEvent[] = [];

/** The run on screen, and which moment of it is shown. */
export class RunController implements ReactiveController {
  call: Call | null = null;
  run: Run | null = null;
  state: RunState | null = null;
  result: RunResult | null = null;
  error: RunError | null = null;
  starting = false;
  /** Ranks take steps only when told to. */
  paused = false;
  #moment = 0;
  #following = true;
  #generation = 0;
  /** The run that is starting or has begun; null once it could not. */
  #begun: Promise<Run | null> = Promise.resolve(null);

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly listener: RunListener,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.discard();
  }

  get events(): readonly TraceEvent[] {
    return this.state?.events ?? NO_EVENTS;
  }

  get moment(): number {
    return this.#following ? this.events.length : Math.min(this.#moment, this.events.length);
  }

  /** Ranks are still at work, or stopped on the way. */
  get live(): boolean {
    return this.starting || (this.run !== null && this.result === null);
  }

  /** Resolves once the run has begun. */
  async start(engine: Engine, call: Call): Promise<void> {
    this.discard();
    const generation = this.#generation;
    this.call = call;
    this.paused = call.paused;
    this.starting = true;
    this.host.requestUpdate();
    const beginning = engine.start(call);
    this.#begun = beginning.catch(() => null);
    try {
      const run = await beginning;
      if (generation !== this.#generation) return void run.cancel();
      this.run = run;
      this.starting = false;
      void this.#watch(run, generation);
      void this.#end(call, run, generation);
      this.host.requestUpdate();
    } catch (error) {
      if (generation === this.#generation) this.#fail(unavailable(error));
    }
  }

  async step(rank?: number): Promise<void> {
    this.follow();
    this.paused = true;
    await this.#tell((run) => run.step(rank));
  }

  async pause(): Promise<void> {
    this.paused = true;
    this.host.requestUpdate();
    await this.#tell((run) => run.pause());
  }

  async resume(): Promise<void> {
    this.paused = false;
    this.host.requestUpdate();
    await this.#tell((run) => run.resume());
  }

  async hold(rank: number, held: boolean): Promise<void> {
    await this.#tell((run) => run.hold(rank, held));
  }

  /** What is asked for while a run is still starting reaches it as soon as it has begun. */
  async #tell(ask: (run: Run) => Promise<void>): Promise<void> {
    const generation = this.#generation;
    const run = await this.#begun;
    if (run && generation === this.#generation) await ask(run);
  }

  /** Forgets the run; one that is still going is cancelled. */
  discard(): void {
    this.#generation++;
    if (this.live) void this.run?.cancel();
    this.call = this.run = this.state = this.result = this.error = null;
    this.starting = this.paused = false;
    this.follow();
  }

  moveTo(moment: number): void {
    this.#moment = Math.max(0, Math.min(moment, this.events.length));
    this.#following = this.#moment === this.events.length;
    this.host.requestUpdate();
  }

  follow(): void {
    this.#following = true;
    this.host.requestUpdate();
  }

  async #watch(run: Run, generation: number): Promise<void> {
    try {
      while (generation === this.#generation && this.result === null && this.error === null) {
        await this.#poll(run, generation);
        await new Promise(requestAnimationFrame);
      }
    } catch (error) {
      if (generation === this.#generation) this.#fail(unavailable(error));
    }
  }

  async #poll(run: Run, generation: number): Promise<void> {
    const state = await run.poll();
    if (generation !== this.#generation) return;
    const known = this.events.length;
    if (this.state && known === state.events.length && sameRanks(this.state.ranks, state.ranks)) return;
    this.state = { ...state, events: state.events.slice() };
    for (const [i, event] of this.state.events.slice(known).entries()) this.listener.stepped(event, known + i);
    this.host.requestUpdate();
  }

  async #end(call: Call, run: Run, generation: number): Promise<void> {
    try {
      const result = await run.result;
      await this.#poll(run, generation);
      if (generation !== this.#generation) return;
      this.result = result;
      this.host.requestUpdate();
      if (result.error) this.#fail(result.error);
      else this.listener.finished({ call, run, result });
    } catch (error) {
      if (generation === this.#generation) this.#fail(unavailable(error));
    }
  }

  #fail(error: RunError): void {
    this.starting = false;
    this.error = error;
    this.listener.failed(error);
    this.host.requestUpdate();
  }
}
