import { wantedLanguage } from './locales/languages.ts';

/** Says that a part of the page did not come. The sentences stand in the page, since nothing more can be had. */
export function showLoadFailure(error: unknown): void {
  console.error(error);
  const text = document.querySelector<HTMLElement>(`.failed[lang="${wantedLanguage()}"]`);
  if (text) text.hidden = false;
}
