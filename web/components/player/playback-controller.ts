import type { ReactiveController, ReactiveControllerHost } from 'lit';

const LONGEST_MS = 20_000;
const SLOWEST_MS = 900;

/** Walks through the moments of a finished run at a pace that can be followed; only ever started by a person. */
export class PlaybackController implements ReactiveController {
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  start(from: number, to: number, show: (moment: number) => void): void {
    this.stop();
    let moment = from;
    show(moment);
    this.#timer = setInterval(
      () => {
        show(++moment);
        if (moment >= to) this.stop();
      },
      Math.min(SLOWEST_MS, LONGEST_MS / Math.max(1, to - from)),
    );
    this.host.requestUpdate();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.host.requestUpdate();
  }
}
