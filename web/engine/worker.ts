/** Owns the WebAssembly module. Blocking is allowed here and never on the page, and pthreads nest below. */
import * as Comlink from 'comlink';
import type { Progress } from './decode.ts';
import { encode } from './elements.ts';
import type { Call, Dtype, Plan, PlanRequest } from './engine.ts';
import type { Control, Ended, Host, Opened, OpenOptions } from './host.ts';
import { WorkerRun } from './worker-run.ts';
import type { Effort, Question, Row } from './measurement.ts';
import type { CreateModule, Failure, MemoryMap, RingletModule, WorkerPool } from './module.ts';

class WasmHost implements Host {
  #opened: RingletModule | null = null;
  #run: WorkerRun | null = null;

  async open({ base, poolSize }: OpenOptions, onThread: () => void): Promise<Opened> {
    const script = new URL('ringlet.js', base).href;
    const { default: create } = (await import(/* @vite-ignore */ script)) as { default: CreateModule };
    const module = await create({ poolSize: 1, locateFile: (name) => new URL(name, base).href });
    if (module.hasThreads() && module.PThread) await growPool(module.PThread, poolSize, onThread);
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

  planJson(request: PlanRequest): string | Failure {
    return this.#module.planJson(request);
  }

  start(call: Call): MemoryMap | Failure {
    const module = this.#module;
    // One world serves all sessions, so the last one has to go first.
    this.#run?.delete();
    this.#run = null;
    const { inputs, scalars, ...rest } = call;
    const session = new module.Session(call.ranks);
    const map = session.prepare({ ...rest, scalars: scalars ? encode(scalars, call.dtype) : null });
    if ('error' in map) {
      session.delete();
      return map;
    }
    write(module, map, inputs, call.dtype);
    this.#run = new WorkerRun(session, map, call, () => module.HEAPU8.buffer);
    return map;
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

  measure(question: Question, effort: Effort): Row | Failure {
    const answer = this.#module.measure(question, effort);
    return typeof answer === 'string' ? (JSON.parse(answer) as Row) : answer;
  }

  measureWords(): number {
    return this.#module.measureWords();
  }

  ping(): void {}

  get #module(): RingletModule {
    if (!this.#opened) throw new Error('The module is not open.');
    return this.#opened;
  }

  get #current(): WorkerRun {
    if (!this.#run) throw new Error('There is no run.');
    return this.#run;
  }
}

/** One worker after the other: a watched Firefox stumbles far more often over many at once. */
async function growPool(pool: WorkerPool, size: number, onThread: () => void): Promise<void> {
  while (pool.unusedWorkers.length < size) {
    pool.allocateUnusedWorker();
    const worker = pool.unusedWorkers.at(-1);
    if (worker)
      await new Promise<unknown>(
        (loaded) => void pool.loadWasmModuleToWorker(worker, () => loaded(null))?.then(loaded),
      );
    onThread();
  }
}

function write(module: RingletModule, map: MemoryMap, inputs: Call['inputs'], dtype: Dtype): void {
  for (const [rank, { pointer }] of map.inputs.entries()) {
    const values = inputs[rank];
    if (values) module.HEAPU8.set(encode(values, dtype), pointer);
  }
}

Comlink.expose(new WasmHost());
