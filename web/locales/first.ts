/** The reader's texts, which come while the scripts that draw the page are still being read. */
import { textsOf, wantedLanguage } from './languages.ts';

/** Opens what draws the page once its texts are there. */
export async function openWithTexts(open: () => Promise<unknown>): Promise<void> {
  const lang = wantedLanguage();
  const [{ loadLocalizer }] = await Promise.all([import('./localizer.ts'), textsOf(lang)]);
  await loadLocalizer(lang);
  await open();
}
