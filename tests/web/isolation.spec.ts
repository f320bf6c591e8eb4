import { expect, test } from './fixtures.ts';
import { openPlayground, Playground, withoutServiceWorkers } from './playground.ts';

test('a host without headers gets threads by the service worker, after one reload', async ({ page, servers }) => {
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  const query = '?v=1&values=1,2,3,4,5,6_10,20,30,40,50,60_100,200,300,400,500,601';
  const lab = await openPlayground(page, servers, 'threads', '').then(async () => {
    loads = 0;
    await page.goto(servers.plain + query);
    return new Playground(page);
  });
  await expect(lab.badge).toHaveText('3 threads');
  await lab.expectResults([111, 222, 333, 444, 555, 667]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(loads).toBe(2);
  expect(page.url()).toBe(servers.plain + query);

  await page.reload();
  await lab.expectResults([111, 222, 333, 444, 555, 667]);
  await expect(lab.badge).toHaveText('3 threads');
  expect(loads).toBe(3);
});

test('without service workers ranks take turns, and the page says so', async ({ page, servers }) => {
  await withoutServiceWorkers(page);
  await page.goto(servers.plain);
  const lab = new Playground(page);
  await expect(lab.badge).toContainText('One thread: the ranks take turns');
  await lab.expectResults([111, 222, 333, 444, 555, 666]);
});

test.describe('a service worker that never comes', () => {
  test.use({ serviceWorkers: 'block' });
  test('is not waited for', async ({ page, servers }) => {
    let loads = 0;
    page.on('domcontentloaded', () => loads++);
    await page.goto(servers.plain);
    const lab = new Playground(page);
    await expect(lab.badge).toContainText('One thread: the ranks take turns');
    await lab.expectResults([111, 222, 333, 444, 555, 666]);
    expect(loads).toBe(1);
  });
});

test('a service worker that does not help does not make the page load again and again', async ({ page, servers }) => {
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'crossOriginIsolated', { get: () => false });
  });
  await page.goto(`${servers.plain}?v=1&ranks=4`);
  const lab = new Playground(page);
  await expect(lab.badge).toContainText('One thread: the ranks take turns');
  await lab.expectFinished();
  expect(loads).toBe(2);
  expect(page.url()).toBe(`${servers.plain}?v=1&ranks=4`);
});

test('the service worker keeps nothing', async ({ page, servers }) => {
  await page.goto(servers.plain);
  await expect(new Playground(page).badge).toHaveText('3 threads');
  const kept = await page.evaluate(async () => (await caches.keys()).length);
  expect(kept).toBe(0);
});

test('all of it works in a subfolder', async ({ page, servers }) => {
  await page.goto(`${servers.subfolder}?v=1&ranks=4`);
  const lab = new Playground(page);
  await expect(lab.badge).toHaveText('4 threads');
  await lab.expectFinished();
});

test('pages carry their policy, and our server sends it too', async ({ page, servers }) => {
  for (const name of ['index.html', 'embed.html']) {
    const response = await page.request.get(servers.isolating + name);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(await response.text()).toContain(`http-equiv="Content-Security-Policy"`);
  }
});

test('the first result is there soon after navigation', async ({ page, servers }, testInfo) => {
  await openPlayground(page, servers, 'threads').then((lab) => lab.expectFinished());
  const times: number[] = [];
  for (let k = 0; k < 3; k++) {
    await page.goto('about:blank');
    const lab = await openPlayground(page, servers, 'threads');
    await lab.resultCells.first().waitFor();
    await page.waitForFunction(() =>
      document
        .querySelector('ringlet-page')
        ?.shadowRoot?.querySelector('ringlet-app')
        ?.shadowRoot?.querySelector('ringlet-status')
        ?.shadowRoot?.textContent?.includes('Ran in'),
    );
    times.push(await page.evaluate(() => Math.round(performance.now())));
  }
  const median = times.sort((a, b) => a - b)[1] ?? Infinity;
  testInfo.annotations.push({ type: 'result visible after', description: `${median} ms` });
  console.log(`${testInfo.project.name}: first result visible ${median} ms after navigation (${times.join(', ')})`);
  expect(median).toBeLessThan(8000);
});
