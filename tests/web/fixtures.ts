import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { serve } from '../../web/tools/serve.mjs';
import { launch } from './browsers.ts';
import { serveCourse } from './course-server.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const harness = fileURLToPath(new URL('../../build/harness', import.meta.url));

export interface Servers {
  /** dist/ from our own server, which isolates. */
  readonly isolating: string;
  /** dist/ from a host that sends no headers. */
  readonly plain: string;
  /** The same, one folder down. */
  readonly subfolder: string;
  /** The engine without its picture, from a server of either kind. */
  readonly engine: { readonly threads: string; readonly 'in-turn': string };
  /** Somebody's course pages, of another site than the playground on the plain host. */
  readonly course: string;
  /** The same, with the playground on the host that isolates. */
  readonly courseOfIsolating: string;
  /** Course pages of a host that isolates them, with the playground on the plain host. */
  readonly isolatedCourse: string;
}

interface Watch {
  /** What must stay empty: errors in the console, violations of the policy, requests to other hosts. */
  readonly faults: string[];
  /** Console errors that a test brings about on purpose. */
  expectConsole(pattern: RegExp): void;
}

export const test = base.extend<{ watch: Watch }, { servers: Servers; browser: Browser }>({
  browser: [
    async ({ browserName }, use) => {
      if (browserName === 'webkit') throw new Error('Debian has no WebKit that Playwright can drive.');
      const { browser, close } = await launch[browserName]();
      await use(browser);
      await close();
    },
    { scope: 'worker' },
  ],

  servers: [
    async ({}, use) => {
      const isolating = await serve({ root: dist, port: 0 });
      const plain = await serve({ root: dist, port: 0, isolate: false, csp: false });
      const threads = await serve({ root: harness, port: 0 });
      const inTurn = await serve({ root: harness, port: 0, isolate: false });
      const parent = await mkdtemp(join(tmpdir(), 'ringlet-subfolder-'));
      await cp(dist, join(parent, 'some/folder'), { recursive: true });
      const subfolder = await serve({ root: parent, port: 0, isolate: false, csp: false });
      const elsewhere = ({ url }: { url: string }) => url.replace('localhost', '127.0.0.1');
      const course = await serveCourse(elsewhere(plain), { isolate: false });
      const courseOfIsolating = await serveCourse(elsewhere(isolating), { isolate: false });
      const isolatedCourse = await serveCourse(elsewhere(plain), { isolate: true });
      const all = [isolating, plain, subfolder, threads, inTurn, course, courseOfIsolating, isolatedCourse];
      await use({
        isolating: isolating.url,
        plain: plain.url,
        subfolder: `${subfolder.url}some/folder/`,
        engine: { threads: `${threads.url}engine.html`, 'in-turn': `${inTurn.url}engine.html` },
        course: course.url,
        courseOfIsolating: courseOfIsolating.url,
        isolatedCourse: isolatedCourse.url,
      });
      await Promise.all(all.map((server) => server.close()));
      await rm(parent, { recursive: true });
    },
    { scope: 'worker' },
  ],

  watch: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
      await context.exposeBinding('reportViolation', (_, text: string) => void faults.push(`policy: ${text}`));
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
          reportViolation(`${event.effectiveDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
        });
      });
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => void faults.push(`exception: ${String(error.error().stack ?? error.error())}`));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        const isHere = ['localhost', '127.0.0.1'].includes(hostname) || ['data:', 'blob:', 'about:'].includes(protocol);
        if (!isHere) faults.push(`request: ${request.url()}`);
      });
      await use({ faults, expectConsole: (pattern) => void expected.push(pattern) });
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the engine harness; the page then has `ringlet`. */
export async function openHarness(page: Page, servers: Servers, driver: 'threads' | 'in-turn'): Promise<void> {
  await page.goto(servers.engine[driver]);
  await page.waitForFunction(() => 'ringlet' in globalThis);
}

export { expect };
