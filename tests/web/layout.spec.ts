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
