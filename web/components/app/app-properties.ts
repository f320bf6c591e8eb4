import { LitElement } from 'lit';
import { faultText } from '../../model/faults.ts';
import {
  decode,
  encode,
  reconcile,
  USUAL_VIEW,
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

  /** The versioned plain object that links hold; setting it replaces everything. */
  get state(): StateObject {
    this.#settle();
    return encode(this.document.state, this.view);
  }
  set state(object: StateObject) {
    this.#pending = {};
    this.#take(object ?? {}, OPENING, USUAL_VIEW);
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

  /** Puts what was `held` in the place of what the core does not have, once it is known what it has. */
  protected fitToCatalogue(held = this.document.state): void {
    if (!this.catalogue) return;
    const named = { algorithm: this.#named.has('algorithm') };
    const { state, notices } = reconcile(this.document.state, this.catalogue, named, held);
    if (state === this.document.state) return;
    this.notices = [...this.notices, ...notices];
    this.#noteRefused(notices);
    this.document.replace(state);
  }

  #settle(): void {
    const asked = Object.entries(this.#pending) as [AppProperty, unknown][];
    if (asked.length === 0) return;
    this.#pending = {};
    const given = Object.fromEntries(asked.map(([name, value]) => [name, value ?? USUAL[name]]));
    const { lang, theme, deadlineMs } = this.view;
    const { state } = this.document;
    const object = { lang, theme, deadline: deadlineMs, ...given };
    this.#take(object, { ...state, ...usualOf(given, state, this.#named) }, this.view);
    for (const [name, value] of asked) if (value === null) this.#named.delete(name);
  }

  #take(object: StateObject, base: Setup, held: View): void {
    const { state, view, notices, unknown } = decode(object, base, held);
    if (unknown.length > 0) console.info('Ringlet does not know these parameters and leaves them out:', unknown);
    this.notices = notices;
    this.#refused.clear();
    this.#noteRefused(notices);
    this.view = view;
    this.#noteNamed(object, base === OPENING);
    this.requestUpdate();
    if (JSON.stringify(state) === JSON.stringify(this.document.state)) return this.changed();
    this.document.replace(state);
    this.fitToCatalogue(base === OPENING ? state : base);
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
