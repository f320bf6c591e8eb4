import { expect, test } from './fixtures.ts';
import { openPlayground } from './playground.ts';

const ring = '?lang=pl&collective=all_reduce&algorithm=ring';

for (const [width, query] of [
  [320, ring],
  [320, `${ring}&ranks=16`],
  [1280, `${ring}&ranks=16`],
] as const)
  test(`the ledger is whole in Polish at ${width} pixels: ${query}`, async ({ page, servers }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPlayground(page, servers, 'in-turn', query);
    const ledger = page.getByRole('region', { name: 'Zmierzone bajty' });
    await expect(ledger.getByRole('row', { name: /^razem/ })).toContainText(/\d{2}/);
    expect(await ledger.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    await expect(ledger.getByText(/= *$|= \d+/).filter({ visible: true })).not.toHaveCount(0);
  });

test('every row of results is as high as any other', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'in-turn', '?collective=all_to_all');
  await lab.expectFinished();
  const heights = await lab.resultCells.evaluateAll((cells) =>
    cells.map((cell) => cell.getBoundingClientRect().height),
  );
  expect(heights).toHaveLength(18);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1);
});

test('the ring of what has the focus is whole at the edge of its part', async ({ page, servers, watch }) => {
  watch.expectConsole(/style-src/); // what Firefox's driver adds to take a picture
  await page.setViewportSize({ width: 360, height: 800 });
  const lab = await openPlayground(page, servers, 'in-turn');
  await lab.expectFinished();
  const button = page.locator('ringlet-export').getByRole('button', { name: 'Trace, JSON' });
  await expect(button).toBeEnabled();
  await button.scrollIntoViewIfNeeded();
  const { x, y, height } = (await button.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const beside = { x: x - 4, y, width: 4, height };
  const bare = await page.screenshot({ clip: beside });
  await page.keyboard.press('Tab');
  await button.focus();
  await expect(button).toBeFocused();
  const ringed = await page.screenshot({ clip: beside });
  expect(ringed.equals(bare)).toBe(false);
});

for (const lang of ['en', 'pl'])
  test(`name, language and theme share a line at 320 px, in ${lang}`, async ({ page, servers }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openPlayground(page, servers, 'in-turn', `?lang=${lang}`);
    const middles = await page.locator('header:has(.brand)').evaluate((header) =>
      [...header.querySelectorAll('.brand, select')].map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      }),
    );
    expect(middles).toHaveLength(3);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  });

test('messages on their way lie on the track of a phone', async ({ page, servers }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const lab = await openPlayground(page, servers, 'in-turn', '?collective=all_reduce&algorithm=ring&ranks=4');
  await lab.expectFinished();
  const messages = page.locator('ringlet-track .message');
  for (let step = 1; step <= 7; step++) {
    await lab.button('Step').click();
    await expect(messages).toHaveCount(step % 2 === 1 ? 4 : 0);
  }
  const outside = await messages.evaluateAll((all) =>
    all
      .filter((message) => {
        const { left, right } = message.getBoundingClientRect();
        const track = message.closest('.track')?.getBoundingClientRect();
        return !track || left < track.left || right > track.right;
      })
      .map((message) => message.textContent),
  );
  expect(outside).toEqual([]);
});

test('fragments keep their colours where readers have colours of their own', async ({ page, servers }) => {
  await page.emulateMedia({ forcedColors: 'active' }); // which Firefox's driver does not do
  const lab = await openPlayground(page, servers, 'in-turn', '?collective=all_reduce&algorithm=ring&ranks=9');
  await lab.expectFinished();
  const looks = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { backgroundImage, backgroundColor, forcedColorAdjust } = getComputedStyle(element);
        return { image: backgroundImage, fill: backgroundColor, adjust: forcedColorAdjust };
      }),
    );
  const squares = await looks('ringlet-track .square');
  expect(squares).toHaveLength(81);
  for (const { image, adjust } of squares) {
    expect(image).toContain('gradient');
    expect(adjust).toBe('none');
  }
  const segments = await looks('ringlet-timeline .segment');
  expect(new Set(segments.map(({ fill }) => fill)).size).toBe(8);
  const drawn = await looks('ringlet-timeline :is(.line, .wait, .head, input)');
  expect(new Set([...segments, ...drawn].map(({ adjust }) => adjust))).toEqual(new Set(['none']));
});
