import { expect, test } from './fixtures.ts';
import { Playground } from './playground.ts';

const sentences = {
  en: ['Ringlet did not load completely.', 'Load it again'],
  pl: ['Ringlet nie wczytał się w całości.', 'Wczytaj jeszcze raz'],
} as const;

for (const [name, script] of [
  ['index.html', 'ringlet-page'],
  ['index.html', 'texts'],
  ['index.html', 'below-first-screen'],
  ['embed.html', 'frame'],
] as const)
  for (const lang of ['en', 'pl'] as const)
    test(`${name} says in ${lang} that ${script} did not come, and loads again`, async ({ page, servers, watch }) => {
      watch.expectConsole(/^console: /);
      watch.expectConsole(/^exception: .*dynamically imported module/); // of a page that is left while it loads
      const missing = `**/assets/${script}-*.js`;
      await page.route(missing, (route) => route.abort());
      const address = `${servers.isolating}${name}?ranks=4&lang=${lang}`;
      await page.goto(address);
      const [sentence, again] = sentences[lang];
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(1);
      await expect(page.locator('.failed:visible')).toHaveCount(1);
      await page.unroute(missing);
      await page.getByRole('link', { name: again }).click();
      await expect(page.locator('ringlet-card')).toHaveCount(4);
      await expect(page.getByText(sentence)).toBeHidden();
      expect(new URL(page.url()).searchParams.get('ranks')).toBe('4');
    });

test('texts that do not come leave those that are there, with a sentence and a way to load them', async ({
  page,
  servers,
  watch,
}) => {
  watch.expectConsole(/^console: /);
  await page.goto(servers.isolating);
  const lab = new Playground(page);
  await lab.expectFinished();
  const missing = '**/assets/texts-*.js';
  await page.route(missing, (route) => route.abort());
  await lab.select('Language').selectOption('pl');
  const [sentence, again] = sentences.pl;
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(lab.button('Run')).toBeVisible();
  await page.unroute(missing);
  await page.getByRole('link', { name: again }).click();
  await expect(lab.button('Uruchom')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('suma');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
});

for (const name of ['index.html', 'embed.html'])
  test(`${name} says so too where not even the first script came`, async ({ page, servers, watch }) => {
    watch.expectConsole(/^console: /);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${servers.isolating}${name}`);
    await expect(page.locator('.failed:visible')).toHaveCount(0);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    for (const [sentence] of Object.values(sentences))
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  });
