import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Call, Engine, Plan, RunResult } from '../../engine/engine.ts';
import { takeEngine } from '../../engine/first.ts';

export type EngineStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly engine: Engine }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Loads the core once its element is on a page, and lets go of it when the element leaves. */
export class EngineController implements ReactiveController {
  status: EngineStatus = { kind: 'loading' };
  #generation = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly ready: (engine: Engine) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    void this.#load(++this.#generation);
  }

  hostDisconnected(): void {
    this.#generation++;
    this.engine?.dispose();
    this.status = { kind: 'loading' };
  }

  get engine(): Engine | null {
    return this.status.kind === 'ready' ? this.status.engine : null;
  }

  async #load(generation: number): Promise<void> {
    try {
      const engine = await takeEngine();
      if (generation !== this.#generation) {
        engine.dispose();
        return;
      }
      this.status = { kind: 'ready', engine };
      this.ready(engine);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.status = { kind: 'failed', error };
      this.failed(error);
    }
    this.host.requestUpdate();
  }
}

export interface FullRun {
  readonly plan: Plan;
  readonly result: RunResult;
}

/** One run at full speed, from start to end. */
export async function runToEnd(engine: Engine, call: Omit<Call, 'paused' | 'held'>): Promise<FullRun> {
  const run = await engine.start({ ...call, paused: false, held: [] });
  return { plan: run.plan, result: await run.result };
}
