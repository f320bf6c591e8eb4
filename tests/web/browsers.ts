import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox, type Browser } from '@playwright/test';

/**
 * Debian's browsers. Playwright's own switches for Chromium turn the partitioning of third-party storage off, and then
 * a frame of another site may register no service worker, unlike in a browser that people use: so only what is needed.
 */
async function launchChromium(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'ringlet-chromium-'));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    ignoreDefaultArgs: true,
    args: [
      '--headless',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--disable-background-networking',
      '--disable-component-update',
      '--hide-scrollbars',
      'about:blank',
    ],
  });
  const close = async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
}

async function launchFirefox(): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    // Firefox's own value: a file may not load others, which Playwright allows.
    firefoxUserPrefs: { 'security.fileuri.strict_origin_policy': true },
  });
  return { browser, close: () => browser.close() };
}

export const launch = { chromium: launchChromium, firefox: launchFirefox };
