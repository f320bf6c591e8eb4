/** Root, algorithms, files to take away and ranks that misbehave, as a person meets them. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Servers } from './fixtures.ts';
import { openPlayground, sums } from './playground.ts';

const option = (page: Page, name: RegExp) => page.locator('select[name=algorithm] option').filter({ hasText: name });

interface Saved {
  name: string;
  text: string;
}

/** The file that a click saves. */
async function saved(page: Page, click: () => Promise<void>): Promise<Saved> {
  if (test.info().project.name === 'firefox') return linked(page, click);
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Firefox tells its driver of no download, so the link that starts it is caught with what it holds. */
async function linked(page: Page, click: () => Promise<void>): Promise<Saved> {
  const caught = await page.evaluateHandle(() => {
    const taken: { file?: Promise<{ name: string; text: string }> } = {};
    let text = Promise.resolve('');
    const createObjectURL = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      text = blob.text();
      return createObjectURL(blob);
    };
    HTMLAnchorElement.prototype.click = function () {
      const name = this.download;
      taken.file = text.then((held) => ({ name, text: held }));
    };
    return taken;
  });
  await click();
  await expect.poll(() => caught.evaluate(({ file }) => file !== undefined)).toBe(true);
  return caught.evaluate(async ({ file }) => (await file)!);
}

test('a root is chosen for collectives that have one, and stands in the address', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  await expect(lab.select('Root')).toHaveCount(0);
  await lab.select('Collective').selectOption('broadcast');
  await lab.select('Root').selectOption('2');
  expect(new URL(page.url()).searchParams.get('root')).toBe('2');
  await expect(lab.cell(0, 0)).toHaveCount(0);
  await expect(lab.cell(2, 0)).toHaveValue('100');
  await lab.type(2, 0, '7');
  await lab.run();
  await lab.expectResults([7, 200, 300, 400, 500, 600]);
  await expect(lab.card(0)).toContainText('brings nothing');
  await expect(lab.card(2)).toContainText('root');
  await page.goto(page.url());
  await lab.expectResults([7, 200, 300, 400, 500, 600]);
});

test('reduce leaves the other ranks alone', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=reduce&algorithm=binomial&root=1');
  await lab.expectResults(sums);
  await expect(page.locator('ringlet-matrix')).toContainText('only on rank 1');
  await expect(lab.card(0)).toContainText('gets nothing');
});

test('all-to-all transposes blocks, scan adds up to the rank', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=all_to_all&algorithm=pairwise&count=1');
  await lab.expectResults([1, 10, 100, 2, 20, 200, 3, 30, 300]);
  await lab.select('Collective').selectOption('scan');
  await expect(page.locator('ringlet-setup').getByRole('status')).toContainText('Pairwise does not serve Scan');
  await lab.run();
  await lab.expectResults([1, 2, 3, 11, 22, 33, 111, 222, 333]);
});

test('algorithms come in groups; one that does not exist for so many ranks says for which it does', async ({
  page,
  servers,
}) => {
  const lab = await openPlayground(
    page,
    servers,
    'threads',
    '?v=1&collective=all_reduce&ranks=4&algorithm=hierarchical',
  );
  await lab.expectFinished();
  await expect(page.locator('select[name=algorithm] optgroup')).toHaveCount(5);
  await expect(option(page, /^\s*Hierarchical\s*$/)).not.toHaveAttribute('disabled');
  await lab.select('Ranks').selectOption('5');
  await expect(lab.select('Algorithm')).not.toHaveValue('hierarchical');
  await expect(page.locator('ringlet-setup').getByRole('status')).toContainText('Hierarchical');
  await expect(option(page, /Hierarchical \(not for a prime number of ranks\)/)).toHaveAttribute('disabled');
  await lab.run();
  await lab.expectFinished();
});

/** From all-to-all by pairwise to a collective that has no such algorithm. */
async function leavePairwise(page: Page, servers: Servers) {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=all_to_all&algorithm=pairwise');
  await lab.expectFinished();
  await lab.select('Collective').selectOption('scan');
  const said = page.locator('ringlet-setup').getByRole('status');
  await expect(said).toContainText('Direct is chosen now');
  return { lab, said };
}

test('the field of the algorithm shows the one that is chosen instead, in the place of the one before', async ({
  page,
  servers,
}) => {
  const { lab } = await leavePairwise(page, servers);
  await expect(lab.select('Algorithm')).toHaveValue('direct');
});

test('what took the place of an algorithm is said in the language at hand, and no longer once that is undone', async ({
  page,
  servers,
}) => {
  const { lab, said } = await leavePairwise(page, servers);
  await lab.select('Language').selectOption('pl');
  await expect(said).toContainText('wybrano: ');
  await lab.button('Cofnij').click();
  await expect(page.locator('select[name=algorithm]')).toHaveValue('pairwise');
  await expect(said).toHaveCount(0);
});

test('auto runs what the core chooses, and says what that is wherever the run is told of', async ({
  page,
  servers,
}) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  await lab.select('Algorithm').selectOption('auto');
  expect(new URL(page.url()).searchParams.get('algorithm')).toBe('auto');
  await lab.run();
  await lab.expectFinished();
  await lab.expectResults(sums);
  await expect(lab.status).toContainText('Auto chose Direct.');
  const track = page.locator('ringlet-track');
  await expect(track.getByRole('heading', { level: 2 })).toHaveText('Straight to each other');
  await expect(track).toContainText('Auto chose Direct, by the cost model, among those that add in the order');
  await expect(lab.check).toContainText('bit for bit (Direct');
  const plan = await saved(page, () => lab.button('Plan, JSON').click());
  expect(plan.name).toBe('ringlet-reduce_scatter-direct-3-plan.json');
  await lab.select('Collective').selectOption('gather');
  await expect(lab.select('Algorithm')).toHaveValue('auto');
  await page.goto(page.url());
  await expect(lab.select('Algorithm')).toHaveValue('auto');
  await expect(lab.status).toContainText(/Auto chose (Naive|Binomial tree)\./);
});

test('a collective without an algorithm takes one that serves it, and complains of none', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?collective=gather');
  await lab.expectFinished();
  await expect(lab.select('Algorithm')).toHaveValue('binomial');
  await expect(page.locator('ringlet-notices')).toBeHidden();
  await page.goto(`${servers.isolating}?collective=gather&algorithm=ring`);
  await expect(page.locator('ringlet-notices')).toContainText('algorithm is “ring”; allowed: binomial, naive');
});

test('says what an algorithm does in this collective', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=gather&algorithm=binomial');
  const track = page.locator('ringlet-track');
  await expect(track).toContainText('hand all that they have to the other half, up to the root');
  await lab.select('Collective').selectOption('scatter');
  await expect(track).toContainText('down from the root');
  await lab.select('Collective').selectOption('all_gather');
  await lab.select('Algorithm').selectOption('direct');
  await expect(track).toContainText('straight from every other.');
});

test('a result is compared with the one before only where both are of the same collective', async ({
  page,
  servers,
}) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=all_reduce');
  await lab.expectFinished();
  await lab.type(0, 0, '5');
  await lab.run();
  await expect(page.locator('ringlet-matrix')).toContainText('was 111');
  await lab.select('Collective').selectOption('broadcast');
  await lab.run();
  await lab.expectResults([5, 2, 3, 4, 5, 6]);
  await expect(page.locator('ringlet-matrix')).not.toContainText('was');
});

test('names the fragments that are empty', async ({ page, servers }) => {
  await openPlayground(page, servers, 'threads', '?v=1&collective=broadcast&algorithm=ring&count=6');
  await expect(page.locator('ringlet-matrix')).toContainText(
    'Empty fragments: 0, 4. There are 6 elements for 8 fragments.',
  );
});

test('what is worth knowing, and what to predict, are of the collective at hand', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=exscan&algorithm=direct');
  await lab.expectFinished();
  const notes = page.locator('ringlet-notes');
  await expect(notes).toContainText('MPI_Exscan leaves its recvbuf undefined');
  await expect(notes).not.toContainText('avg');
  const predict = page.locator('ringlet-predict');
  await expect(predict).toContainText('Suppose rank 1’s last number changes from 60 to 61. Which ranks’ results');
  await lab.button('Only those after rank 1').click();
  await expect(predict).toContainText('Right.');
  await expect(predict).toContainText('The result changed on rank 2.');
  await expect(predict).toContainText('a number counts only on the ranks after its own');
  await page.goto(`${servers.isolating}?v=1&lang=pl&collective=all_to_all`);
  await expect(notes).toContainText('Blok rangi dla niej samej');
});

test('on a narrow screen the kind of misbehaviour fills its row', async ({ page, servers }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const lab = await openPlayground(page, servers, 'threads', '?v=1&fault=late.1.100');
  const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  expect(await width(lab.select('What a rank does wrong'))).toBeCloseTo(await width(page.locator('ringlet-runbar')), 0);
});

test('the check stays short however many algorithms there are', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&collective=all_reduce&algorithm=double_tree');
  await lab.expectFinished();
  await expect(lab.check).toContainText('all-gather = all-reduce, bit for bit (Direct');
  await expect(lab.check).toContainText('Direct, Ring, Recursive doubling, Naive: the same bits');
  expect(await lab.check.getByRole('listitem').count()).toBeLessThan(7);
});

test('plan, trace and byte log can be taken away', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  const save = (name: string) => saved(page, () => lab.button(name).click());
  const plan = await save('Plan, JSON');
  expect(plan.name).toBe('ringlet-reduce_scatter-ring-3-plan.json');
  expect(JSON.parse(plan.text)).toMatchObject({ collective: 'reduce_scatter', algorithm: 'ring', ranks: 3, chunks: 3 });
  const trace = await save('Trace, JSON');
  expect((JSON.parse(trace.text) as { traceEvents: unknown[] }).traceEvents.length).toBeGreaterThan(12);
  const log = await save('Byte log, JSONL');
  expect(log.name).toBe('ringlet-reduce_scatter-ring-3-bytes.jsonl');
  expect(log.text.trimEnd().split('\n')).toHaveLength(6);
});

for (const driver of ['threads', 'in-turn'] as const)
  test(`a rank that never comes: the sentence says who waits for whom, ${driver}`, async ({ page, servers }) => {
    const lab = await openPlayground(page, servers, driver);
    await lab.expectFinished();
    await lab.retype(page.getByRole('textbox', { name: /^Deadline/ }), '600');
    await lab.select('What a rank does wrong').selectOption('absent');
    await lab.select('Rank that misbehaves').selectOption('1');
    expect(new URL(page.url()).searchParams.get('fault')).toBe('absent.1');
    await lab.run();
    await expect(lab.alert).toContainText('Deadline of 600 ms passed');
    await expect(lab.alert).toContainText('rank 2 waits for rank 1');
    await expect(lab.alert).toContainText('Rank 1 kept the others waiting');
    await lab.select('What a rank does wrong').selectOption('none');
    await lab.run();
    await lab.expectFinished();
  });

test('other ways to misbehave, in Polish too, and from a link', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads', '?v=1&fault=abort.2.50');
  await expect(lab.alert).toContainText('Rank 2 aborted the run; the others woke at once.');
  await lab.select('What a rank does wrong').selectOption('other_count');
  await lab.run();
  await expect(lab.alert).toContainText('Rank 2 does not make the same call as the others.');
  await page.goto(`${servers.isolating}?v=1&lang=pl&fault=other_collective.0`);
  await expect(lab.alert).toContainText('Ranga 0 wywołuje co innego niż pozostałe.');
});

test('quick steps all count', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  await lab.button('Step').evaluate((button: HTMLButtonElement) => {
    for (let k = 0; k < 3; k++) button.click();
  });
  await expect(lab.status).toContainText('Paused: 9 of 12 steps taken');
});

test('an example of rounding is offered only where something is added', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'in-turn');
  const example = lab.button('Try float32 with 1e8, 1, −1e8, 1');
  await expect(example).toBeVisible();
  await lab.select('Collective').selectOption('all_gather');
  await expect(lab.select('Collective')).toHaveValue('all_gather');
  await expect(example).toHaveCount(0);
  await lab.select('Collective').selectOption('all_reduce');
  await expect(example).toBeVisible();
});
