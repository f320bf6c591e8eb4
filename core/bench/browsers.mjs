/** The two browsers, started when they are first needed; a page that does not answer costs the browser it lies in. */
import { chromium, firefox } from 'playwright-core';

const launch = {
  Chromium: () =>
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    }),
  Firefox: () =>
    firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' }),
};

export const browserNames = Object.keys(launch);
const tries = 3;

export class Browsers {
  #open = new Map();

  /**
   * What `visit` makes of a new page. Tried again in a new browser where it takes longer than `seconds`: a Firefox that
   * is watched now and then never lets a worker begin.
   */
  async page(name, seconds, visit) {
    for (let left = tries - 1; ; left--) {
      try {
        return await this.#visit(name, seconds, visit);
      } catch (error) {
        await this.#close(name);
        if (left === 0) throw error;
      }
    }
  }

  async close() {
    await Promise.all([...this.#open.keys()].map((name) => this.#close(name)));
  }

  async #visit(name, seconds, visit) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The page took longer than ${seconds} s.`)), seconds * 1000);
    });
    try {
      return await Promise.race([this.#opened(name, visit), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #opened(name, visit) {
    if (!this.#open.has(name)) this.#open.set(name, await launch[name]());
    // A context of its own, so that nothing is in a cache.
    const context = await this.#open.get(name).newContext({ viewport: { width: 1280, height: 900 } });
    try {
      return await visit(await context.newPage(), this.#open.get(name).version());
    } finally {
      await context.close();
    }
  }

  async #close(name) {
    const browser = this.#open.get(name);
    this.#open.delete(name);
    const patience = new Promise((resolve) => setTimeout(resolve, 5000).unref());
    await Promise.race([browser?.close().catch(() => {}), patience]);
  }
}
