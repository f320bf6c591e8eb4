/** The languages that there are texts in, with the names they have in themselves. */
export const LANGUAGES = ['en', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pl: 'Polski' };

const TEXTS: Readonly<Record<Language, () => Promise<{ readonly texts: readonly string[] }>>> = {
  en: () => import('./en/texts.ts'),
  pl: () => import('./pl/texts.ts'),
};

/** The Fluent sources of a language, fetched once. */
export const textsOf = async (lang: Language): Promise<readonly string[]> => (await TEXTS[lang]()).texts;

/** The language of a tag such as `pl`, `PL` or `pl-PL`, where there are texts in it; `plt` is another one. */
export function languageOf(tag: string): Language | null {
  const [first] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((known) => known === first) ?? null;
}

/** The first language of the reader that there is a translation for. */
export const preferredLanguage = (wanted: readonly string[]): Language =>
  wanted.map(languageOf).find((lang) => lang !== null) ?? 'en';

/** The language that the address asks for, or else the reader's. */
export const wantedLanguage = (): Language =>
  preferredLanguage([...new URLSearchParams(location.search).getAll('lang').slice(-1), ...navigator.languages]);
