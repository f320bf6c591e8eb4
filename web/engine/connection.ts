/** A worker with an open module, and a deadline on every answer from it. */
import * as Comlink from 'comlink';
import { sleep, within } from './deadline.ts';
import { EngineError, type Driver } from './engine.ts';
import type { Ended, Host, Opened } from './host.ts';

const answerMs = 10_000;
/** Longer than the core waits for a rank in a measurement. */
const patienceMs = 130_000;
const lookMs = 50;
/** No look comes so late, unless the tab was frozen or the computer slept. */
const lateMs = 1000;
const heartbeatMs = 2000;

export const unavailable = (message: string) =>
  new EngineError({ code: 'unavailable', message, culprits: [], waiting: [] });

/** A build of the module: by driver, or the one that also measures. */
export type Build = Driver | 'measuring';

const folders: Record<Build, string> = {
  threads: 'wasm/threads/',
  'in-turn': 'wasm/single/',
  measuring: 'wasm/measure/',
};

export class Connection {
  readonly #worker: Worker;
  readonly #host: Comlink.Remote<Host>;
  /** Rejects when the worker is gone, so that nobody waits for it. */
  readonly #gone: Promise<never>;
  #lose: (reason: Error) => void = () => {};
  #opened: Opened | undefined;
  #broken = false;

  private constructor(
    build: Build,
    /** Ranks for which threads are ready. */
    readonly poolSize: number,
  ) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: `ringlet-${build}` });
    this.#host = Comlink.wrap<Host>(this.#worker);
    this.#gone = new Promise((_, reject) => (this.#lose = reject));
    this.#gone.catch(() => {});
    this.#worker.addEventListener('error', ({ message }) =>
      this.#lose(new Error(message || 'The worker could not be loaded.')),
    );
  }

  /** Starts a worker on a build; `wasmBase` is the folder that holds `wasm/`. Tells of each thread that begins. */
  static async open(build: Build, wasmBase: string, poolSize: number, onThread = () => {}): Promise<Connection> {
    const connection = new Connection(build, poolSize);
    const base = new URL(folders[build], wasmBase).href;
    let threadsBegun = 0;
    const began = Comlink.proxy(() => {
      threadsBegun += 1;
      onThread();
    });
    const opened = await connection.watched(
      'Loading WebAssembly',
      (host) => host.open({ base, poolSize }, began),
      () => threadsBegun,
      answerMs,
    );
    const threads = build !== 'in-turn';
    if (opened.hasThreads !== threads || (threads && !opened.memory)) {
      connection.close();
      throw unavailable(`${base} is not the build for ${build}.`);
    }
    connection.#opened = opened;
    return connection;
  }

  get opened(): Opened {
    if (!this.#opened) throw new Error('The module is not open.');
    return this.#opened;
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** Asks the worker; what it does not answer in time ends the connection. */
  async ask<T>(what: string, call: (host: Comlink.Remote<Host>) => Promise<T>, ms = answerMs): Promise<T> {
    if (this.#broken) throw unavailable('The engine has stopped; start again.');
    try {
      return await within(Promise.race([call(this.#host), this.#gone]), ms, what);
    } catch (error) {
      this.close();
      throw unavailable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Asks for what may take long, as long as what `look` sees keeps changing within `ms`. */
  async watched<T>(
    what: string,
    call: (host: Comlink.Remote<Host>) => Promise<T>,
    look: () => unknown,
    ms = patienceMs,
  ): Promise<T> {
    let settled = false;
    const answer = Promise.race([call(this.#host), this.#gone]).finally(() => (settled = true));
    let seen: unknown;
    let stoodMs = 0;
    try {
      while (!settled) {
        const now = look();
        if (now !== seen) stoodMs = 0;
        else if (stoodMs > ms) throw new Error(`${what} stopped: nothing came for ${ms / 1000} s.`);
        seen = now;
        const lookedAt = performance.now();
        await Promise.race([answer, sleep(lookMs)]);
        stoodMs += Math.min(performance.now() - lookedAt, lateMs);
      }
      return await answer;
    } catch (error) {
      this.close();
      throw unavailable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Waits for the run's end, however long it is paused, as long as the worker is alive. */
  async ended(): Promise<Ended> {
    let ended: Ended | null | undefined;
    const waiting = Promise.race([this.#host.ended(), this.#gone]).then((value) => (ended = value));
    while (ended === undefined) {
      try {
        await Promise.race([waiting, sleep(heartbeatMs)]);
      } catch (error) {
        this.close();
        throw unavailable(error instanceof Error ? error.message : String(error));
      }
      if (ended === undefined) await this.ask('The engine', (host) => host.ping());
    }
    if (ended) return ended;
    this.close();
    throw unavailable('The threads of this run stopped answering.');
  }

  close(): void {
    this.#broken = true;
    this.#lose(new Error('The engine was closed.'));
    this.#worker.terminate();
  }
}
