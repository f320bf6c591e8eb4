/** The page's budgets, four times over, so that only what has gone badly wrong fails here; `npm run bench -- --page` measures. */
import { expect, test } from './fixtures.ts';
import { brotliBytes, emptyFolder, framesPerSecond, open } from '../../core/bench/page.mjs';
import { budgets } from '../../core/bench/report/page.mjs';
import { serve } from '../../web/tools/serve.mjs';

const times = 4;
const visits = 5;

test('the page is small, and ready soon', async ({ page, servers }) => {
  const empty = await serve({ root: emptyFolder, port: 0 });
  const url = `${servers.isolating}?ranks=4`;
  // The other tests keep the machine busy, so one pair of visits of several will do.
  let ratio = Infinity;
  for (let visit = 0; visit < visits && ratio > times * budgets.ready.times; visit++) {
    const least = await open(page, empty.url);
    ratio = Math.min(ratio, (await open(page, url)).ms / least.ms);
  }
  expect(ratio).toBeLessThan(times * budgets.ready.times);
  const { requests } = await open(page, url);
  expect(brotliBytes(requests, url) / 1000).toBeLessThan(times * budgets.transfer.most);
  // Texts in one language, and nothing yet of what lies below the first screen.
  const lazy = [...requests].map((name) => /(texts|below-first-screen)-[\w-]+\.js$/.exec(name)?.[1]);
  expect(lazy.filter((name) => name !== undefined)).toEqual(['texts']);
  await empty.close();
});

test('the page draws while 16 ranks are stepped', async ({ page, servers }) => {
  expect(await framesPerSecond(page, servers.isolating)).toBeGreaterThan(budgets.frames.least / times);
});
