/** The element's line to its frame: waits for the frame's first word, gives it a port, and keeps what is said earlier. */
import { coming, connect, hello, type FromFrame, type Method, type ToFrame } from './messages.ts';

export interface Listener {
  /** Our script runs in the frame, and has still to get ready. */
  coming(): void;
  connected(): void;
  heard(message: Exclude<FromFrame, { kind: 'done' }>): void;
}

export class FrameLink {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #listener: Listener;
  readonly #calls = new Map<number, (error: string | null) => void>();
  #early: ToFrame[] = [];
  #port: MessagePort | undefined;
  #lastCall = 0;

  constructor(frame: HTMLIFrameElement, listener: Listener) {
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    this.#listener = listener;
    addEventListener('message', this.#greet);
  }

  send(message: ToFrame): void {
    if (this.#port) this.#port.postMessage(message);
    else this.#early.push(message);
  }

  call(method: Method): Promise<void> {
    const id = ++this.#lastCall;
    return new Promise((done, failed) => {
      this.#calls.set(id, (error) => (error === null ? done() : failed(new Error(error))));
      this.send({ kind: 'call', id, method });
    });
  }

  close(): void {
    removeEventListener('message', this.#greet);
    this.#port?.close();
    this.abandonCalls('The playground was taken off the page.');
  }

  abandonCalls(reason: string): void {
    for (const settle of this.#calls.values()) settle(reason);
    this.#calls.clear();
  }

  readonly #greet = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const target = this.#frame.contentWindow;
    if (!target || source !== target || origin !== this.#origin) return;
    if (data === coming) this.#listener.coming();
    if (data !== hello) return;
    if (this.#port) this.abandonCalls('The playground was loaded again.');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: message }: MessageEvent<FromFrame>) => this.#hear(message);
    target.postMessage(connect, this.#origin, [port2]);
    this.#port = port1;
    for (const message of this.#early) port1.postMessage(message);
    this.#early = [];
    this.#listener.connected();
  };

  #hear(message: FromFrame): void {
    if (message.kind !== 'done') {
      this.#listener.heard(message);
      return;
    }
    this.#calls.get(message.id)?.(message.error);
    this.#calls.delete(message.id);
  }
}
