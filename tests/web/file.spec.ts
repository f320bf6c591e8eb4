import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from './fixtures.ts';
import { openPlayground } from './playground.ts';

const dist = fileURLToPath(new URL('../../dist/index.html', import.meta.url));

test('opened as a file it says that it has to be served, and asks nobody for anything', async ({
  page,
  watch,
  browserName,
}) => {
  watch.expectConsole(/^(console|policy):|^request: file:|^exception: Cross-Origin Request Blocked: .* file:/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).protocol));
  await page.goto(pathToFileURL(dist).href);
  await expect(page.getByText('Ringlet has to be served: run npm start')).toBeVisible();
  await expect(page.getByText('Ringlet wymaga serwera')).toBeVisible();
  // Of requests for files Firefox's driver tells nothing, of those to hosts it does.
  expect(new Set(asked)).toEqual(new Set(browserName === 'firefox' ? [] : ['file:']));
});

test('served, nothing of that is ever shown', async ({ page, servers }) => {
  await page.route('**/assets/ringlet-page-*.js', async (route) => {
    await expect(page.getByText('has to be served')).toBeHidden();
    await route.continue();
  });
  const lab = await openPlayground(page, servers, 'in-turn');
  await lab.expectFinished();
  await expect(page.getByText('has to be served')).toBeHidden();
});
