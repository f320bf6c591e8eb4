/**
 * `<ringlet-playground>`: the playground on anybody's page, in a frame from our own host. Only a frame can get real
 * threads on a page that can't be configured.
 */
import { FrameLink } from './frame-link.ts';
import { FrameWatch, type Missing } from './frame-watch.ts';
import {
  attributeText,
  parameters,
  type Changes,
  type FromFrame,
  type Method,
  type Parameter,
  type State,
  type ToFrame,
} from './messages.ts';
import type { PlaygroundSetup, PlaygroundState, RingletPlayground } from './playground.d.ts';
import { ReflectingElement } from './reflecting-element.ts';
import { strings } from './strings.ts';
import { styles } from './styles.ts';

const host = new URL(/* @vite-ignore */ '.', import.meta.url);
const tallest = 20_000;

/** The playground keeps these when it is reset. */
const kept: readonly Parameter[] = ['lang', 'theme', 'readonly'];

class PlaygroundElement extends ReflectingElement implements RingletPlayground {
  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | undefined;
  #link: FrameLink | undefined;
  #watch: FrameWatch | undefined;
  /** Why there is no playground; what is asked of it then is refused with that. */
  #missing: string | undefined;
  #state: PlaygroundState | undefined;
  /** Whether attributes are made to say what holds, which asks the frame for nothing. */
  #reflecting = false;
  /** What attributes ask for since the frame was last told; off the page it cannot be told. */
  #changes: Changes = {};
  /** What was refused, by name, since the state last changed: set again, it is not sent again. */
  readonly #refused = new Map<Parameter, string>();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles];
  }

  get state(): PlaygroundState | undefined {
    return this.#state;
  }
  set state(state: PlaygroundSetup) {
    // What a message cannot hold throws here, where it was set, not when the frame is there at last.
    const copy = structuredClone(state);
    this.#send({ kind: 'state', state: copy });
    const isSame = textOf(copy) === textOf(this.#state);
    if (!isSame) this.#state = copy as PlaygroundState;
    this.#changes = {};
    this.#refused.clear();
    for (const name of parameters) {
      // An attribute that is not there says nothing that a state that holds already would contradict.
      if (name === 'readonly' || (isSame && !this.hasAttribute(name))) continue;
      this.#reflect(name, attributeText(copy?.[name]));
    }
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
      coming: () => {
        this.#watch?.spoke();
        this.#show(frame);
      },
      connected: () => {
        this.#watch?.close();
        this.#show(frame);
      },
      heard: (message) => this.#hear(message),
    });
    this.#watch = new FrameWatch(frame, (missing) => this.#explain(missing));
    // The address has all attributes, but the state from before is without what was set off the page.
    if (!this.#state) this.#changes = {};
    else this.#link.send({ kind: 'state', state: this.#state });
    this.#tellChanges();
    this.#root.replaceChildren(frame);
  }

  disconnectedCallback(): void {
    this.#watch?.close();
    this.#missing = undefined;
    this.#link?.close();
    this.#link = undefined;
    this.#frame = undefined;
    this.#root.replaceChildren();
  }

  attributeChangedCallback(name: Parameter, _before: string | null, value: string | null): void {
    if (name === 'lang' && this.#frame) this.#frame.title = this.#say('frame-title');
    if (this.#reflecting || (value !== null && this.#refused.get(name) === value)) return;
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
    if (this.#missing !== undefined) return Promise.reject(new Error(this.#missing));
    return this.#link?.call(method) ?? Promise.reject(new Error(`${method}(): put the element into a page first.`));
  }

  #hear(message: Exclude<FromFrame, { kind: 'done' }>): void {
    if (message.kind === 'height') {
      const height = Math.min(Math.max(0, Math.ceil(message.height)), tallest);
      if (this.#frame) this.#frame.style.height = `${height}px`;
      return;
    }
    this.#learn(message.state);
    if (message.kind === 'refused') {
      this.#putBack(message);
      return;
    }
    this.dispatchEvent(new CustomEvent(message.name, { detail: message.detail, bubbles: true, composed: true }));
  }

  /** What was refused before, and still stands in an attribute, gives way to what holds once that has changed. */
  #learn(state: State): void {
    if (textOf(state) !== textOf(this.#state)) {
      for (const [name, asked] of this.#refused)
        if (this.getAttribute(name) === asked) this.#reflect(name, attributeText(state[name]));
      this.#refused.clear();
    }
    this.#state = state as PlaygroundState;
  }

  /** The attribute says what holds, unless it has been set again since. */
  #putBack({ name, asked, value }: Extract<FromFrame, { kind: 'refused' }>): void {
    this.#refused.set(name, asked);
    if (this.getAttribute(name) === asked) this.#reflect(name, value);
  }

  #reflect(name: Parameter, value: string | null): void {
    if (this.getAttribute(name) === value) return;
    this.#reflecting = true;
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
    this.#reflecting = false;
  }

  #show(frame: HTMLIFrameElement): void {
    this.#missing = undefined;
    this.#root.querySelector('.missing')?.remove();
    frame.hidden = false;
  }

  /** In the place of the frame, which may still come. */
  #explain({ code, directive }: Missing): void {
    const { origin } = host;
    const sentence = this.#say(code, { origin });
    const box = document.createElement('div');
    box.className = 'missing';
    box.setAttribute('role', 'alert');
    const link = document.createElement('a');
    Object.assign(link, { href: this.#address('index.html'), target: '_blank', rel: 'noopener' });
    link.textContent = this.#say('frame-open');
    box.append(paragraph(sentence), ...(directive ? [paragraph(directive, 'code')] : []), paragraph(link));
    this.#root.querySelector('.missing')?.remove();
    this.#root.append(box);
    if (this.#frame) this.#frame.hidden = true;
    const message = directive ? `${sentence} ${directive}` : sentence;
    this.#missing = message;
    this.#link?.abandonCalls(message);
    const detail = { code, message, ...(directive && { directive }), culprits: [], waiting: [] };
    this.dispatchEvent(new CustomEvent('ringlet-error', { detail, bubbles: true, composed: true }));
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

function paragraph(content: string | HTMLElement, inside?: 'code'): HTMLElement {
  const element = document.createElement('p');
  element.append(content);
  if (!inside) return element;
  const within = document.createElement(inside);
  within.append(content);
  element.replaceChildren(within);
  return element;
}

const textOf = (state: unknown): string =>
  JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? '';

customElements.define('ringlet-playground', PlaygroundElement);
