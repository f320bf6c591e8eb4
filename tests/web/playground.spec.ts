import { expect, test } from './fixtures.ts';
import { openPlayground, sums } from './playground.ts';

for (const driver of ['threads', 'in-turn'] as const)
  test.describe(`playground, ${driver}`, () => {
    test('opens with the 3 x 6 table reduced and scattered, and says what ran it', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectResults(sums);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(driver === 'threads');
      if (driver === 'threads') {
        await expect(lab.badge).toHaveText('3 threads');
        await expect(lab.status).toContainText('on 3 threads');
      } else {
        await expect(lab.badge).toHaveText('One thread: the ranks take turns. This page is not cross-origin isolated.');
        await expect(lab.status).toContainText('on one thread');
      }
      await expect(page.getByRole('table', { name: /Payload bytes per rank/ }).getByRole('row')).toContainText([
        'rank',
        '24·2/3 = 16',
        '24·2/3 = 16',
        '24·2/3 = 16',
        'all',
      ]);
    });

    test('the last number of rank 2 changes the last element of its fragment, and nothing else', async ({
      page,
      servers,
    }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectResults(sums);
      await lab.type(2, 5, '601');
      await lab.run();
      await lab.expectResults([...sums.slice(0, 5), 667]);
    });

    test('a prediction is answered by a run', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      await page.getByRole('button', { name: 'Only rank 2’s fragment' }).click();
      await expect(page.locator('ringlet-predict')).toContainText('667');
    });

    test('all-gather then gives everybody the sums, without adding again', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.button('Now all-gather').click();
      await expect(lab.select('Collective')).toHaveValue('all_gather');
      await lab.expectFinished();
      await lab.expectResults(sums);
      expect(await lab.cell(2, 1).inputValue()).toBe('666');
      for (const rank of [0, 1, 2]) await expect(lab.card(rank)).toContainText('555 666, from rank 2, in its result');
    });

    test('checks by separate runs that reduce-scatter and all-gather make all-reduce', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await expect(lab.check).toContainText(
        'reduce-scatter, then all-gather = all-reduce, bit for bit (Ring, 18 elements',
      );
      await expect(lab.check).toContainText('bytes measured = bytes by the formula');
    });

    test('a held rank keeps the others waiting until the deadline names it', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      await lab.retype(page.getByRole('textbox', { name: /^Deadline/ }), '900');
      await lab.button('Hold back rank 2').click();
      await lab.run();
      await expect(lab.card(0)).toHaveAccessibleName('Rank 0: waits for rank 2');
      await expect(lab.card(2)).toHaveAccessibleName('Rank 2: held back');
      await expect(lab.alert).toContainText('Deadline of 900 ms passed');
      await expect(lab.alert).toContainText('Rank 2 kept the others waiting');
      await lab.button(/^(Release|Let|Hold back) .*rank 2/).click();
      await lab.run();
      await lab.expectFinished();
      await lab.expectResults(sums);
    });

    test('a deadline that is none is told of below it, and what stands beside it stays there', async ({
      page,
      servers,
    }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      const fault = page.getByLabel('What a rank does wrong');
      const before = await fault.boundingBox();
      await lab.retype(page.getByRole('textbox', { name: /^Deadline/ }), 'soon');
      await expect(page.getByText('Deadline is “soon”; allowed are whole numbers from 50')).toBeVisible();
      const after = await fault.boundingBox();
      expect(after?.y).toBe(before?.y);
      expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(40);
    });

    test('a field that cannot be read refuses Run with its own sentence, until it can', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver, '?v=1&fault=late.1.10');
      await lab.expectFinished();
      for (const [name, wrong, sentence, right] of [
        [/^Deadline/, 'soon', 'Not run. Deadline is “soon”; allowed are whole numbers from 50 to 60,000 ms.', '5000'],
        ['recvcount', '-1', 'Not run. recvcount is “-1”; allowed are whole numbers from 0', '2'],
        ['after', '1e9', 'Not run. The time is “1e9”; allowed are whole numbers from 1 to 60,000 ms.', '10'],
      ] as const) {
        const field = page.getByRole('textbox', { name });
        await lab.retype(field, wrong);
        await lab.run();
        await expect(lab.alert).toContainText(sentence);
        await expect(field).toBeFocused();
        await lab.button('Step').click();
        await expect(lab.alert).toContainText(sentence);
        await lab.retype(field, '');
        await expect(lab.alert).toHaveText('');
        await lab.run();
        await expect(lab.alert).toContainText(/Not run\. .* is empty; allowed are/);
        await field.fill(right);
        await expect(lab.alert).toHaveText('');
        await expect(field).toBeFocused();
        await lab.run();
        await lab.expectFinished();
      }
      await lab.expectResults(sums);
    });

    test('what refuses Run is said in the language at hand', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      await lab.retype(page.getByRole('textbox', { name: 'recvcount' }), '-1');
      await lab.run();
      await expect(lab.alert).toContainText('Not run. recvcount is “-1”; allowed are whole numbers from 0');
      await lab.select('Language').selectOption('pl');
      await expect(lab.alert).toContainText('Nie uruchomiono. recvcount to „-1”; dozwolone są liczby całkowite od 0');
      await lab.type(0, 0, 'four');
      await lab.button('Uruchom').click();
      await expect(lab.alert).toContainText('„four” nie jest liczbą');
      await lab.select('Język').selectOption('en');
      await expect(lab.alert).toContainText('“four” is not a number');
    });

    test('a count that cannot be is forgotten with Reset, and where other counts can be', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      const count = page.getByRole('textbox', { name: 'recvcount' });
      const problem = page.getByText(/^\s*recvcount is “/);
      await lab.retype(count, '9999');
      await expect(problem).toBeVisible();
      await lab.button('Reset').click();
      await expect(problem).toHaveCount(0);
      await expect(count).toHaveValue('2');
      await lab.select('Ranks').selectOption('16');
      await lab.retype(count, '20');
      await expect(problem).toBeVisible();
      await lab.button('Undo').click();
      await expect(problem).toHaveCount(0);
      await expect(count).toHaveValue('2');
      await lab.run();
      await lab.expectResults(sums);
    });

    test('what is played slowly ends with its run', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      await lab.button('Play slowly').click();
      await expect(page.getByText(/^\s*[123] of 12/)).toBeVisible();
      await lab.run();
      await lab.expectFinished();
      // Played on, it would take nine seconds more.
      await expect(lab.button('Play slowly')).toBeVisible({ timeout: 4000 });
      await expect(page.getByText(/^\s*12 of 12/)).toBeVisible({ timeout: 1000 });
    });

    test('steps through a run, forwards and back', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      for (const taken of [3, 6, 9]) {
        await lab.button('Step').click();
        await expect(lab.status).toContainText(`Paused: ${taken} of 12 steps taken`);
      }
      await lab.button('Step').click();
      await lab.expectFinished();
      await lab.expectResults(sums);
      const moment = page.getByRole('slider', { name: 'Shown moment of the run' });
      await lab.button('Back one step').click();
      await expect(moment).toHaveValue('11');
      await lab.button('To the start').click();
      await expect(moment).toHaveValue('0');
      await expect(page.locator('ringlet-player')).toContainText('Before the first step');
    });

    test('says what is wrong with a number beside it, keeps what was typed, and does not run', async ({
      page,
      servers,
    }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      for (const [text, sentence] of [
        ['', 'the cell is empty'],
        ['four', '“four” is not a number; int32 allows whole numbers from'],
        ['1.5', '“1.5” is not a whole number'],
        ['2147483648', '“2147483648” does not fit in int32'],
        ['<img src=x onerror=alert(1)>', 'is not a number'],
      ] as const) {
        await lab.type(1, 3, text);
        await expect(page.getByRole('grid').getByRole('alert')).toContainText('Rank 1, element 3');
        await expect(page.getByRole('grid').getByRole('alert')).toContainText(sentence);
        await lab.run();
        await expect(lab.alert).toContainText('Not run.');
        expect(await lab.cell(1, 3).inputValue()).toBe(text);
        await expect(lab.cell(1, 3)).toBeFocused();
      }
      await lab.type(1, 3, '40');
      await lab.run();
      await lab.expectResults(sums);
    });

    test('takes rows of numbers from the clipboard, and refuses ragged ones with a sentence', async ({
      page,
      servers,
    }) => {
      const lab = await openPlayground(page, servers, driver);
      await lab.expectFinished();
      const paste = (text: string) =>
        lab.cell(0, 0).evaluate((cell, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const event = new Event('paste', { bubbles: true, cancelable: true, composed: true });
          // Firefox takes no data in the constructor of a ClipboardEvent.
          cell.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
        }, text);
      await lab.cell(0, 0).focus();
      await paste('7\t8\n9\t10');
      await lab.run();
      await lab.expectResults([7 + 9 + 100, 8 + 10 + 200, 333, 444, 555, 666]);
      await paste('1 2\n3');
      await expect(page.getByRole('grid').getByRole('alert')).toContainText('Nothing was changed');
      expect(await lab.cell(0, 0).inputValue()).toBe('7');
      await lab.select('Language').selectOption('pl');
      await expect(page.getByRole('grid').getByRole('alert')).toContainText('Nic nie zmieniono');
    });

    test('runs collectives and algorithms for up to 16 ranks', async ({ page, servers }) => {
      for (const [collective, algorithm, ranks] of [
        ['all_reduce', 'direct', 16],
        ['all_gather', 'naive', 9],
        ['reduce_scatter', 'ring', 1],
        ['all_reduce', 'hierarchical', 6],
        ['all_to_all', 'bruck', 5],
        ['exscan', 'recursive_doubling', 4],
      ] as const) {
        const query = `?v=1&collective=${collective}&algorithm=${algorithm}&ranks=${ranks}`;
        const lab = await openPlayground(page, servers, driver, query);
        await lab.expectFinished();
        await expect(lab.select('Algorithm')).toHaveValue(algorithm);
        await expect(lab.select('Ranks')).toHaveValue(String(ranks));
        await expect(page.locator('ringlet-ledger')).not.toContainText('off');
      }
    });

    test('nothing to move is nothing wrong: count 0', async ({ page, servers }) => {
      const lab = await openPlayground(page, servers, driver, '?v=1&count=0');
      await lab.expectFinished();
      await expect(page.locator('ringlet-matrix')).toContainText('there is nothing to move');
      await expect(page.locator('ringlet-predict')).toContainText('There is nothing to predict without numbers.');
    });
  });

for (const [name, width, ranks, steps] of [
  ['wide', 1280, 16, 16],
  ['narrow', 390, 6, 6],
] as const)
  test(`what is below moves down as sums grow longer, and never back, ${name}`, async ({ page, servers }) => {
    await page.setViewportSize({ width, height: 900 });
    const lab = await openPlayground(page, servers, 'threads', `?collective=all_reduce&ranks=${ranks}`);
    await lab.expectFinished();
    const tops = () =>
      page.locator('ringlet-player').evaluate((player) => Math.round(player.getBoundingClientRect().top));
    const seen: number[] = [];
    for (let round = 1; round <= 6; round++) {
      await lab.button('Step').click();
      await expect(lab.status).toContainText(`Paused: ${round * steps} of`);
      seen.push(await tops());
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

test('without the core, Run is off and looks it', async ({ page, servers }) => {
  for (const place of [page, page.context()]) await place.route('**/*.wasm', (route) => route.abort());
  const lab = await openPlayground(page, servers, 'in-turn');
  await expect(lab.badge).toHaveText('The core did not load');
  const [run, step] = [lab.button('Run'), lab.button('Step')];
  await expect(run).toBeDisabled();
  const look = (element: Element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor];
  expect(await run.evaluate(look)).toEqual(await step.evaluate(look));
});
