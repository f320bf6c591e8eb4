import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { showLoadFailure } from '../load-failure.ts';
import type { Sentence } from '../components/player/sentences.ts';
import { textsOf, type Language } from './languages.ts';

/** Texts and numbers in one language. */
export class Localizer {
  readonly #bundle: FluentBundle;
  readonly #number: Intl.NumberFormat;
  readonly #precise: Intl.NumberFormat;

  constructor(
    readonly lang: Language,
    texts: readonly string[],
  ) {
    this.#bundle = new FluentBundle(lang, { useIsolating: false });
    for (const text of texts) this.#bundle.addResource(new FluentResource(text));
    this.#number = new Intl.NumberFormat(lang);
    this.#precise = new Intl.NumberFormat(lang, { maximumSignificantDigits: 3 });
  }

  text(id: string, args: Readonly<Record<string, FluentVariable>> = {}): string {
    const pattern = this.#bundle.getMessage(id)?.value;
    if (!pattern) throw new RangeError(`no message ${id} in ${this.lang}`);
    const errors: Error[] = [];
    const text = this.#bundle.formatPattern(pattern, args, errors);
    if (errors[0]) throw errors[0];
    return text;
  }

  sentence({ id, args }: Sentence): string {
    return this.text(id, args);
  }

  number(value: number | bigint): string {
    return this.#number.format(value);
  }

  /** A duration in the unit that suits it. */
  duration(us: number): string {
    if (us < 1000) return `${this.#precise.format(us)} µs`;
    if (us < 1e6) return `${this.#precise.format(us / 1000)} ms`;
    return `${this.#precise.format(us / 1e6)} s`;
  }
}

const ready = new Map<Language, Localizer>();
/** Who shows another language until the texts of this one come. */
const waiting = new Map<Language, Set<() => void>>();

/** Fetches the texts of a language, from then on there for `localizer`. */
export async function loadLocalizer(lang: Language): Promise<Localizer> {
  const texts = await textsOf(lang);
  const known = ready.get(lang) ?? new Localizer(lang, texts);
  ready.set(lang, known);
  const called = waiting.get(lang) ?? [];
  waiting.delete(lang);
  for (const come of called) come();
  return known;
}

/**
 * The texts in a language; until they have come, and `come` is called, those of a language that is there. Where they do
 * not come the page says so, and has to be loaded again: not every browser asks for a script twice.
 */
export function localizer(lang: Language, come: () => void): Localizer {
  const known = ready.get(lang);
  if (known) return known;
  const [other] = ready.values();
  if (!other) throw new Error('No language was loaded before the first text.');
  const others = waiting.get(lang);
  if (others) others.add(come);
  else {
    waiting.set(lang, new Set([come]));
    loadLocalizer(lang).catch(showLoadFailure);
  }
  return other;
}
