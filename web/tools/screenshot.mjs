#!/usr/bin/env node
/** Takes the README's picture, web/screenshot.png, from the built page: a run that really happened, at a moment in its middle. */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const served = await serve({ root: here('../../dist'), port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1180, height: 1000 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(served.url);
  await page.getByRole('gridcell', { name: /: 666$/ }).waitFor();
  await page.locator('ringlet-check').getByText('bit for bit').waitFor();
  for (let k = 0; k < 5; k++) await page.getByRole('button', { name: 'Back one step' }).click();
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await page.screenshot({ path: here('../screenshot.png') });
  console.log('web/screenshot.png');
} finally {
  await browser.close();
  await served.close();
}
