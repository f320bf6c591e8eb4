/** One run on the worker's side: drives it to its end, and notices when it never comes. */
import { copyValues, Decoder, type Progress } from './decode.ts';
import { sleep } from './deadline.ts';
import type { Call } from './engine.ts';
import type { Control, Ended } from './host.ts';
import type { MemoryMap, Session } from './module.ts';

const longestNapMs = 32;
/** How much longer than the run's own deadline a rank may take before its thread counts as lost. */
const lostAfterMs = 5000;
const cancelMs = 2000;

type Timing = Pick<Call, 'dtype' | 'timeoutMs' | 'paused'>;

export class WorkerRun {
  readonly ended: Promise<Ended | null>;
  readonly #session: Session;
  readonly #map: MemoryMap;
  readonly #call: Timing;
  readonly #memory: () => ArrayBufferLike;
  readonly #decoder: Decoder;
  #paused: boolean;
  #wake = () => {};
  #hasEnded = false;

  constructor(session: Session, map: MemoryMap, call: Timing, memory: () => ArrayBufferLike) {
    this.#session = session;
    this.#map = map;
    this.#call = call;
    this.#memory = memory;
    this.#decoder = new Decoder(map);
    this.#paused = call.paused;
    session.start();
    this.ended = this.#drive();
  }

  progress(): Progress {
    return this.#decoder.read(this.#memory());
  }

  control(control: Control): void {
    if (this.#hasEnded) return;
    const session = this.#session;
    if (control.verb === 'hold') session.hold(control.rank, control.held);
    else if (control.verb === 'step') {
      if (control.rank === undefined) session.stepAll();
      else session.step(control.rank);
    } else {
      session[control.verb]();
      this.#paused = control.verb === 'pause';
    }
    this.#wake();
  }

  delete(): void {
    if (!this.#hasEnded) throw new Error('The last run has not ended.');
    this.#session.delete();
  }

  async #drive(): Promise<Ended | null> {
    let steps = -1;
    let nap = 0;
    let movedAt = performance.now();
    while (!this.#session.pump()) {
      const now = this.#stepsTaken();
      if (now !== steps || this.#mayWait()) movedAt = performance.now();
      else if (performance.now() - movedAt > this.#call.timeoutMs + lostAfterMs) return this.#giveUp();
      nap = now === steps ? Math.min(2 * nap + 1, longestNapMs) : 0;
      steps = now;
      if (nap === 0) await nextTurn();
      else await Promise.race([sleep(nap), new Promise<void>((wake) => (this.#wake = wake))]);
    }
    return this.#end();
  }

  #end(): Ended {
    this.#hasEnded = true;
    const buffer = this.#memory();
    return {
      counters: this.#session.result(),
      outputs: this.#map.outputs.map((region) => copyValues(buffer, region, this.#call.dtype)),
    };
  }

  async #giveUp(): Promise<Ended | null> {
    this.#session.cancel();
    for (const end = performance.now() + cancelMs; performance.now() < end; await sleep(longestNapMs))
      if (this.#session.pump()) return this.#end();
    this.#hasEnded = true;
    return null;
  }

  #stepsTaken(): number {
    const words = new Uint32Array(this.#memory());
    return this.#map.trace.reduce((sum, { count }) => sum + Atomics.load(words, count / 4), 0);
  }

  /** Nobody has to move while the run is paused, or while each rank has ended or stands at its gate. */
  #mayWait(): boolean {
    if (this.#paused) return true;
    return this.#decoder
      .ranks(this.#memory())
      .every(({ state }) => state === 'gate' || state === 'done' || state === 'failed');
  }
}

/** Lets messages in without the few milliseconds that a nested timer costs. */
function nextTurn(): Promise<void> {
  return new Promise((turn) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      turn();
    };
    port2.postMessage(null);
  });
}
