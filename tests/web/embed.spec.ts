import type { RingletPlayground } from '../../web/embed/playground.d.ts';
import { expect, test } from './fixtures.ts';
import { Playground, withoutServiceWorkers } from './playground.ts';

const sums = [111, 222, 333, 444, 555, 666];

test('on a course page of another site it runs, with threads where the browser allows them', async ({
  page,
  servers,
  browserName,
}) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  await expect(lab.badge).toContainText(browserName === 'chromium' ? '3 threads' : 'One thread, in turn');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await lab.set(2, 5, '601');
  await lab.button('Run').dispatchEvent('click');
  await lab.expectResults([...sums.slice(0, 5), 667]);
});

test('from a host that sends the headers itself, without a service worker', async ({ page, servers, browserName }) => {
  await withoutServiceWorkers(page);
  await page.goto(`${servers.courseOfIsolating}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await expect(lab.badge).toContainText(browserName === 'chromium' ? '3 threads' : 'One thread, in turn');
  await lab.expectResults(sums);
});

test('without threads it offers a window that has them, with the same numbers', async ({ page, servers }) => {
  await withoutServiceWorkers(page);
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await expect(lab.badge).toContainText('One thread, in turn');
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
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
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
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
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

test('a value that cannot be is refused: the attribute goes back to what the playground shows', async ({
  page,
  servers,
}) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  const set = (name: string, value: string | number) =>
    element.evaluate((element, [name, value]) => Reflect.set(element, name, value), [name, value] as const);
  await set('ranks', 99);
  await expect(element).toHaveAttribute('ranks', '3');
  await expect(lab.place.locator('ringlet-notices')).toContainText('ranks is “99”; allowed: 1–16');
  await set('root', 3);
  await expect(element).toHaveAttribute('root', '0');
  await set('algorithm', 'teleport');
  await expect(element).toHaveAttribute('algorithm', 'ring');
  await set('fault', 'sulks.1');
  await expect(element).not.toHaveAttribute('fault');
  await set('algorithm', 'auto');
  await set('ranks', 4);
  await expect(lab.select('Ranks')).toHaveValue('4');
  await expect(element).toHaveAttribute('ranks', '4');
  await expect(element).toHaveAttribute('algorithm', 'auto');
  await set('collective', 'gather');
  await expect(lab.select('Collective')).toHaveValue('gather');
  await set('algorithm', 'ring');
  await expect(lab.place.locator('ringlet-notices')).toContainText('algorithm is “ring”');
  await expect(element).toHaveAttribute('algorithm', 'auto');
  await set('algorithm', 'naive');
  await expect(lab.select('Algorithm')).toHaveValue('naive');
  await set('algorithm', 'ring');
  await expect(element).toHaveAttribute('algorithm', 'naive');
});

test('what is refused of the operator, the deadline, the theme and the language leaves what held before', async ({
  page,
  servers,
}) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  for (const [name, good, wrong] of [
    ['op', 'max', 'bogus'],
    ['deadline', '300', '7'],
    ['theme', 'dark', 'pink'],
    ['lang', 'pl', 'de'],
  ] as const) {
    for (const value of [good, wrong]) {
      const changed = element.evaluate(
        (e) => new Promise((heard) => e.addEventListener('ringlet-change', heard, { once: true })),
      );
      await element.evaluate((e, [name, value]) => e.setAttribute(name, value), [name, value] as const);
      await changed;
    }
    await expect(element).toHaveAttribute(name, good);
  }
  const state = await element.evaluate((e: RingletPlayground) => e.state);
  expect(state).toMatchObject({ op: 'max', deadline: 300, theme: 'dark', lang: 'pl' });
});

test('after a reset nothing counts that was asked for before', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const ranks = lab.select('Ranks');
  const element = page.locator('ringlet-playground');
  await element.evaluate((e: RingletPlayground) => void (e.ranks = 6));
  await expect(ranks).toHaveValue('6');
  await element.evaluate((e: RingletPlayground) => e.reset());
  await element.evaluate((e: RingletPlayground) => void (e.values = '1,2_3,4'));
  await expect(ranks).toHaveValue('2');
  await element.evaluate((e: RingletPlayground) => void (e.values = null));
  await expect(ranks).toHaveValue('3');
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
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
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

test('attributes that change while it is off the page hold when it is back', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  await element.evaluate((e: RingletPlayground) => {
    const place = e.parentNode;
    e.state = { v: 1, ranks: 2, root: 1 };
    e.deadline = 900;
    e.remove();
    e.ranks = 5;
    place?.append(e);
  });
  await expect(lab.select('Ranks')).toHaveValue('5');
  await expect
    .poll(() => element.evaluate((e: RingletPlayground) => e.state))
    .toMatchObject({
      ranks: 5,
      root: 1,
      deadline: 900,
    });
  await element.evaluate((e: RingletPlayground) => {
    const place = e.parentNode;
    e.remove();
    e.ranks = 7;
    e.state = { v: 1, ranks: 4 };
    place?.append(e);
  });
  await expect(lab.select('Ranks')).toHaveValue('4');
  await expect(element).toHaveAttribute('ranks', '4');
});

test('with an attribute that is taken away the usual holds again', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  const set = (name: string, value: string | number) =>
    element.evaluate((e, [name, value]) => Reflect.set(e, name, value), [name, value] as const);
  const takeAway = (name: string) => element.evaluate((e, name) => e.removeAttribute(name), name);
  const fault = lab.place.locator('ringlet-fault select[name="kind"]');
  await set('fault', 'absent.2');
  await expect(fault).toHaveValue('absent');
  await takeAway('fault');
  await expect(fault).toHaveValue('none');
  await element.evaluate((element: RingletPlayground) => element.run());
  await lab.expectResults(sums);

  const count = lab.place.getByRole('textbox', { name: 'count' });
  await set('collective', 'scan');
  await set('count', 4);
  await expect(count).toHaveValue('4');
  await takeAway('count');
  await expect(count).toHaveValue('6');
  await set('algorithm', 'recursive_doubling');
  await expect(lab.select('Algorithm')).toHaveValue('recursive_doubling');
  await takeAway('algorithm');
  await expect(lab.select('Algorithm')).toHaveValue('direct');
  await expect(lab.place.locator('ringlet-notices')).toHaveText('');
});

test('after state and reset() the attributes say what holds', async ({ page, servers }) => {
  await page.goto(`${servers.course}polish.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  const element = page.locator('ringlet-playground');
  const attributes = () =>
    element.evaluate((e) => Object.fromEntries([...e.attributes].map(({ name, value }) => [name, value])));
  await expect(lab.place.locator('ringlet-card')).toHaveCount(4);
  await element.evaluate(async (element: RingletPlayground) => {
    element.fault = 'absent.2';
    element.deadline = 900;
    await element.reset();
  });
  expect(await attributes()).toEqual({ lang: 'pl', theme: 'dark' });
  await expect(lab.place.locator('ringlet-card')).toHaveCount(3);
  await expect(lab.place.getByRole('textbox', { name: /^Limit czasu/ })).toHaveValue('5000');

  await element.evaluate((element: RingletPlayground) => {
    element.state = {
      v: 1,
      collective: 'all_reduce',
      ranks: 2,
      root: 7,
      values: [
        [1, '-2'],
        [3n, 4],
      ],
    };
    element.deadline = 700;
  });
  await expect(lab.place.locator('ringlet-card')).toHaveCount(2);
  await expect(lab.place.getByRole('textbox', { name: 'Deadline, ms' })).toHaveValue('700');
  await expect(element).toHaveAttribute('root', '0');
  expect(await attributes()).toEqual({
    collective: 'all_reduce',
    ranks: '2',
    root: '0',
    values: '1,-2_3,4',
    deadline: '700',
  });
  await element.evaluate((element: RingletPlayground) => (element.ranks = 5));
  await expect(lab.place.locator('ringlet-card')).toHaveCount(5);
});

test('what attributes are given one after another is taken together', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  const changes = await element.evaluate(async (element: RingletPlayground) => {
    let changes = 0;
    element.addEventListener('ringlet-change', () => changes++);
    element.root = 4;
    element.count = 1;
    element.algorithm = 'binomial';
    element.collective = 'gather';
    element.ranks = 5;
    element.values = [[7], [8], [9], [10], [11]];
    await element.run();
    return changes;
  });
  await lab.expectResults([7, 8, 9, 10, 11]);
  await expect(lab.select('Root')).toHaveValue('4');
  await expect(element).toHaveAttribute('root', '4');
  expect(changes).toBe(1);
});

test('without its values it has as many ranks and elements as without them before', async ({ page, servers }) => {
  await page.goto(`${servers.course}lesson.html`);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  const element = page.locator('ringlet-playground');
  const set = (name: string, value: unknown) =>
    element.evaluate(
      (element: RingletPlayground, [name, value]) => {
        Reflect.set(element, name, value);
        return element.run();
      },
      [name, value] as const,
    );
  await set('values', '1,2,3_10,20,30_100,200,300');
  await lab.expectResults([111, 222, 333]);
  await set('values', null);
  await lab.expectResults(sums);
  await set('ranks', null);
  await set('values', '1,2_10,20');
  await lab.expectResults([11, 22]);
  await set('values', null);
  await lab.expectResults(sums);
  await set('count', 1);
  await set('values', '1,2,3_10,20,30_100,200,300');
  await lab.expectResults([111, 222, 333]);
  await set('values', null);
  await lab.expectResults([111, 222, 333]);
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
