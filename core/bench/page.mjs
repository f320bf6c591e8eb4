/**
 * The budgets of the page, measured in the built page by its own server: what it transfers, when it is ready, whether
 * it stays responsive. `node core/bench/page.mjs` prints them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './run.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { Browsers, browserNames } from './browsers.mjs';
import { verdicts } from './report/page.mjs';
import { median } from './rows.mjs';

const KB = 1000;
const MiB = 2 ** 20;
const visits = 5;
const seconds = 90;
const steps = 40;
/** Chromium goes on loading pages of its own for a while after a window is there. */
const windowMs = 1000;
/** By then what is asked for right after being ready has come. */
const restMs = 500;

/** The page of a module with nothing in it, beside which being ready is measured. */
export const emptyFolder = join(root, 'build/wasm/empty');

/** @returns rows { budget, browser, value }, and in that of being ready what an empty module took: `empty` */
export async function measurePage() {
  const page = await serve({ root: join(root, 'dist'), port: 0 });
  const bench = await serve({ root: join(root, 'build/bench-page'), port: 0 });
  const empty = await serve({ root: emptyFolder, port: 0 });
  const browsers = new Browsers();
  const rows = [];
  try {
    for (const browser of browserNames) {
      const visited = (url) =>
        browsers.page(browser, seconds, async (tab) => {
          await tab.waitForTimeout(windowMs);
          return open(tab, url);
        });
      const ready = { page: [], empty: [] };
      const transferred = [];
      for (let visit = 0; visit < visits; visit++) {
        const opened = await visited(`${page.url}?ranks=4`);
        ready.page.push(opened.ms);
        transferred.push(brotliBytes(opened.requests, page.url));
        ready.empty.push((await visited(empty.url)).ms);
      }
      rows.push({ budget: 'transfer', browser, value: median(transferred) / KB });
      rows.push({ budget: 'ready', browser, value: median(ready.page), empty: median(ready.empty) });
      rows.push({
        budget: 'task',
        browser,
        value: await browsers.page(browser, seconds, (tab) => longestTask(tab, bench.url)),
      });
      rows.push({
        budget: 'frames',
        browser,
        value: await browsers.page(browser, seconds, (tab) => framesPerSecond(tab, page.url)),
      });
    }
  } finally {
    await browsers.close();
    await Promise.all([page.close(), bench.close(), empty.close()]);
  }
  return rows;
}

/**
 * Opens the playground and tells when its engine was ready, in ms since the navigation began, and what it asked for
 * until then.
 *
 * @param {import('playwright-core').Page} tab
 * @param {string} url
 * @returns {Promise<{ ms: number, requests: Set<string> }>}
 */
export async function open(tab, url) {
  const requests = [];
  tab.on('request', (request) => requests.push(request));
  await tab.addInitScript(() => {
    globalThis.addEventListener('ringlet-ready', ({ detail }) => {
      globalThis.readyAt = { ms: performance.now(), origin: performance.timeOrigin, driver: detail.driver };
    });
  });
  await tab.goto(url);
  const at = await tab.waitForFunction(() => globalThis.readyAt).then((handle) => handle.jsonValue());
  if (at.driver !== 'threads') throw new Error(`The page ran ${at.driver}.`);
  // The browser's driver and the page tell the time a little differently, so what the page asked for is taken by its own.
  const late = await tab.evaluate(
    async ([ready, rest]) => {
      await new Promise((resolve) => setTimeout(resolve, rest));
      const asked = performance.getEntriesByType('resource');
      return asked.filter(({ startTime }) => startTime >= ready).map(({ name }) => name);
    },
    [at.ms, restMs],
  );
  const before = requests.filter(
    (request) => request.timing().startTime < at.origin + at.ms && !late.includes(request.url()),
  );
  return { ms: at.ms, requests: new Set(before.map((request) => request.url())) };
}

/**
 * What these files of dist/ come to, compressed as a host would once and for all.
 *
 * @param {Set<string>} urls
 * @param {string} base
 */
export function brotliBytes(urls, base) {
  const files = [...urls].map((url) => new URL(url).pathname.slice(new URL(base).pathname.length) || 'index.html');
  const found = [...new Set(files)].map((file) => join(root, 'dist', file)).filter(existsSync);
  return found.reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
}

export async function longestTask(tab, url) {
  await tab.goto(url);
  await tab.waitForFunction(() => 'bench' in globalThis);
  const question = {
    collective: 'all_reduce',
    algorithm: 'auto',
    ranks: 4,
    bytes: 16 * MiB,
    dtype: 'float32',
    op: 'sum',
  };
  return tab.evaluate(
    ([asked, effort]) => globalThis.bench.longestTask([asked], effort),
    [
      { ...question, root: 0, in_place: false },
      { batchMs: 50, batches: 20 },
    ],
  );
}

/** Presses Step some ten times a second, with the ranks in view, and counts the frames from the second step on. */
export async function framesPerSecond(tab, url) {
  await tab.addInitScript(() => {
    for (const name of ['ringlet-result', 'ringlet-step'])
      globalThis.addEventListener(name, () => (globalThis.told ??= new Set()).add(name));
  });
  await open(tab, `${url}?collective=all_reduce&algorithm=ring&ranks=16`);
  const told = (name) => tab.waitForFunction((wanted) => globalThis.told?.delete(wanted), name);
  // Until the run that the page begins by itself is over, a step would only halt that one.
  await told('ringlet-result');
  await tab.evaluate(() => globalThis.told.clear());
  const step = tab.getByRole('button', { name: 'Step', exact: true });
  await step.click();
  await told('ringlet-step');
  await tab.locator('ringlet-track').evaluate((track) => track.scrollIntoView());
  return step.evaluate(async (button, presses) => {
    const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
    const began = await frame();
    let now = began;
    let frames = 0;
    for (let press = 0; press < presses; press++) {
      button.click();
      for (let k = 0; k < 6; k++, frames++) now = await frame();
    }
    return (frames * 1000) / (now - began);
  }, steps);
}

if (process.argv[1] === import.meta.filename)
  for (const { what, browser, value, unit, wanted, passed } of verdicts(await measurePage()))
    console.log(`${browser}: ${what}: ${value.toFixed(0)} ${unit}, wanted ${wanted}: ${passed ? 'pass' : 'fail'}`);
