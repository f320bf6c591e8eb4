import { expect, openHarness, test } from './fixtures.ts';
import { workerThreads } from './threads.ts';

const table = [
  [1, 2, 3, 4, 5, 6],
  [10, 20, 30, 40, 50, 60],
  [100, 200, 300, 400, 500, 600],
];
const sums = [
  [111, 222],
  [333, 444],
  [555, 666],
];

for (const driver of ['threads', 'in-turn'] as const) {
  test.describe(`engine, ${driver}`, () => {
    test.beforeEach(async ({ page, servers, watch }) => {
      // The harness lies on a host without a service worker, which Chromium mentions.
      watch.expectConsole(/\(404\) was received when fetching the script/);
      await openHarness(page, servers, driver);
    });

    test('says how it runs and why', async ({ page }) => {
      const engine = await page.evaluate(async () => {
        const { driver, reason, catalogue } = await ringlet.createEngine();
        return {
          driver,
          reason,
          collectives: catalogue.collectives.map(({ name }) => name),
          isolated: crossOriginIsolated,
        };
      });
      expect(engine).toMatchObject({
        driver,
        reason: driver === 'threads' ? null : 'not-isolated',
        isolated: driver === 'threads',
      });
      expect(engine.collectives).toEqual(expect.arrayContaining(['reduce_scatter', 'all_gather', 'all_reduce']));
    });

    test('gives each rank its fragment of the 3 x 6 table', async ({ page }) => {
      const ran = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const { plan, result } = await ringlet.run(engine, {
          collective: 'reduce_scatter',
          ranks: 3,
          count: 2,
          inputs,
        });
        const gathered = await ringlet.run(engine, {
          collective: 'all_gather',
          ranks: 3,
          count: 2,
          inputs: result.outputs,
        });
        return {
          outputs: result.outputs.map((output) => Array.from(output as Int32Array)),
          gathered: gathered.result.outputs.map((output) => Array.from(output as Int32Array)),
          sent: result.bytesSent,
          received: result.bytesReceived,
          edges: result.edges,
          expected: plan.expectedBytesSent,
          rules: plan.rulesPassed,
          driver: result.driver,
          threads: result.threads,
        };
      }, table);
      expect(ran).toMatchObject({
        outputs: sums,
        gathered: [sums.flat(), sums.flat(), sums.flat()],
        sent: [16, 16, 16],
        received: [16, 16, 16],
        edges: [
          [0, 16, 0],
          [0, 0, 16],
          [16, 0, 0],
        ],
        expected: [16, 16, 16],
        driver,
        threads: driver === 'threads' ? 3 : 1,
      });
      expect(ran.rules).toEqual(expect.arrayContaining(['V1', 'V2', 'V3', 'V4']));
    });

    test('has as many threads as ranks, as the system counts them', async ({ page }) => {
      const ranks = 7;
      const countWith = async (ranks: number) => {
        await page.evaluate(async (ranks) => {
          const world = globalThis as unknown as { engine: Awaited<ReturnType<typeof ringlet.createEngine>> };
          world.engine ??= await ringlet.createEngine();
          const inputs = Array.from({ length: ranks }, () => ringlet.values('int32', [1]));
          const call = { ...ringlet.usual, collective: 'all_gather', ranks, count: 1, inputs, paused: true };
          const run = await world.engine.start(call);
          for (
            const end = performance.now() + 5000;
            performance.now() < end;
            await new Promise((ok) => setTimeout(ok, 20))
          )
            if ((await run.poll()).ranks.every(({ state }) => state === 'gate')) return;
          throw new Error('Not all ranks came to their gates.');
        }, ranks);
        return workerThreads();
      };
      await page.evaluate(async () => {
        const world = globalThis as unknown as { engine: Awaited<ReturnType<typeof ringlet.createEngine>> };
        world.engine = await ringlet.createEngine();
      });
      const atRest = workerThreads();
      const running = await countWith(ranks);
      if (driver === 'threads') {
        expect(atRest).toBeGreaterThanOrEqual(1);
        expect(running).toBeGreaterThanOrEqual(1 + ranks);
      } else expect(running).toBe(atRest);
    });

    for (const { algorithm, dtype, op } of [
      { algorithm: 'ring', dtype: 'float32', op: 'sum' },
      { algorithm: 'direct', dtype: 'float64', op: 'sum' },
      { algorithm: 'naive', dtype: 'int64', op: 'sum' },
      { algorithm: 'ring', dtype: 'float32', op: 'avg' },
    ] as const)
      test(`reduce-scatter, then all-gather is all-reduce bit for bit: ${algorithm} ${dtype} ${op}`, async ({
        page,
      }) => {
        const { faults, cases } = await page.evaluate(
          async (same) => {
            const engine = await ringlet.createEngine();
            const faults: string[] = [];
            let cases = 0;
            for (let ranks = 1; ranks <= 16; ranks++)
              for (const recvcount of [0, 1, 2, 7, 73, 1000]) {
                faults.push(...(await ringlet.equivalence(engine, { ...same, ranks, recvcount })));
                cases++;
              }
            return { faults, cases };
          },
          { algorithm, dtype, op },
        );
        expect(faults).toEqual([]);
        expect(cases).toBe(96);
      });

    test('all-reduce sends the exact bytes also where ranks do not divide the count', async ({ page }) => {
      const faults = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const faults: string[] = [];
        for (let ranks = 1; ranks <= 16; ranks++)
          for (const count of [ranks - 1, ranks + 1, 73])
            for (const algorithm of ['ring', 'direct', 'naive']) {
              const numbers = Array.from({ length: count }, (_, k) => k + 1);
              const inputs = Array.from({ length: ranks }, () => ringlet.values('int32', numbers));
              const { plan, result } = await ringlet.run(engine, {
                collective: 'all_reduce',
                algorithm,
                ranks,
                count,
                inputs,
              });
              const where = `${algorithm}, ${ranks} ranks, count ${count}`;
              const right = ringlet.values(
                'int32',
                numbers.map((number) => number * ranks),
              );
              if (!result.outputs.every((output) => ringlet.equal(output, right))) faults.push(`${where}: wrong sum`);
              faults.push(...ringlet.byteFaults(plan.expectedBytesSent, result.bytesSent, where));
            }
        return faults;
      });
      expect(faults).toEqual([]);
    });

    test('traces every step once, in causal order, with its values', async ({ page }) => {
      const traced = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs };
        const run = await engine.start(call);
        const { bytesSent } = await run.result;
        const { events, finished, ranks } = await run.poll();
        return {
          finished,
          states: ranks.map(({ state }) => state),
          sequences: events.map(({ sequence }) => sequence),
          steps: run.plan.lanes.map((lanes) => lanes.flat().length),
          perRank: run.plan.lanes.map((_, rank) => events.filter((event) => event.rank === rank).length),
          sentByTrace: run.plan.lanes.map((lanes, rank) =>
            events
              .filter((event) => event.rank === rank && lanes[event.lane]?.[event.step]?.kind === 'send')
              .reduce((sum, event) => sum + event.bytes, 0),
          ),
          bytesSent,
          timesAreOrdered: events.every((e) => e.waitedFromUs <= e.startUs && e.startUs <= e.endUs),
          lastOfRank0: Array.from((events.filter(({ rank }) => rank === 0).at(-1)?.values ?? []) as Int32Array),
        };
      }, table);
      expect(traced.finished).toBe(true);
      expect(traced.states).toEqual(['done', 'done', 'done']);
      expect(traced.sequences).toEqual(traced.sequences.map((_, k) => k));
      expect(traced.perRank).toEqual(traced.steps);
      expect(traced.sentByTrace).toEqual(traced.bytesSent);
      expect(traced.timesAreOrdered).toBe(true);
      expect(traced.lastOfRank0).toEqual([111, 222]);
    });

    test('steps all ranks or one, and runs on', async ({ page }) => {
      const counts = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs, paused: true };
        const run = await engine.start(call);
        const settled = async (events: number) => {
          for (
            const end = performance.now() + 3000;
            performance.now() < end;
            await new Promise((ok) => setTimeout(ok, 10))
          )
            if ((await run.poll()).events.length >= events) break;
          await new Promise((ok) => setTimeout(ok, 50));
          return (await run.poll()).events.length;
        };
        const counts = { atStart: await settled(0), one: 0, all: 0, atEnd: 0, outputs: [] as number[][] };
        await run.step(1);
        counts.one = await settled(1);
        await run.step();
        counts.all = await settled(4);
        await run.resume();
        const { outputs } = await run.result;
        counts.atEnd = (await run.poll()).events.length;
        counts.outputs = outputs.map((output) => Array.from(output as Int32Array));
        return { ...counts, steps: run.plan.lanes.flat(2).length };
      }, table);
      expect(counts).toMatchObject({ atStart: 0, one: 1, outputs: sums, atEnd: counts.steps });
      expect(counts.all).toBeGreaterThan(1);
      expect(counts.all).toBeLessThanOrEqual(4);
    });

    test('a held rank makes the others wait, and the deadline names it', async ({ page }) => {
      const ended = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs };
        const held = await engine.start({ ...call, held: [2], timeoutMs: 400 });
        let seen: unknown;
        for (
          const end = performance.now() + 300;
          performance.now() < end;
          await new Promise((ok) => setTimeout(ok, 10))
        )
          seen = (await held.poll()).ranks;
        const { error } = await held.result;
        const again = await ringlet.run(engine, call);
        return { seen, error, again: again.result.outputs.map((output) => Array.from(output as Int32Array)) };
      }, table);
      expect(ended.seen).toMatchObject([
        { state: 'waiting', peer: 2 },
        { state: 'waiting' },
        { state: 'gate', held: true },
      ]);
      expect(ended.error).toMatchObject({ code: 'deadline', culprits: [2] });
      expect(ended.error?.message).toContain('2');
      expect(ended.error?.waiting).toContainEqual(expect.objectContaining({ rank: 0, forRank: 2 }));
      expect(ended.again).toEqual(sums);
    });

    test('a held rank that is let go finishes the run', async ({ page }) => {
      const outputs = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs };
        const run = await engine.start({ ...call, held: [1], timeoutMs: 5000 });
        await new Promise((ok) => setTimeout(ok, 100));
        await run.hold(1, false);
        return (await run.result).outputs.map((output) => Array.from(output as Int32Array));
      }, table);
      expect(outputs).toEqual(sums);
    });

    test('a pause stops the clock', async ({ page }) => {
      const error = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs, paused: true };
        const run = await engine.start({ ...call, timeoutMs: 200 });
        await run.step(0);
        await new Promise((ok) => setTimeout(ok, 700));
        await run.resume();
        return (await run.result).error;
      }, table);
      expect(error).toBeNull();
    });

    test('a new run cancels the last, and a wrong call does not', async ({ page }) => {
      const seen = await page.evaluate(async (rows) => {
        const engine = await ringlet.createEngine();
        const inputs = rows.map((row) => ringlet.values('int32', row));
        const call = { ...ringlet.usual, collective: 'reduce_scatter', ranks: 3, count: 2, inputs };
        const first = await engine.start({ ...call, paused: true });
        const second = (values: (typeof inputs)[number]) => inputs.map((input, rank) => (rank === 1 ? values : input));
        const refusals: string[] = [];
        for (const wrong of [
          { ...call, inputs: inputs.slice(1) },
          { ...call, inputs: second(ringlet.values('int32', [1])) },
          { ...call, inputs: second(ringlet.values('int64', [1, 2, 3, 4, 5, 6])) },
          { ...call, algorithm: 'teleport' },
          { ...call, collective: 'constructor' },
          { ...call, op: 'xor' },
          { ...call, held: [3] },
          { ...call, timeoutMs: 0 },
          { ...call, ranks: 0 },
          { ...call, ranks: 17 },
          { ...call, count: -1 },
          { ...call, count: 1.5 },
        ])
          refusals.push(
            await engine.start(wrong).then(
              () => 'was taken',
              (error: Error) => `${error.name}: ${error.message}`,
            ),
          );
        const stillThere = !(await first.poll()).finished;
        const next = await engine.start(call);
        return {
          refusals,
          stillThere,
          first: (await first.result).error?.code,
          next: (await next.result).error,
        };
      }, table);
      for (const refusal of seen.refusals) expect(refusal).toMatch(/^EngineError: \S.*\.$/);
      expect(seen).toMatchObject({ stillThere: true, first: 'aborted', next: null });
    });
  });
}

test.describe('engine in trouble', () => {
  test('threads that can not start leave ranks in turn, and it says so', async ({ page, servers, watch }) => {
    watch.expectConsole(/worker/i);
    await page.route('**/wasm/threads/**', (route) => route.abort());
    await page.context().route('**/wasm/threads/**', (route) => route.abort());
    await openHarness(page, servers, 'threads');
    const engine = await page.evaluate(async () => {
      const { driver, reason } = await ringlet.createEngine();
      return { driver, reason };
    });
    expect(engine).toEqual({ driver: 'in-turn', reason: 'threads-failed' });
  });

  test('no module at all is a sentence, not a wait', async ({ page, servers, watch }) => {
    watch.expectConsole(/./);
    await openHarness(page, servers, 'threads');
    const message = await page.evaluate(() =>
      ringlet.createEngine({ base: `${location.origin}/nowhere/` }).then(
        () => 'was made',
        (error: Error) => error.message,
      ),
    );
    expect(message).toMatch(/nowhere/);
  });
});
