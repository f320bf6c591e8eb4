/** What the element's attributes and properties ask for, and that they say what holds. */
import type { RingletPlayground } from '../../web/embed/playground.d.ts';
import { expect, test } from './fixtures.ts';
import { openLesson, Playground, sums } from './playground.ts';

test('a value that cannot be is refused: the attribute goes back to what the playground shows', async ({
  page,
  servers,
}) => {
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
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
  const { element } = await openLesson(page, `${servers.course}lesson.html`);
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
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
  const ranks = lab.select('Ranks');
  await element.evaluate((e: RingletPlayground) => void (e.ranks = 6));
  await expect(ranks).toHaveValue('6');
  await element.evaluate((e: RingletPlayground) => e.reset());
  await element.evaluate((e: RingletPlayground) => void (e.values = '1,2_3,4'));
  await expect(ranks).toHaveValue('2');
  await element.evaluate((e: RingletPlayground) => void (e.values = null));
  await expect(ranks).toHaveValue('3');
});

test('attributes that change while it is off the page hold when it is back', async ({ page, servers }) => {
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
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
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
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
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
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
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
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

for (const [what, asked] of [
  ['a number of ranks', { ranks: 99 }],
  ['an algorithm that the core does not have', { algorithm: 'teleport' }],
  ['a state', { state: { v: 1, ranks: 99 } }],
  ['what holds already', { ranks: '3' }],
] as const)
  test(`an observer that sets ${what} again on each event and mutation does not run in circles`, async ({
    page,
    servers,
  }) => {
    const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
    const counts = await element.evaluate(async (e: RingletPlayground, asked) => {
      const act = (e: RingletPlayground) => void Object.assign(e, asked);
      const name = 'algorithm' in asked ? 'algorithm' : 'ranks';
      const before = JSON.stringify(e.state);
      const counts = { changes: 0, errors: 0, mutations: 0, same: false };
      e.addEventListener('ringlet-change', () => {
        counts.changes++;
        act(e);
      });
      e.addEventListener('ringlet-error', () => {
        counts.errors++;
        act(e);
      });
      let last = e.getAttribute(name);
      new MutationObserver(() => {
        if (e.getAttribute(name) === last) return;
        last = e.getAttribute(name);
        counts.mutations++;
        act(e);
      }).observe(e, { attributes: true });
      act(e);
      // The answer to a run comes after all that was sent before it.
      for (let k = 0; k < 5; k++) await e.run();
      counts.same = before === JSON.stringify(e.state);
      return counts;
    }, asked);
    expect(counts.errors).toBe(0);
    expect(counts.changes).toBe(what === 'what holds already' ? 0 : 1);
    expect(counts.mutations).toBeLessThanOrEqual(4);
    expect(counts.same).toBe(true);
    await lab.expectResults(sums);
  });

test('the state is whole from the start, agrees with the attributes, and can be set as it is', async ({
  page,
  servers,
}) => {
  const { lab, element } = await openLesson(page, `${servers.course}lesson.html`);
  const opening = await element.evaluate((e: RingletPlayground) => e.state);
  expect(opening).toMatchObject({ v: 1, collective: 'reduce_scatter', algorithm: 'ring', ranks: 3, count: 2, root: 0 });
  const set = await element.evaluate(async (e: RingletPlayground) => {
    let told = 0;
    e.addEventListener('ringlet-change', () => told++);
    const attributes = () => [...e.attributes].map(({ name, value }) => `${name}=${value}`).join(' ');
    const before = attributes();
    const observer = new MutationObserver(() => {});
    observer.observe(e, { attributes: true });
    const held = e.state;
    if (held) e.state = held;
    await e.pause();
    return { told, mutations: observer.takeRecords().length, same: before === attributes() };
  });
  expect(set).toEqual({ told: 0, mutations: 0, same: true });
  await lab.expectResults(sums);

  const told = await element.evaluate(async (e: RingletPlayground) => {
    const changed = new Promise((heard) => e.addEventListener('ringlet-change', heard, { once: true }));
    e.state = { ...e.state, collective: 'gather', ranks: 2, values: '1,2_3,4' };
    await changed;
    await e.pause();
    const state = e.state as Readonly<Record<string, unknown>>;
    return ['collective', 'algorithm', 'op', 'dtype', 'ranks', 'count', 'root', 'deadline', 'theme'].map((name) => [
      name,
      e.getAttribute(name),
      String(state[name]),
    ]);
  });
  for (const [name, attribute, held] of told) expect(`${name} ${attribute}`).toBe(`${name} ${held}`);
});
