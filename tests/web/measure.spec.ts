/** What `ringlet bench` does, in the page. */
import { expect, openHarness, test } from './fixtures.ts';

const question = {
  collective: 'all_reduce',
  algorithm: 'auto',
  ranks: 4,
  bytes: 1024,
  dtype: 'float32' as const,
  op: 'sum',
  root: 0,
  in_place: false,
};

test.describe('measuring', () => {
  test.beforeEach(({ watch }) => {
    watch.expectConsole(/\(404\) was received when fetching the script/);
  });

  test('gives the rows of ringlet bench, tells how far it is, and lets runs go on', async ({ page, servers }) => {
    await openHarness(page, servers, 'threads');
    const { rows, told, came, outputs } = await page.evaluate(async (asked) => {
      const engine = await ringlet.createEngine();
      const questions = [asked, { ...asked, algorithm: 'ring', ranks: 3, bytes: 65536, dtype: 'bfloat16' as const }];
      const told: { question: number; done: number; batches: number }[] = [];
      const came: number[] = [];
      const watch = {
        onProgress: (progress: (typeof told)[number]) => void told.push(progress),
        onRow: (_: unknown, index: number) => void came.push(index),
      };
      const rows = await engine.measure(questions, { batchMs: 30, batches: 5 }, watch);
      const inputs = [1, 2].map((value) => ringlet.values('int32', [value]));
      const { result } = await ringlet.run(engine, { collective: 'all_reduce', ranks: 2, count: 1, inputs });
      return { rows, told, came, outputs: result.outputs.map((output) => Number(output[0])) };
    }, question);
    expect(rows).toMatchObject([
      {
        collective: 'all_reduce',
        algorithm: expect.stringMatching(/^(one_shot|direct|naive)$/),
        auto: true,
        ranks: 4,
        bytes: 1024,
        count: 256,
        op: 'sum',
        wrong: 0,
      },
      { algorithm: 'ring', auto: false, ranks: 3, bytes: 65536, count: 32768, dtype: 'bfloat16', root: null, wrong: 0 },
    ]);
    for (const row of rows) {
      expect(row.median_us).toBeGreaterThan(0);
      expect(row.min_us).toBeLessThanOrEqual(row.median_us);
      expect(row.algbw_GBps).toBeCloseTo(row.bytes / row.median_us / 1000, 6);
    }
    expect(came).toEqual([0, 1]);
    expect(new Set(told.map(({ question }) => question))).toEqual(new Set([0, 1]));
    expect(told.every(({ done, batches }) => batches === 5 && done < 5)).toBe(true);
    expect(Math.max(...told.map(({ done }) => done))).toBeGreaterThan(0);
    expect(outputs).toEqual([3, 3]);
  });

  test('ends when it is cancelled', async ({ page, servers }) => {
    await openHarness(page, servers, 'threads');
    const ended = await page.evaluate(async (asked) => {
      const engine = await ringlet.createEngine();
      const cancel = new AbortController();
      const watch = { signal: cancel.signal, onProgress: ({ done }: { done: number }) => done > 1 && cancel.abort() };
      const failed = (error: { detail: { code: string; message: string } }) => error.detail;
      const first = await engine.measure([asked], { batchMs: 50, batches: 100_000 }, watch).catch(failed);
      const again = await engine.measure([asked], { batchMs: 1, batches: 1 }, { signal: cancel.signal }).catch(failed);
      return [first, again];
    }, question);
    const cancelled = { code: 'aborted', message: 'The measurement was cancelled.' };
    expect(ended).toMatchObject([cancelled, cancelled]);
  });

  test('is ended with its engine, and holds on to nothing of its caller', async ({ page, servers }) => {
    await openHarness(page, servers, 'threads');
    const { ended, again, opening, left } = await page.evaluate(async (asked) => {
      const failed = (error: { detail: { code: string; message: string } }) => error.detail;
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const counted = (type: string, act: () => void, options?: AddEventListenerOptions) => {
        listeners += 1;
        options?.signal?.addEventListener('abort', () => (listeners -= 1));
        add(type, act, options);
      };
      Object.assign(signal, { addEventListener: counted });

      const engine = await ringlet.createEngine();
      await engine.measure([asked], { batchMs: 1, batches: 1 }, { signal });
      const left = listeners;
      const onProgress = () => engine.dispose();
      const ended = await engine.measure([asked], { batchMs: 50, batches: 100_000 }, { onProgress }).catch(failed);
      const again = await engine.measure([asked], { batchMs: 1, batches: 1 }).catch(failed);

      const another = await ringlet.createEngine();
      const begun = another.measure([asked], { batchMs: 50, batches: 100_000 }).catch(failed);
      await new Promise((later) => setTimeout(later, 10));
      another.dispose();
      return { ended, again, opening: await begun, left };
    }, question);
    const disposed = { code: 'unavailable', message: 'This engine was disposed of.' };
    expect([ended, again, opening]).toMatchObject([disposed, disposed, disposed]);
    expect(left).toBe(0);
  });

  test('refuses what it cannot measure with a sentence', async ({ page, servers }) => {
    await openHarness(page, servers, 'threads');
    const sentences = await page.evaluate(async (asked) => {
      const engine = await ringlet.createEngine();
      const wrong = [
        { ...asked, collective: 'all_reduce_v' },
        { ...asked, algorithm: 'fastest' },
        { ...asked, ranks: 65 },
        { ...asked, ranks: -1 },
        { ...asked, ranks: 1e9 },
        { ...asked, bytes: 2 ** 30 },
        { ...asked, collective: 'all_gather', bytes: 4 },
      ];
      const said: string[] = [];
      for (const each of wrong)
        await engine.measure([each], { batchMs: 1, batches: 1 }).catch((error: Error) => said.push(error.message));
      await engine.measure([asked], { batchMs: 1, batches: 0 }).catch((error: Error) => said.push(error.message));
      return said;
    }, question);
    expect(sentences).toEqual([
      expect.stringMatching(/^collective is 'all_reduce_v'; allowed are .*all_reduce/),
      expect.stringMatching(/^algorithm is 'fastest'; allowed are auto, .*ring/),
      "ranks is '65'; allowed are 1 to 64.",
      "ranks is '-1'; allowed are 1 to 64.",
      "ranks is '1000000000'; allowed are 1 to 64.",
      expect.stringMatching(/^bytes is 1073741824; allowed are 0 to \d+, since 4 ranks' inputs and outputs share/),
      expect.stringMatching(/^bytes is 4; all_gather of 4 ranks with float32 needs 16 or more\.$/),
      expect.stringMatching(/^batches is '0'; allowed are 1 to \d+\.$/),
    ]);
  });

  test('runs 64 ranks', async ({ page, servers }) => {
    await openHarness(page, servers, 'threads');
    const ran = await page.evaluate(async () => {
      const engine = await ringlet.createEngine();
      const inputs = Array.from({ length: 64 }, (_, rank) => ringlet.values('int32', [rank, 1]));
      const { result } = await ringlet.run(engine, { collective: 'all_reduce', ranks: 64, count: 2, inputs });
      const outputs = new Set(result.outputs.map((output) => output.join(' ')));
      return { outputs: [...outputs], threads: result.threads };
    });
    expect(ran).toEqual({ outputs: ['2016 64'], threads: 64 });
  });

  test('says that it needs threads where there are none', async ({ page, servers }) => {
    await openHarness(page, servers, 'in-turn');
    const said = await page.evaluate(async (asked) => {
      const engine = await ringlet.createEngine();
      return engine.measure([asked], { batchMs: 1, batches: 1 }).then(
        () => 'measured',
        (error: Error) => error.message,
      );
    }, question);
    expect(said).toBe('Measuring needs threads, and this page has none.');
  });
});
