/** The playground as a person meets it: by role and name. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Servers } from './fixtures.ts';

export type Driver = 'threads' | 'in-turn';

/** As in browsers, or settings of them, without service workers. */
export async function withoutServiceWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined, configurable: true });
  });
}

export async function openPlayground(page: Page, servers: Servers, driver: Driver, query = ''): Promise<Playground> {
  if (driver === 'in-turn') await withoutServiceWorkers(page);
  await page.goto((driver === 'threads' ? servers.isolating : servers.plain) + query);
  return new Playground(page);
}

/** What the opening table comes to. */
export const sums = [111, 222, 333, 444, 555, 666];

/** A course page with the element on it, once that has run. */
export async function openLesson(page: Page, address: string): Promise<{ lab: Playground; element: Locator }> {
  await page.goto(address);
  const lab = new Playground(page.frameLocator('ringlet-playground iframe'));
  await lab.expectResults(sums);
  return { lab, element: page.locator('ringlet-playground') };
}

export class Playground {
  constructor(readonly place: Page | FrameLocator) {}

  cell(rank: number, element: number) {
    return this.place.locator(`ringlet-matrix input[data-rank="${rank}"][data-element="${element}"]`);
  }

  button(name: string | RegExp) {
    return this.place.getByRole('button', { name, exact: true });
  }

  select(name: string) {
    return this.place.getByRole('combobox', { name, exact: true });
  }

  get badge() {
    return this.place.locator('ringlet-badge').getByRole('status');
  }

  get openWithThreads() {
    return this.place.getByRole('link', { name: 'Open with real threads' });
  }

  get status() {
    return this.place.locator('ringlet-status').getByRole('status');
  }

  get alert() {
    return this.place.locator('ringlet-status').getByRole('alert');
  }

  get check() {
    return this.place.locator('ringlet-check');
  }

  card(rank: number) {
    return this.place.getByRole('article', { name: new RegExp(`^Rank ${rank}:`) });
  }

  get resultCells() {
    return this.place.getByRole('gridcell', { name: /^element \d+ of the result/ });
  }

  /** What the result row says, element by element, as it is read out. */
  results(): Promise<string[]> {
    return this.resultCells.evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('aria-label')?.replace(/^.*: /, '') ?? ''),
    );
  }

  async expectResults(values: readonly (number | string)[]): Promise<void> {
    // The page may load once more to become isolated, so a look may come at a bad moment.
    await expect(async () => expect(await this.results()).toEqual(values.map(String))).toPass({ timeout: 15_000 });
  }

  /** With the keyboard, as people do. */
  async type(rank: number, element: number, text: string): Promise<void> {
    await this.retype(this.cell(rank, element), text);
  }

  /** In a frame of another site, where Firefox's driver sends neither keys nor clicks. */
  async set(rank: number, element: number, text: string): Promise<void> {
    await this.cell(rank, element).fill(text);
    await this.cell(rank, element).dispatchEvent('change');
  }

  async retype(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.press('ControlOrMeta+a');
    await field.press('Delete');
    await field.pressSequentially(text);
    await field.press('Enter');
  }

  run(): Promise<void> {
    return this.button('Run').click();
  }

  async expectFinished(): Promise<void> {
    await expect(this.status).toContainText(/^\s*(Ran in|All \d+ steps taken)/, { timeout: 20_000 });
  }
}
