import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Engine, Plan } from '../../engine/engine.ts';
import { requestOf } from '../../model/call.ts';
import type { Setup } from '../../model/setup.ts';

/** The core's plan for the present state, asked for whenever what it depends on has changed. */
export class PlanController implements ReactiveController {
  plan: Plan | null = null;
  error: unknown = null;
  #key = '';

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#key = '';
  }

  async update(engine: Engine | null, state: Setup): Promise<void> {
    if (!engine) return;
    const request = requestOf(state);
    const key = JSON.stringify(request);
    if (key === this.#key) return;
    this.#key = key;
    this.plan = null;
    this.error = null;
    try {
      const plan = await engine.plan(request);
      if (key === this.#key) this.plan = plan;
    } catch (error) {
      if (key === this.#key) this.error = error;
    }
    this.host.requestUpdate();
  }
}
