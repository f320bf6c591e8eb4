/**
 * `<ringlet-playground>`: the playground on anybody's page, in a frame from our own host. Only a frame can get real
 * threads on a page that can't be configured.
 */
import { FrameLink } from './frame-link.ts';
import {
  attributeText,
  parameters,
  type Changes,
  type FromFrame,
  type Method,
  type Parameter,
  type ToFrame,
} from './messages.ts';
import type { PlaygroundState, RingletPlayground } from './playground.d.ts';
import { ReflectingElement } from './reflecting-element.ts';
import { strings } from './strings.ts';

const host = new URL(/* @vite-ignore */ '.', import.meta.url);
const answerSeconds = 15;
const tallest = 20_000;

const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 40rem; border: 0; }
  p { margin: 0 0 1em; font: 1rem/1.5 system-ui, sans-serif; }
`);

/** The playground keeps these when it is reset. */
const kept: readonly Parameter[] = ['lang', 'theme', 'readonly'];

class PlaygroundElement extends ReflectingElement implements RingletPlayground {
  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | undefined;
  #link: FrameLink | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #state: PlaygroundState | undefined;
  /** Whether attributes are made to say what holds, which asks the frame for nothing. */
  #reflecting = false;
  /** What attributes ask for since the frame was last told; off the page it cannot be told. */
  #changes: Changes = {};

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles];
  }

  get state(): PlaygroundState | undefined {
    return this.#state;
  }
  set state(state: PlaygroundState) {
    // What a message cannot hold throws here, where it was set, not when the frame is there at last.
    const copy = structuredClone(state);
    this.#send({ kind: 'state', state: copy });
    this.#state = copy;
    this.#changes = {};
    for (const name of parameters) if (name !== 'readonly') this.#reflect(name, attributeText(state?.[name]));
  }

  run = () => this.#call('run');
  step = () => this.#call('step');
  pause = () => this.#call('pause');
  reset = () => {
    const done = this.#call('reset');
    for (const name of parameters) if (this.#link && !kept.includes(name)) this.#reflect(name, null);
    return done;
  };

  connectedCallback(): void {
    this.upgradeProperties();
    const frame = document.createElement('iframe');
    frame.src = this.#address('embed.html');
    frame.title = this.#say('frame-title');
    frame.allow = 'cross-origin-isolated; clipboard-write';
    this.#frame = frame;
    this.#link = new FrameLink(frame, {
      connected: () => {
        clearTimeout(this.#late);
        this.#root.querySelector('p')?.remove();
      },
      heard: (message) => this.#hear(message),
    });
    // The address has all attributes, but the state from before is without what was set off the page.
    if (!this.#state) this.#changes = {};
    else this.#link.send({ kind: 'state', state: this.#state });
    this.#tellChanges();
    this.#late = setTimeout(() => this.#explain(), 1000 * answerSeconds);
    this.#root.replaceChildren(frame);
  }

  disconnectedCallback(): void {
    clearTimeout(this.#late);
    this.#link?.close();
    this.#link = undefined;
    this.#frame = undefined;
    this.#root.replaceChildren();
  }

  attributeChangedCallback(name: Parameter, _before: string | null, value: string | null): void {
    if (name === 'lang' && this.#frame) this.#frame.title = this.#say('frame-title');
    if (this.#reflecting) return;
    if (Object.keys(this.#changes).length === 0) queueMicrotask(() => this.#tellChanges());
    this.#changes = { ...this.#changes, [name]: value };
  }

  #tellChanges(): void {
    const changes = this.#changes;
    if (!this.#link || Object.keys(changes).length === 0) return;
    this.#changes = {};
    this.#link.send({ kind: 'set', changes });
  }

  /** After what attributes have asked for before. */
  #send(message: ToFrame): void {
    this.#tellChanges();
    this.#link?.send(message);
  }

  #call(method: Method): Promise<void> {
    this.#tellChanges();
    return this.#link?.call(method) ?? Promise.reject(new Error(`${method}(): put the element into a page first.`));
  }

  #hear(message: Exclude<FromFrame, { kind: 'done' }>): void {
    if (message.kind === 'height') {
      const height = Math.min(Math.max(0, Math.ceil(message.height)), tallest);
      if (this.#frame) this.#frame.style.height = `${height}px`;
      return;
    }
    if (message.kind === 'refused') {
      this.#putBack(message);
      return;
    }
    this.#state = message.state;
    this.dispatchEvent(new CustomEvent(message.name, { detail: message.detail, bubbles: true, composed: true }));
  }

  /** The attribute says what holds, unless it has been set again since. */
  #putBack({ name, asked, value }: Extract<FromFrame, { kind: 'refused' }>): void {
    if (this.getAttribute(name) === asked) this.#reflect(name, value);
  }

  #reflect(name: Parameter, value: string | null): void {
    this.#reflecting = true;
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
    this.#reflecting = false;
  }

  /** A frame that the browser blocks fails silently, so its silence is what there is to go by. */
  #explain(): void {
    const sentence = document.createElement('p');
    sentence.setAttribute('role', 'alert');
    const link = document.createElement('a');
    link.href = this.#address('index.html');
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = this.#say('frame-open');
    const reasons = [this.#say('frame-late', { seconds: answerSeconds })];
    if (self.crossOriginIsolated) reasons.push(this.#say('frame-isolated'));
    sentence.append(`${reasons.join(' ')} `, link);
    this.#root.prepend(sentence);
    this.#link?.abandonCalls(reasons.join(' '));
  }

  #say(id: string, args?: Record<string, string | number>): string {
    return strings(this.getAttribute('lang') ?? document.documentElement.lang)(id, args);
  }

  #address(page: string): string {
    const url = new URL(page, host);
    for (const name of parameters) {
      const value = this.getAttribute(name);
      if (value !== null) url.searchParams.set(name, value);
    }
    return url.href;
  }
}

customElements.define('ringlet-playground', PlaygroundElement);
