import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from './fixtures.ts';
import { openPlayground } from './playground.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate((levels) => {
    const { axe } = globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeResults> } };
    return axe.run(document, { runOnly: levels });
  }, levels);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

for (const theme of ['light', 'dark'] as const)
  for (const lang of ['en', 'pl'] as const)
    test(`axe finds nothing: ${theme}, ${lang}`, async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, 'threads', `?v=1&lang=${lang}&theme=${theme}`);
      await expect(page.getByRole('gridcell', { name: /: 666$/ })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      expect(await axeFaults(page)).toEqual([]);
      await lab.type(0, 0, 'x');
      await expect(page.getByRole('grid').getByRole('alert')).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
    });

test('axe finds nothing with compact ranks', async ({ page, servers }) => {
  test.slow(); // axe compares the colours of hundreds of cells
  const lab = await openPlayground(
    page,
    servers,
    'threads',
    '?v=1&ranks=9&count=9&collective=all_reduce&algorithm=naive',
  );
  await lab.expectFinished();
  expect(await axeFaults(page)).toEqual([]);
});

test('everything by keyboard: to a cell, edit, run, step back', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
    });
  const tabTo = async (name: RegExp) => {
    for (let k = 0; k < 60; k++) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${name}.`);
  };
  await tabTo(/^rank 0, element 0,/);
  await page.keyboard.press('Control+End');
  expect(await focused()).toMatch(/^rank 2, element 5,/);
  await page.keyboard.type('601');
  await page.keyboard.press('Enter');
  await lab.button('Run').focus();
  await page.keyboard.press('Enter');
  await lab.expectResults([111, 222, 333, 444, 555, 667]);
  await tabTo(/^Back one step/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider', { name: 'Shown moment of the run' })).toHaveValue('11');
  await lab.cell(0, 0).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toMatch(/^rank 0, element 1,/);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toMatch(/^rank 1, element 1,/);
  await page.keyboard.type('77');
  await page.keyboard.press('Escape');
  await expect(lab.cell(1, 1)).toHaveValue('20');
});

for (const width of [320, 768, 2560])
  for (const query of ['', '?v=1&lang=pl', '?v=1&ranks=16&collective=all_reduce&count=16&dtype=int64'])
    test(`fits ${width} px without scrolling sideways: ${query || 'opening state'}`, async ({ page, servers }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPlayground(page, servers, 'threads', query);
      await expect(page.locator('ringlet-track').first()).toBeVisible();
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide).toBe(0);
    });

test('the table shows the results of all ranks without scrolling', async ({ page, servers }) => {
  for (const collective of ['scan', 'all_to_all', 'all_gather', 'gather'])
    for (const ranks of [2, 4]) {
      await page.setViewportSize({ width: 1180, height: 900 });
      const lab = await openPlayground(page, servers, 'threads', `?v=1&collective=${collective}&ranks=${ranks}`);
      await lab.expectFinished();
      const hidden = () =>
        page.locator('ringlet-matrix .scroll').evaluate((area) => area.scrollHeight - area.clientHeight);
      await expect.poll(hidden, `${collective}, ${ranks} ranks`).toBe(0);
    }
});

for (const width of [390, 800, 960, 1020, 1080, 1180])
  test(`neither table of the opening state has a part out of sight: ${width} px`, async ({ page, servers }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const collective of ['reduce_scatter', 'all_reduce']) {
      const lab = await openPlayground(page, servers, 'threads', `?v=1&collective=${collective}`);
      await lab.expectFinished();
      for (const table of ['ringlet-matrix', 'ringlet-ledger']) {
        const hidden = () =>
          page
            .locator(`${table} .scroll`)
            .first()
            .evaluate((area) => area.scrollWidth - area.clientWidth);
        await expect.poll(hidden, `${table}, ${collective}`).toBe(0);
      }
    }
  });

for (const lang of ['en', 'pl'])
  for (const width of [390, 768, 1180, 1440])
    test(`Run is where the controls begin, and stays there: ${width} px, ${lang}`, async ({ page, servers }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPlayground(page, servers, 'threads', `?v=1&lang=${lang}&collective=reduce&dtype=bfloat16`);
      await expect(page.locator('ringlet-runbar .run')).toBeEnabled();
      const placeOf = async (control: string) => {
        const box = await page.locator(control).boundingBox();
        if (!box) throw new Error(`${control} is not visible.`);
        return box;
      };
      const run = await placeOf('ringlet-runbar .run');
      const step = await placeOf('ringlet-runbar .step');
      expect(run.x).toBeCloseTo((await placeOf('select[name=collective]')).x, 0);
      expect(step.y).toBeCloseTo(run.y, 0);
      expect(step.x).toBeGreaterThan(run.x);
      expect((await placeOf('input[name=count]')).y).toBeCloseTo((await placeOf('select[name=ranks]')).y, 0);
      await page.locator('ringlet-fault select[name=kind]').selectOption('late');
      await expect(page.locator('ringlet-fault input[name=ms]')).toBeVisible();
      expect(await placeOf('ringlet-runbar .run')).toEqual(run);
    });

test('with reduced motion nothing moves by itself', async ({ page, servers }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(moving).toBe(0);
});
