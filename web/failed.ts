/**
 * Says that the rest of the page did not come, in the reader's language. The sentences stand in the page, since nothing
 * more can be had.
 */
export function tellFailed(error: unknown): void {
  console.error(error);
  const texts = [...document.querySelectorAll<HTMLElement>('.failed')];
  const asked = new URLSearchParams(location.search).get('lang') ?? '';
  const text = [asked, ...navigator.languages]
    .map((tag) => texts.find(({ lang }) => tag.toLowerCase().startsWith(lang)))
    .find((found) => found !== undefined);
  const shown = text ?? texts[0];
  if (!shown) return;
  document.documentElement.lang = shown.lang;
  shown.hidden = false;
}
