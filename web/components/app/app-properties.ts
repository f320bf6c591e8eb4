import { LitElement } from 'lit';
import { faultText } from '../../model/faults.ts';
import {
  decode,
  encode,
  reconcile,
  USUAL_VIEW,
  whole,
  type Notice,
  type StateObject,
  type View,
} from '../../model/parameters.ts';
import { defaultCount } from '../../model/shape.ts';
import { OPENING, type Setup } from '../../model/setup.ts';
import { DocumentController } from './document-controller.ts';
import type { Catalogue } from '../../engine/engine.ts';

/** Attributes, properties and URL parameters: one list of names. */
const NAMES = [
  'collective',
  'algorithm',
  'op',
  'dtype',
  'accumulate',
  'ranks',
  'count',
  'root',
  'fault',
  'deadline',
  'values',
  'lang',
  'theme',
] as const;
export type AppProperty = (typeof NAMES)[number];

/** Null where the usual depends on the rest, or is none at all. */
const USUAL: Readonly<Record<AppProperty, unknown>> = {
  ...OPENING,
  algorithm: null,
  count: null,
  fault: null,
  values: null,
  lang: null,
  theme: USUAL_VIEW.theme,
  deadline: USUAL_VIEW.deadlineMs,
};

/**
 * The state of the app as the outside sees it: attributes and properties by name, and `state`, the versioned object.
 * What is set together (attributes in markup) is read together, because counts and values depend on each other.
 */
export abstract class AppProperties extends LitElement {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...NAMES];
  }

  protected readonly document = new DocumentController(this, () => this.documentChanged());
  protected view: View = USUAL_VIEW;
  protected notices: readonly Notice[] = [];
  #pending: Partial<Record<AppProperty, unknown>> = {};
  /** Of what was last set from outside, what cannot be: told once. */
  #refused = new Set<AppProperty>();
  /** What was not taken as it was asked for while the state was `of`: asked for once more, it is left out without a word. */
  #left = { of: '', asked: new Map<string, string>() };
  /** What somebody asked for: who names an algorithm is to hear when another one takes its place. */
  #named = new Set<AppProperty>();

  /** The inputs or the call are others now. */
  protected abstract documentChanged(): void;
  /** Something that links hold has changed. */
  protected abstract changed(): void;
  protected abstract get catalogue(): Catalogue | null;

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    super.attributeChangedCallback(name, before, value);
    if (before !== value && isName(name)) this.setNamed(name, value);
  }

  /** The whole state as a versioned plain object. Setting one replaces everything: what it leaves out is as usual. */
  get state(): StateObject {
    this.#settle();
    return whole(this.document.state, this.view);
  }
  set state(object: StateObject) {
    this.#pending = {};
    if (this.#wasLeft('state', object)) return;
    this.#take(object ?? {}, OPENING, USUAL_VIEW, { state: object });
  }

  /** Names whose values were left out since this was last asked. */
  takeRefused(): readonly AppProperty[] {
    const names = [...this.#refused];
    this.#refused.clear();
    return names;
  }

  getNamed(name: AppProperty): unknown {
    this.#settle();
    return this.#settled(name);
  }

  #settled(name: AppProperty): unknown {
    if (name === 'lang' || name === 'theme') return this.view[name];
    if (name === 'deadline') return this.view.deadlineMs;
    const { fault } = this.document.state;
    if (name === 'fault') return fault && faultText(fault);
    return name === 'values' ? (encode(this.document.state, this.view)['values'] ?? null) : this.document.state[name];
  }

  setNamed(name: AppProperty, value: unknown): void {
    const same = value === (name in this.#pending ? this.#pending[name] : this.#settled(name));
    // Values may have been given that are the usual ones; how many there were goes with them.
    if (same && (value !== null || !this.#named.has(name))) return;
    if (!(name in this.#pending) && this.#wasLeft(name, value)) return;
    this.#pending = { ...this.#pending, [name]: value ?? null };
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    this.#settle();
    if (this.getAttribute('theme') !== this.view.theme) this.setAttribute('theme', this.view.theme);
  }

  /** What was asked for before holds no longer. */
  protected forgetNamed(): void {
    this.#named.clear();
  }

  /** Puts others in the place of what the core does not have, once it is known what it has. */
  protected fitToCatalogue(): void {
    const { state, notices } = this.#fitted(this.document.state, this.document.state);
    if (state === this.document.state) return;
    this.notices = [...this.notices, ...notices];
    this.#noteRefused(notices);
    this.document.replace(state);
  }

  #fitted(state: Setup, held: Setup): { state: Setup; notices: readonly Notice[] } {
    if (!this.catalogue) return { state, notices: [] };
    return reconcile(state, this.catalogue, { algorithm: this.#named.has('algorithm') }, held);
  }

  #settle(): void {
    const asked = Object.entries(this.#pending) as [AppProperty, unknown][];
    if (asked.length === 0) return;
    this.#pending = {};
    const given = Object.fromEntries(asked.map(([name, value]) => [name, value ?? USUAL[name]]));
    const { lang, theme, deadlineMs } = this.view;
    const { state } = this.document;
    const object = { lang, theme, deadline: deadlineMs, ...given };
    this.#take(object, { ...state, ...usualOf(given, state, this.#named) }, this.view, given);
    for (const [name, value] of asked) if (value === null) this.#named.delete(name);
  }

  /** Takes what is `asked` for, by names that are set; `object` says it with what stays beside it. */
  #take(object: StateObject, base: Setup, held: View, asked: StateObject): void {
    const afresh = base === OPENING;
    const before = this.#text;
    const decoded = decode(object, base, held);
    const { view, unknown } = decoded;
    if (unknown.length > 0) console.info('Ringlet does not know these parameters and leaves them out:', unknown);
    if (afresh && decoded.notices.length === 0 && textOf(whole(decoded.state, view)) === before) return;
    this.#noteNamed(object, afresh);
    const fitted = this.#fitted(decoded.state, afresh ? decoded.state : base);
    this.notices = [...decoded.notices, ...fitted.notices];
    this.#refused.clear();
    this.#noteRefused(this.notices);
    this.view = view;
    this.requestUpdate();
    const now = textOf(whole(fitted.state, view));
    if (this.notices.length > 0) this.#leave(now, asked);
    else if (now === before) return;
    if (JSON.stringify(fitted.state) === JSON.stringify(this.document.state)) this.changed();
    else this.document.replace(fitted.state);
  }

  #leave(of: string, asked: StateObject): void {
    if (this.#left.of !== of) this.#left = { of, asked: new Map() };
    for (const [name, value] of Object.entries(asked)) this.#left.asked.set(name, textOf(value));
  }

  #wasLeft(name: string, value: unknown): boolean {
    return this.#left.asked.get(name) === textOf(value) && this.#left.of === this.#text;
  }

  get #text(): string {
    return textOf(whole(this.document.state, this.view));
  }

  #noteNamed(object: StateObject, afresh: boolean): void {
    if (afresh) this.#named.clear();
    for (const [name, value] of Object.entries(object)) {
      if (!isName(name)) continue;
      if (value === null || value === '') this.#named.delete(name);
      else this.#named.add(name);
    }
  }

  #noteRefused(notices: readonly Notice[]): void {
    for (const { id, args } of notices) {
      const name = id === 'notice-values-size' ? 'values' : String(args['name']);
      if (isName(name)) this.#refused.add(name);
    }
  }
}

/** Of what is set to null, which decode takes for nothing said, the state to start from. */
function usualOf(given: StateObject, now: Setup, named: ReadonlySet<AppProperty>): Partial<Setup> {
  // Values that nobody gives any more no longer say how many there are.
  const sized = (name: 'ranks' | 'count') => given['values'] !== null || named.has(name);
  const ranks = sized('ranks') ? now.ranks : OPENING.ranks;
  const usual = given['count'] === null || !sized('count');
  return {
    ranks,
    ...(given['algorithm'] === null && { algorithm: OPENING.algorithm }),
    ...(usual && { count: defaultCount(now.collective, ranks) }),
    ...(given['fault'] === null && { fault: null }),
    ...(given['values'] === null && { values: [] }),
  };
}

/** A page's script may hand over what JSON cannot say. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
  } catch {
    return '';
  }
}

const isName = (name: string): name is AppProperty => (NAMES as readonly string[]).includes(name);

for (const name of NAMES) {
  if (name === 'lang') continue;
  Object.defineProperty(AppProperties.prototype, name, {
    configurable: true,
    get(this: AppProperties) {
      return this.getNamed(name);
    },
    set(this: AppProperties, value: unknown) {
      this.setNamed(name, value);
    },
  });
}
Object.defineProperty(AppProperties.prototype, 'lang', {
  configurable: true,
  get(this: AppProperties) {
    return this.getNamed('lang') ?? '';
  },
  set(this: AppProperties, value: unknown) {
    this.setNamed('lang', value === '' ? null : value);
  },
});
