/** A worker with an open module, and a deadline on every answer from it. */
import * as Comlink from 'comlink';
import { sleep, within } from './deadline.ts';
import { EngineError, type Driver } from './engine.ts';
import type { Ended, Host, Opened } from './host.ts';

const openMs = 10_000;
const answerMs = 10_000;
const heartbeatMs = 2000;
const poolSize = 4;

export const unavailable = (message: string) =>
  new EngineError({ code: 'unavailable', message, culprits: [], waiting: [] });

const folders: Record<Driver, string> = { threads: 'wasm/threads/', 'in-turn': 'wasm/single/' };

export class Connection {
  readonly opened: Opened;
  readonly #worker: Worker;
  readonly #host: Comlink.Remote<Host>;
  readonly #failed: Promise<never>;
  #broken = false;

  private constructor(opened: Opened, worker: Worker, host: Comlink.Remote<Host>, failed: Promise<never>) {
    this.opened = opened;
    this.#worker = worker;
    this.#host = host;
    this.#failed = failed;
  }

  /** Starts a worker on the build for `driver`; `wasmBase` is the folder that holds `wasm/`. */
  static async open(driver: Driver, wasmBase: string): Promise<Connection> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: `ringlet-${driver}` });
    const failed = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) =>
        reject(new Error(event.message || 'The worker could not be loaded.')),
      );
    });
    failed.catch(() => {});
    const host = Comlink.wrap<Host>(worker);
    try {
      const base = new URL(folders[driver], wasmBase).href;
      const opened = await within(Promise.race([host.open({ base, poolSize }), failed]), openMs, 'Loading WebAssembly');
      if (opened.hasThreads !== (driver === 'threads') || (driver === 'threads' && !opened.memory))
        throw new Error(`${base} is not the build for ${driver}.`);
      return new Connection(opened, worker, host, failed);
    } catch (error) {
      worker.terminate();
      throw unavailable(error instanceof Error ? error.message : String(error));
    }
  }

  get broken(): boolean {
    return this.#broken;
  }

  /** Asks the worker; what it does not answer in time ends the connection. */
  async ask<T>(what: string, call: (host: Comlink.Remote<Host>) => Promise<T>): Promise<T> {
    if (this.#broken) throw unavailable('The engine has stopped; start again.');
    try {
      return await within(Promise.race([call(this.#host), this.#failed]), answerMs, what);
    } catch (error) {
      this.close();
      throw unavailable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Waits for the run's end, however long it is paused, as long as the worker is alive. */
  async ended(): Promise<Ended> {
    let ended: Ended | null | undefined;
    const waiting = Promise.race([this.#host.ended(), this.#failed]).then((value) => (ended = value));
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
    this.#worker.terminate();
  }
}
