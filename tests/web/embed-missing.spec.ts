/** What stands in the place of the playground where its frame does not come. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { RingletPlayground } from '../../web/embed/playground.d.ts';
import { expect, test as base } from './fixtures.ts';
import { Playground } from './playground.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
interface Hosts {
  /** A page of ours, with an element whose script comes from `origin`; the policy may name the origin as HOST. */
  page(options: { policy?: string; origin?: string; lang?: string; theme?: string }): Promise<string>;
  /** A host that has all that `behind` has, but answers for embed.html as it is told. */
  host(behind: string, frame: Answer): Promise<string>;
}

const test = base.extend<{ hosts: Hosts }>({
  hosts: async ({ servers }, use) => {
    const open: ReturnType<typeof createServer>[] = [];
    const serve = async (answer: Answer, name: string) => {
      const server = createServer(answer);
      open.push(server);
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return `http://${name}:${(server.address() as AddressInfo).port}/`;
    };
    const elsewhere = servers.plain.replace('localhost', '127.0.0.1');
    await use({
      page: ({ policy, origin = elsewhere, lang = 'en', theme = 'auto' }) =>
        serve((_, response) => {
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          if (policy) response.setHeader('Content-Security-Policy', policy.replaceAll('HOST', new URL(origin).origin));
          response.end(`<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width">
            <title>Lesson</title>
            <script type="module" src="${origin}ringlet-playground.js"></script>
            <ringlet-playground ranks="4" theme="${theme}"></ringlet-playground></html>`);
        }, 'localhost'),
      host: (behind, frame) =>
        serve((request, response) => {
          if (request.url?.startsWith('/embed.html')) return frame(request, response);
          void fetch(new URL(request.url ?? '/', behind)).then(async (answer) => {
            const type = answer.headers.get('content-type') ?? '';
            response.writeHead(answer.status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
            response.end(Buffer.from(await answer.arrayBuffer()));
          });
        }, '127.0.0.1'),
    });
    for (const server of open) {
      server.close();
      server.closeAllConnections();
    }
  },
});

interface Heard {
  readonly code: string;
  readonly message: string;
  readonly directive?: string;
}

/** Keeps what the element tells from its first moment. */
async function listen(page: Page): Promise<() => Promise<Heard[]>> {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Reflect.set(globalThis, 'heard', heard);
    addEventListener('ringlet-error', (event) => heard.push((event as CustomEvent<unknown>).detail));
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'heard') as Heard[]);
}

const element = (page: Page) => page.locator('ringlet-playground');
const sentence = (page: Page) => element(page).getByRole('alert');

for (const [name, policy, wanted] of [
  ["frame-src 'none'", "frame-src 'none'", 'frame-src HOST'],
  [
    'frame-src without us',
    "frame-src 'self' https://video.example; default-src *",
    "frame-src 'self' https://video.example HOST",
  ],
  ['child-src', "child-src 'none'", 'frame-src HOST'],
  ['default-src', "default-src 'self'; script-src * 'unsafe-inline'", "frame-src 'self' HOST"],
  ['styles too', "frame-src 'none'; style-src 'none'; default-src *", 'frame-src HOST'],
] as const)
  test(`a page whose policy forbids the frame, ${name}: says which directive it needs`, async ({
    page,
    hosts,
    servers,
    watch,
  }) => {
    watch.expectConsole(/frame-src|child-src|default-src|Content.Security.Policy/i);
    const heard = await listen(page);
    await page.goto(await hosts.page({ policy }));
    const { origin } = new URL(servers.plain.replace('localhost', '127.0.0.1'));
    const directive = wanted.replace('HOST', origin);
    await expect(sentence(page)).toContainText(`allows no frame from ${origin}`);
    await expect(sentence(page).locator('code')).toHaveText(directive);
    await expect(sentence(page).getByRole('link')).toHaveAttribute('href', /\/index\.html\?ranks=4&theme=auto$/);
    await expect(element(page).locator('iframe')).toBeHidden();
    expect(await heard()).toMatchObject([{ code: 'frame-csp', directive }]);
    await expect(sentence(page)).toHaveCSS('padding-left', '20px');
    const refused = await element(page).evaluate((e: RingletPlayground) =>
      e.run().catch((error: Error) => error.message),
    );
    expect(refused).toContain('allows no frame');
  });

const error =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers });
    response.end('<!doctype html><title>Not it</title><p>Something else.');
  };

for (const [name, answer] of [
  ['404', error(404)],
  ['another page', error(200)],
  ['X-Frame-Options', error(200, { 'X-Frame-Options': 'DENY' })],
  ['frame-ancestors', error(200, { 'Content-Security-Policy': "frame-ancestors 'none'" })],
] as const)
  for (const lang of ['en', 'pl'] as const)
    test(`a frame that holds something else, ${name}, in ${lang}: says so`, async ({ page, hosts, servers, watch }) => {
      watch.expectConsole(/./);
      const heard = await listen(page);
      const origin = await hosts.host(servers.plain, answer);
      await page.goto(await hosts.page({ origin, lang }));
      await expect(sentence(page)).toContainText(lang === 'en' ? 'is not the playground' : 'przysłał coś innego');
      await expect(sentence(page).getByRole('link')).toHaveAttribute('href', `${origin}index.html?ranks=4&theme=auto`);
      await expect.poll(async () => (await heard()).map(({ code }) => code).at(-1)).toBe('frame-wrong');
      expect(await element(page).evaluate((e) => e.clientHeight)).toBeLessThan(400);
    });

test('offline: says so', async ({ page, hosts, servers, watch }) => {
  watch.expectConsole(/./);
  const heard = await listen(page);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  const origin = await hosts.host(servers.plain, (request) => void request.socket.destroy());
  await page.goto(await hosts.page({ origin }));
  await expect(sentence(page)).toContainText('this computer is offline');
  expect((await heard()).map(({ code }) => code)).toEqual(['frame-offline']);
});

test('a frame that is late is called late, and takes the place of the sentence when it comes', async ({
  page,
  hosts,
  servers,
  watch,
}) => {
  watch.expectConsole(/./);
  const heard = await listen(page);
  let release = () => {};
  const released = new Promise<void>((now) => (release = now));
  const origin = await hosts.host(servers.plain, (_, response) => {
    void released
      .then(() => fetch(`${servers.plain}embed.html`))
      .then(async (answer) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(await answer.text());
      });
  });
  await page.goto(await hosts.page({ origin }), { waitUntil: 'commit' });
  await expect(sentence(page)).toContainText('The playground has not come yet');
  expect((await heard()).map(({ code }) => code)).toEqual(['frame-late']);
  release();
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await expect(lab.place.locator('ringlet-card')).toHaveCount(4);
  await expect(lab.resultCells).not.toHaveCount(0);
  await expect(sentence(page)).toHaveCount(0);
  await element(page).evaluate((e: RingletPlayground) => void (e.ranks = 3));
  await expect(lab.place.locator('ringlet-card')).toHaveCount(3);
});
