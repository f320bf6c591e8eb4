import type { RingletPlayground } from '../../web/embed/playground.d.ts';
import { expect, test } from './fixtures.ts';
import { openLesson, Playground, sums, withoutServiceWorkers } from './playground.ts';

test('on a course page of another site it runs, with threads where the browser allows them', async ({
  page,
  servers,
  browserName,
}) => {
  const { lab } = await openLesson(page, `${servers.course}lesson.html`);
  await expect(lab.badge).toContainText(browserName === 'chromium' ? '3 threads' : 'One thread: the ranks take turns');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await lab.set(2, 5, '601');
  await lab.button('Run').dispatchEvent('click');
  await lab.expectResults([...sums.slice(0, 5), 667]);
});

test('from a host that sends the headers itself, without a service worker', async ({ page, servers, browserName }) => {
  await withoutServiceWorkers(page);
  await page.goto(`${servers.courseOfIsolating}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await expect(lab.badge).toContainText(browserName === 'chromium' ? '3 threads' : 'One thread: the ranks take turns');
  await lab.expectResults(sums);
});

test('without threads it offers a window that has them, with the same numbers', async ({ page, servers }) => {
  await withoutServiceWorkers(page);
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await expect(lab.badge).toContainText('One thread: the ranks take turns');
  await lab.set(2, 5, '601');
  await expect(lab.openWithThreads).toHaveAttribute('href', /601/);
  await expect(lab.openWithThreads).toHaveAttribute('target', '_blank');
  const window = await page.context().newPage();
  await window.goto((await lab.openWithThreads.getAttribute('href')) ?? '');
  await expect(window).toHaveURL(/index\.html\?v=1.*601/);
  await new Playground(window).expectResults([...sums.slice(0, 5), 667]);
});

test('attributes set it up, in their language and theme, and can be changed', async ({ page, servers }) => {
  await page.goto(`${servers.course}polish.html`);
  const frame = page.frameLocator('ringlet-playground iframe');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'pl');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.locator('ringlet-card')).toHaveCount(4);
  await page.locator('ringlet-playground').evaluate((element) => {
    element.setAttribute('ranks', '5');
    element.setAttribute('lang', 'en');
  });
  await expect(frame.locator('ringlet-card')).toHaveCount(5);
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
});

test('a script on the page runs it, reads its state and hears of its results', async ({ page, servers }) => {
  await openLesson(page, `${servers.course}lesson.html`);
  const heard = await page.locator('ringlet-playground').evaluate(async (element: RingletPlayground) => {
    const next = (name: 'ringlet-change' | 'ringlet-result' | 'ringlet-step') =>
      new Promise<unknown>((heard) =>
        document.addEventListener(name, (event) => heard((event as CustomEvent<unknown>).detail), { once: true }),
      );
    const changed = next('ringlet-change');
    element.values = [
      [1, 2],
      [10, 20],
    ];
    element.ranks = 2;
    await changed;
    const finished = next('ringlet-result');
    await element.run();
    const result = (await finished) as { outputs: unknown; bytesSent: unknown };
    const { state } = element;
    await element.reset();
    element.state = { v: 1, collective: 'all_reduce', ranks: 1, count: 1, values: '42' };
    const again = next('ringlet-result');
    await element.run();
    return { state, result, again: (await again) as { outputs: unknown } };
  });
  expect(heard.state).toMatchObject({ v: 1, ranks: 2 });
  expect(heard.result).toMatchObject({ outputs: [[11], [22]], bytesSent: [4, 4] });
  expect(heard.again).toMatchObject({ outputs: [[42]] });
});

test('a run that is refused rejects with the sentence that the playground shows', async ({ page, servers }) => {
  const { lab } = await openLesson(page, `${servers.course}lesson.html`);
  const refusals = await page.locator('ringlet-playground').evaluate(async (element: RingletPlayground) => {
    const said = (asked: Promise<void>) =>
      asked.then(
        () => 'no refusal',
        (error: Error) => error.message,
      );
    element.values = '1,2,3,4,5,6_1,2,3,four,5,6_1,2,3,4,5,6';
    const refusals = [await said(element.run()), await said(element.step())];
    element.values = null;
    return [...refusals, await said(element.run())];
  });
  const sentence = 'Rank 1, element 3: “four” is not a number';
  expect(refusals).toEqual([expect.stringContaining(sentence), expect.stringContaining(sentence), 'no refusal']);
  await lab.expectResults(sums);
});

test('a state that no message can hold is refused where it is set, and the playground still comes', async ({
  page,
  servers,
}) => {
  await page.clock.install();
  await page.goto(`${servers.course}lesson.html`);
  const element = page.locator('ringlet-playground');
  const thrown = await element.evaluate((e: RingletPlayground) => {
    const place = e.parentNode;
    e.remove();
    place?.append(e);
    try {
      e.state = { ranks: 5, told: () => 5 };
    } catch (error) {
      return (error as Error).name;
    }
    return null;
  });
  expect(thrown).toBe('DataCloneError');
  await new Playground(page.frameLocator('ringlet-playground iframe')).expectResults(sums);
  await page.clock.fastForward('01:00');
  await expect(element.getByRole('alert')).toHaveCount(0);
});

test('its language is the one that its texts are in, where those of another do not come', async ({
  page,
  servers,
  watch,
}) => {
  watch.expectConsole(/^console: /);
  await withoutServiceWorkers(page);
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
  const html = lab.place.locator('html');
  const missing = '**/assets/texts-*.js';
  await page.route(missing, (route) => route.abort());
  const asked = page.waitForEvent('requestfailed');
  await element.evaluate((e: RingletPlayground) => e.setAttribute('lang', 'pl'));
  await asked;
  await expect.poll(() => element.evaluate((e: RingletPlayground) => e.state)).toMatchObject({ lang: 'pl' });
  await expect(lab.button('Run')).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');
});

test('is as tall as its content, so the course page scrolls and the frame does not', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const frame = page.frameLocator('ringlet-playground iframe');
  await new Playground(frame).expectResults(sums);
  const outer = () => page.locator('ringlet-playground').evaluate((element) => element.clientHeight);
  const inner = () => frame.locator('body').evaluate((body: HTMLElement) => body.offsetHeight);
  await expect.poll(async () => (await outer()) - (await inner())).toBe(0);
  expect(await outer()).toBeGreaterThan(600);
});

test('the frame obeys nothing but its few messages', async ({ page, servers }) => {
  await page.goto(`${servers.course}hostile.html`);
  const lab = new Playground(page.frameLocator('iframe'));
  await expect(page.locator('body')).toHaveAttribute('data-answers', /There is no method constructor/);
  await expect(page.locator('body')).toHaveAttribute('data-answers', /There is no method __proto__/);
  await lab.expectResults(sums);
});

test('on an isolated page a frame that the browser blocks is explained, with a way out', async ({
  page,
  servers,
  watch,
}) => {
  watch.expectConsole(/Embedder|COEP|blocked/i);
  await withoutServiceWorkers(page);
  await page.goto(`${servers.isolatedCourse}lesson.html`);
  const sentence = page.locator('ringlet-playground').getByRole('alert');
  await expect(sentence).toContainText('This page is cross-origin isolated', { timeout: 20_000 });
  await expect(sentence.getByRole('link')).toHaveAttribute('href', /index\.html\?collective=reduce_scatter&ranks=3$/);
});
