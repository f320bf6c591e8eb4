/** Owns the WebAssembly module. Blocking is allowed here and never on the page, and pthreads nest below. */
import * as Comlink from 'comlink';
import type { Progress } from './decode.ts';
import type { Call, Plan, PlanRequest } from './engine.ts';
import type { Control, Ended, Host, Opened, OpenOptions, Prepared } from './host.ts';
import { HostedRun } from './hosted-run.ts';
import type { CreateModule, Failure, MemoryMap, RingletModule, Session } from './module.ts';

class WasmHost implements Host {
  #opened: RingletModule | null = null;
  #next: { session: Session; map: MemoryMap; call: Omit<Call, 'inputs'> } | null = null;
  #run: HostedRun | null = null;

  async open({ base, poolSize }: OpenOptions): Promise<Opened> {
    const script = new URL('ringlet.js', base).href;
    const { default: create } = (await import(/* @vite-ignore */ script)) as { default: CreateModule };
    const module = await create({ poolSize, locateFile: (name) => new URL(name, base).href });
    this.#opened = module;
    const memory = module.HEAPU8.buffer;
    return {
      catalogue: module.catalogue(),
      hasThreads: module.hasThreads(),
      memory: typeof SharedArrayBuffer !== 'undefined' && memory instanceof SharedArrayBuffer ? memory : null,
    };
  }

  plan(request: PlanRequest): Plan | Failure {
    return this.#module.plan(request);
  }

  prepare(call: Omit<Call, 'inputs'>): Prepared | Failure {
    this.#next?.session.delete();
    this.#next = null;
    const plan = this.#module.plan(call);
    if ('error' in plan) return plan;
    const session = new this.#module.Session(call.ranks);
    const map = session.prepare(call);
    if ('error' in map) {
      session.delete();
      return map;
    }
    this.#next = { session, map, call };
    return { plan, map };
  }

  async start(inputs: Call['inputs']): Promise<void> {
    const next = this.#next;
    if (!next) throw new Error('No run is prepared.');
    this.#next = null;
    if (this.#run && !(await this.#run.dispose())) throw new Error('The last run could not be ended.');
    const module = this.#module;
    write(module, next.map, inputs);
    this.#run = new HostedRun(next.session, next.map, next.call, () => module.HEAPU8.buffer);
  }

  control(control: Control): void {
    this.#run?.control(control);
  }

  progress(): Progress {
    return this.#current.progress();
  }

  ended(): Promise<Ended | null> {
    return this.#current.ended;
  }

  ping(): void {}

  get #module(): RingletModule {
    if (!this.#opened) throw new Error('The module is not open.');
    return this.#opened;
  }

  get #current(): HostedRun {
    if (!this.#run) throw new Error('There is no run.');
    return this.#run;
  }
}

function write(module: RingletModule, map: MemoryMap, inputs: Call['inputs']): void {
  for (const [rank, { pointer }] of map.inputs.entries()) {
    const values = inputs[rank];
    if (values) module.HEAPU8.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), pointer);
  }
}

Comlink.expose(new WasmHost());
