/** Every collective through the engine, and what the command would write of its runs. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, openHarness, test } from './fixtures.ts';

const command = fileURLToPath(new URL('../../build/native/ringlet', import.meta.url));

for (const driver of ['threads', 'in-turn'] as const)
  test.describe(`collectives, ${driver}`, () => {
    test.beforeEach(async ({ page, servers, watch }) => {
      // The harness lies on a host without a service worker, which Chromium mentions.
      watch.expectConsole(/\(404\) was received when fetching the script/);
      await openHarness(page, servers, driver);
    });

    for (const ranks of [1, 3, 4, 6])
      test(`every one by every algorithm, ${ranks} ranks`, async ({ page }) => {
        test.slow(); // over a hundred runs
        const { faults, runs, results } = await page.evaluate(
          async (ranks) => ringlet.everything(await ringlet.createEngine(), ranks),
          ranks,
        );
        expect(faults).toEqual([]);
        expect(runs).toBeGreaterThan(50);
        if (ranks !== 3) return;
        expect(results).toMatchObject({
          'broadcast 2': '300 301 302 | 300 301 302 | 300 301 302',
          'reduce 2': ' |  | 600 603 606',
          'gather 2': ' |  | 100 101 102 200 201 202 300 301 302',
          'scatter 2': '300 301 302 | 303 304 305 | 306 307 308',
          'all_to_all 0':
            '100 101 102 200 201 202 300 301 302 | 103 104 105 203 204 205 303 304 305 | 106 107 108 206 207 208 306 307 308',
          'scan 0': '100 101 102 | 300 302 304 | 600 603 606',
          'exscan 0': ' | 100 101 102 | 300 302 304',
          'barrier 0': ' |  | ',
          // Parts of 1, 4 and 2 elements.
          'all_gather_v 0': Array(3).fill('100 200 201 202 203 300 301').join(' | '),
          'scatter_v 2': '300 | 301 302 303 304 | 305 306',
        });
      });

    test('refuses what is not a call, with the argument, the value and what is allowed', async ({ page }) => {
      const messages = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const refusal = async (request: object) => {
          const plain = { ...ringlet.usual, collective: 'scatter_v', algorithm: 'naive', ranks: 2, count: 0 };
          return engine.plan({ ...plain, ...request }).then(
            () => 'no refusal',
            (error: Error) => error.message,
          );
        };
        return [
          await refusal({}),
          await refusal({ counts: [1] }),
          await refusal({ counts: [1, -1] }),
          await refusal({ collective: 'broadcast', root: 2, count: 1 }),
          await refusal({ collective: 'all_reduce', algorithm: 'hierarchical', ranks: 5, count: 1 }),
          await refusal({ collective: 'all_to_all', algorithm: 'pairwise', count: 1, inPlace: true }),
        ];
      });
      const said = [
        /counts.*2 whole/,
        /1 number.*2 whole/,
        /part 1.*-1/,
        /root.*2.*0 to 1/,
        /5.*composite/,
        /in-place/,
      ];
      said.forEach((words, i) => expect(messages[i]).toMatch(words));
    });

    test('auto is planned and run by an algorithm of the core’s choice, which the plan names', async ({ page }) => {
      const { planned, ran, outputs } = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const { call } = await ringlet.callFor(engine, 'all_reduce', 'auto', 3, 0);
        const planned = await engine.plan(call);
        const { plan, result } = await ringlet.run(engine, call);
        const outputs = result.outputs.map((output) => Array.from(output as Int32Array));
        return { planned: planned.algorithm, ran: plan.algorithm, outputs };
      });
      expect(['direct', 'one_shot', 'naive']).toContain(planned);
      expect(ran).toBe(planned);
      expect(outputs).toEqual(Array(3).fill([600, 603, 606]));
    });

    test('writes plans as the command does', async ({ page }) => {
      for (const [collective, algorithm, ranks, root] of [
        ['all_reduce', 'ring', 3, null],
        ['broadcast', 'double_tree', 5, 3],
        ['all_to_all', 'bruck', 4, null],
      ] as const) {
        const text = await page.evaluate(
          async ([collective, algorithm, ranks, root]) => {
            const engine = await ringlet.createEngine();
            return engine.planJson({ ...ringlet.usual, collective, algorithm, ranks, root: root ?? 0, count: 1 });
          },
          [collective, algorithm, ranks, root] as const,
        );
        const words = [
          'plan',
          '--collective',
          collective,
          '--algorithm',
          algorithm,
          '--ranks',
          String(ranks),
          '--json',
        ];
        const rooted = root === null ? [] : ['--root', String(root)];
        expect(text).toBe(execFileSync(command, [...words, ...rooted], { encoding: 'utf8' }));
      }
    });

    test('writes a trace and a byte log that agree with the run', async ({ page }) => {
      const { instruments, sent, without } = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const { call } = await ringlet.callFor(engine, 'reduce', 'binomial', 4, 1);
        const { result } = await ringlet.run(engine, { ...call, instruments: true });
        const { result: plain } = await ringlet.run(engine, call);
        return { instruments: result.instruments, sent: result.bytesSent, without: plain.instruments };
      });
      expect(without).toBeNull();
      const log = (instruments?.byteLog ?? '').trimEnd().split('\n');
      const lines = log.map((line) => JSON.parse(line) as { rank: number; bytes: number });
      expect(Object.keys(lines[0] ?? {})).toEqual([
        'time_us',
        'rank',
        'peer',
        'collective',
        'algorithm',
        'step',
        'chunk',
        'bytes',
      ]);
      const perRank = sent.map((_, rank) => lines.filter((l) => l.rank === rank).reduce((sum, l) => sum + l.bytes, 0));
      expect(perRank).toEqual(sent);
      const { traceEvents } = JSON.parse(instruments?.trace ?? '{}') as { traceEvents: { ph: string; name: string }[] };
      expect(traceEvents.filter(({ ph }) => ph === 'M')).toHaveLength(4);
      expect(traceEvents.filter(({ name }) => name.startsWith('send to '))).toHaveLength(lines.length);
    });

    for (const [kind, ms, code, words] of [
      ['absent', 0, 'deadline', 'rank 2'],
      ['abort', 50, 'aborted', 'Rank 2 aborted'],
      ['other_collective', 0, 'mismatch', 'rank 2'],
      ['other_count', 0, 'mismatch', 'rank 2'],
    ] as const)
      test(`a rank that misbehaves is named: ${kind}`, async ({ page }) => {
        const { error, tookMs } = await page.evaluate(
          async ([kind, ms]) => {
            const engine = await ringlet.createEngine();
            const { call } = await ringlet.callFor(engine, 'all_reduce', 'ring', 4, 0);
            const began = performance.now();
            const run = await engine.start({ ...call, timeoutMs: 400, faults: [{ rank: 2, kind, ms }] });
            const { error } = await run.result;
            return { error, tookMs: performance.now() - began };
          },
          [kind, ms] as const,
        );
        expect(error).toMatchObject({ code, culprits: [2] });
        expect(error?.message).toContain(words);
        expect(tookMs).toBeLessThan(400 + 2000);
      });

    test('after a failure the next run works; a late rank spoils nothing', async ({ page }) => {
      const outputs = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const { call } = await ringlet.callFor(engine, 'all_reduce', 'ring', 3, 0);
        const failed = await engine.start({ ...call, faults: [{ rank: 0, kind: 'abort', ms: 0 }] });
        await failed.result;
        const { result } = await ringlet.run(engine, { ...call, faults: [{ rank: 1, kind: 'late', ms: 100 }] });
        return result.outputs.map((output) => Array.from(output as Int32Array));
      });
      expect(outputs).toEqual(Array(3).fill([600, 603, 606]));
    });
  });
