import { expect, test } from './fixtures.ts';
import { openPlayground, Playground } from './playground.ts';

test('the address holds the whole state, and gives it back', async ({ page, servers }) => {
  const lab = await openPlayground(page, servers, 'threads');
  await lab.expectFinished();
  expect(new URL(page.url()).search).toBe('');
  await lab.select('Collective').selectOption('all_reduce');
  await lab.select('Algorithm').selectOption('direct');
  await lab.select('Operator').selectOption('avg');
  await lab.select('Type').selectOption('float32');
  await lab.select('Ranks').selectOption('4');
  await lab.retype(page.getByRole('textbox', { name: /^Deadline/ }), '900');
  await lab.type(3, 0, '-0.5');
  await lab.type(0, 1, 'a,b_c;d%&#=é');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect.poll(() => new URL(page.url()).searchParams.get('theme')).toBe('dark');
  const address = page.url();
  expect(new URL(address).searchParams.get('v')).toBe('1');

  const copy = await page.context().newPage();
  await copy.goto(address);
  const again = new Playground(copy);
  await expect(again.select('Collective')).toHaveValue('all_reduce');
  await expect(again.select('Algorithm')).toHaveValue('direct');
  await expect(again.select('Operator')).toHaveValue('avg');
  await expect(again.select('Type')).toHaveValue('float32');
  await expect(again.select('Ranks')).toHaveValue('4');
  await expect(copy.getByRole('textbox', { name: /^Deadline/ })).toHaveValue('900');
  await expect(again.cell(3, 0)).toHaveValue('-0.5');
  await expect(again.cell(0, 1)).toHaveValue('a,b_c;d%&#=é');
  await expect(copy.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(copy.url()).toBe(address);

  await again.button('Reset').click();
  await expect(again.select('Collective')).toHaveValue('reduce_scatter');
  await expect(copy.getByRole('textbox', { name: /^Deadline/ })).toHaveValue('5000');
  expect(new URL(copy.url()).searchParams.has('deadline')).toBe(false);
  await again.button('Undo').click();
  await expect(again.cell(0, 1)).toHaveValue('a,b_c;d%&#=é');
});

const hostile: readonly (readonly [string, string])[] = [
  ['names', '?v=1&collective=constructor&algorithm=__proto__&op=toString&dtype=hasOwnProperty'],
  [
    'markup',
    '?v=1&collective=<script>alert(1)</script>&values=<img src=x onerror=alert(1)>,2_3,4&lang=<b>&theme="><svg onload=alert(1)>',
  ],
  ['addresses', '?v=1&collective=javascript:alert(1)&root=javascript:alert(1)&lang=javascript:alert(1)'],
  ['numbers', '?v=1&ranks=1e9&count=-5&root=99999999999999999999&deadline=1e9'],
  ['not numbers', '?v=1&ranks=NaN&count=0x10&root=%00'],
  ['versions', '?v=999&v=1&ranks=3&ranks=4'],
  ['broken escapes', '?v=%&values=%E0%A4%A,%,%zz_1'],
  ['prototypes', '?__proto__[x]=1&constructor.prototype.x=1&v=1'],
  ['sheer size', `?v=1&values=${'9,'.repeat(6000)}`],
];

for (const [what, query] of hostile)
  test(`a hostile address is left out with a sentence, never executed: ${what}`, async ({ page, servers }) => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    const lab = await openPlayground(page, servers, 'threads', query);
    await expect(lab.button('Run')).toBeEnabled();
    await expect(page.locator('ringlet-app')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get({}, 'x') as unknown)).toBeUndefined();
    await lab.button('Reset').click();
    await lab.run();
    await lab.expectResults([111, 222, 333, 444, 555, 666]);
    expect(dialogs).toBe(0);
  });

test('a parameter that has to be left out is named', async ({ page, servers }) => {
  await openPlayground(page, servers, 'threads', '?v=1&ranks=17&algorithm=teleport&deadline=49');
  await expect(page.locator('ringlet-notices')).toContainText('17');
  await expect(page.locator('ringlet-notices')).toContainText('teleport');
  await expect(page.locator('ringlet-notices')).toContainText('deadline is “49”; allowed: 50–60000 ms');
});

test('what this version does not know is ignored, with a word in the console', async ({ page, servers }) => {
  const words: string[] = [];
  page.on('console', (message) => words.push(message.text()));
  const lab = await openPlayground(page, servers, 'threads', '?v=1&sparkles=many');
  await lab.expectResults([111, 222, 333, 444, 555, 666]);
  expect(words.join()).toContain('sparkles');
});
