import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Box } from './track.ts';

/** Where elements of a host's shadow tree lie within their positioned ancestor; tells when that changes. */
export class MeasureController implements ReactiveController {
  boxes: readonly Box[] = [];
  width = 0;
  height = 0;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #observed = new Set<Element>();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly area: () => HTMLElement | null,
    private readonly items: () => readonly HTMLElement[],
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#observed.clear();
  }

  hostUpdated(): void {
    const wanted = new Set<Element>([this.area(), ...this.items()].filter((element) => element !== null));
    const gone = [...this.#observed].filter((element) => !wanted.has(element));
    const come = [...wanted].filter((element) => !this.#observed.has(element));
    if (gone.length + come.length === 0) return;
    for (const element of gone) this.#observer.unobserve(element);
    for (const element of come) this.#observer.observe(element);
    this.#observed = wanted;
    this.#measure();
  }

  #measure(): void {
    const area = this.area();
    const boxes = this.items().map((item) => ({
      x: item.offsetLeft,
      y: item.offsetTop,
      width: item.offsetWidth,
      height: item.offsetHeight,
    }));
    const width = area?.clientWidth ?? 0;
    const height = area?.clientHeight ?? 0;
    if (width === this.width && height === this.height && JSON.stringify(boxes) === JSON.stringify(this.boxes)) return;
    Object.assign(this, { boxes, width, height });
    this.host.requestUpdate();
  }
}
