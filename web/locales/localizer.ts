import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Language } from '../model/parameters.ts';
import type { Sentence } from '../model/sentences.ts';
import englishCollectives from './en/collectives.ftl?raw';
import english from './en/lab.ftl?raw';
import englishNotes from './en/notes.ftl?raw';
import englishTools from './en/tools.ftl?raw';
import polishCollectives from './pl/collectives.ftl?raw';
import polish from './pl/lab.ftl?raw';
import polishNotes from './pl/notes.ftl?raw';
import polishTools from './pl/tools.ftl?raw';

const SOURCES: Readonly<Record<Language, readonly string[]>> = {
  en: [english, englishCollectives, englishNotes, englishTools],
  pl: [polish, polishCollectives, polishNotes, polishTools],
};

/** Texts and numbers in one language. */
export class Localizer {
  readonly #bundle: FluentBundle;
  readonly #number: Intl.NumberFormat;
  readonly #precise: Intl.NumberFormat;

  constructor(readonly lang: Language) {
    this.#bundle = new FluentBundle(lang, { useIsolating: false });
    for (const source of SOURCES[lang]) this.#bundle.addResource(new FluentResource(source));
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

const cache = new Map<Language, Localizer>();

export function localizer(lang: Language): Localizer {
  const known = cache.get(lang) ?? new Localizer(lang);
  cache.set(lang, known);
  return known;
}

/** The first language of the reader that there is a translation for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lang = (Object.keys(SOURCES) as Language[]).find((known) => tag.toLowerCase().startsWith(known));
    if (lang) return lang;
  }
  return 'en';
}
