/** The page in this machine's own Chromium, until its engine has run and the first result is drawn. */
import { chromium } from 'playwright-core';

const seconds = 60;
/** Of the opening table's first column: 1, 10 and 100. */
const firstSum = /^element 0 of the result.*: 111$/;

/** @param {string} url */
export async function drawsFirstResult(url) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const tab = await browser.newPage({ locale: 'en-US' });
    tab.setDefaultTimeout(seconds * 1000);
    await tab.goto(url);
    await tab.getByRole('gridcell', { name: firstSum }).first().waitFor();
  } finally {
    await browser.close();
  }
}
