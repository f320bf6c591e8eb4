/** The page's budgets, four times over, so that only what has gone badly wrong fails here; `npm run bench -- --page` measures. */
import { expect, test } from './fixtures.ts';
import { brotliBytes, framesPerSecond, open } from '../../core/bench/page.mjs';
import { budgets } from '../../core/bench/report/page.mjs';

const times = 4;
const visits = 5;

test('the page is small, and ready soon', async ({ page, servers, browserName }) => {
  const most = times * budgets.ready.most[browserName === 'firefox' ? 'Firefox' : 'Chromium'];
  let soonest = Infinity;
  let files = new Set<string>();
  // The other tests keep the machine busy, so one visit of several will do.
  for (let visit = 0; visit < visits && soonest > most; visit++) {
    const { ms, requests } = await open(page, `${servers.isolating}?ranks=4`);
    soonest = Math.min(soonest, ms);
    files = requests;
  }
  expect(soonest).toBeLessThan(most);
  expect(brotliBytes(files, servers.isolating) / 1000).toBeLessThan(times * budgets.transfer.most);
});

test('the page draws while 16 ranks are stepped', async ({ page, servers }) => {
  expect(await framesPerSecond(page, servers.isolating)).toBeGreaterThan(budgets.frames.least / times);
});
