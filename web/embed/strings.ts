import { FluentBundle, FluentResource } from '@fluent/bundle';
import { languageOf, type Language } from '../locales/languages.ts';
import en from './locales/en.ftl?raw';
import pl from './locales/pl.ftl?raw';

const sources: Readonly<Record<Language, string>> = { en, pl };

/** The few sentences that the element itself says, in the language asked for or in English. */
export function strings(lang: string): (id: string, args?: Record<string, string | number>) => string {
  const known = languageOf(lang) ?? 'en';
  const bundle = new FluentBundle(known, { useIsolating: false });
  bundle.addResource(new FluentResource(sources[known]));
  return (id, args) => {
    const pattern = bundle.getMessage(id)?.value;
    return pattern ? bundle.formatPattern(pattern, args) : id;
  };
}
