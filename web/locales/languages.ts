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

/** The first language of the reader that there is a translation for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lang = LANGUAGES.find((known) => tag.toLowerCase().startsWith(known));
    if (lang) return lang;
  }
  return 'en';
}

/** The language that the address asks for, or else the reader's. */
export const wantedLanguage = (): Language =>
  preferredLanguage([...new URLSearchParams(location.search).getAll('lang'), ...navigator.languages]);
