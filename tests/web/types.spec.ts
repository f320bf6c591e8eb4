import { expect, openHarness, test } from './fixtures.ts';

for (const driver of ['threads', 'in-turn'] as const) {
  test.describe(`element types, ${driver}`, () => {
    test.beforeEach(async ({ page, servers, watch }) => {
      watch.expectConsole(/\(404\) was received when fetching the script/);
      await openHarness(page, servers, driver);
    });

    test('every type and its operators, on small whole numbers', async ({ page }) => {
      const wrong = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const wanted = { sum: 6, prod: 6, min: 1, max: 3, avg: 2, band: 0, bor: 3, bxor: 0, land: 1, lor: 1 };
        const wrong: string[] = [];
        for (const dtype of engine.catalogue.dtypes)
          for (const [op, value] of Object.entries(wanted)) {
            if (dtype.includes('float') && /^(b|l)/.test(op)) continue;
            const inputs = [1, 2, 3].map((n) => ringlet.values(dtype, [n, n]));
            const call = { collective: 'all_reduce', ranks: 3, count: 2, dtype, op, inputs };
            const { plan, result } = await ringlet.run(engine, call);
            const got = Array.from(result.outputs[2] ?? [], Number);
            if (String(got) !== String([value, value])) wrong.push(`${op} of ${dtype}: ${String(got)}`);
            wrong.push(...ringlet.byteFaults(plan.expectedBytesSent, result.bytesSent, `${op} of ${dtype}`));
          }
        return wrong;
      });
      expect(wrong).toEqual([]);
    });

    test('sums of float16 are rounded at every hop, or once, and events show them on the way', async ({ page }) => {
      const seen = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const inputs = [2048, 1, 1, 1].map((n) => ringlet.values('float16', [n]));
        const call = { collective: 'all_reduce', algorithm: 'naive', ranks: 4, count: 1, op: 'sum', inputs } as const;
        const of = async (accumulate: 'per_hop' | 'float32') => {
          const run = await engine.start({ ...ringlet.usual, ...call, dtype: 'float16', accumulate });
          const { outputs, bytesSent } = await run.result;
          const { events } = await run.poll();
          const sums = events.filter(({ rank, values }) => rank === 0 && (values[0] ?? 0) > 2048);
          return { output: outputs.map(([n]) => n), bytesSent, wire: run.plan.wireDtype, between: sums.length > 0 };
        };
        return { each: await of('per_hop'), once: await of('float32') };
      });
      const all = (n: number) => [n, n, n, n];
      expect(seen.each).toEqual({ output: all(2048), bytesSent: [6, 2, 2, 2], wire: 'float16', between: false });
      expect(seen.once).toEqual({ output: all(2052), bytesSent: [12, 4, 4, 4], wire: 'float32', between: true });
    });

    test('scalars of premul_sum', async ({ page }) => {
      const outputs = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const inputs = [1, 2].map((n) => ringlet.values('bfloat16', [n]));
        const scalars = ringlet.values('bfloat16', [0.5, 3]);
        const call = { collective: 'all_reduce', ranks: 2, count: 1, dtype: 'bfloat16', op: 'premul_sum' } as const;
        const { result } = await ringlet.run(engine, { ...call, inputs, scalars });
        return result.outputs.map(([n]) => n);
      });
      expect(outputs).toEqual([6.5, 6.5]);
    });

    test('combinations that do not exist are refused', async ({ page }) => {
      const message = await page.evaluate(async () => {
        const engine = await ringlet.createEngine();
        const inputs = [ringlet.values('float16', [1])];
        const call = { collective: 'all_reduce', ranks: 1, count: 1, dtype: 'float16', op: 'bor' } as const;
        return engine.start({ ...ringlet.usual, ...call, inputs }).then(
          () => 'it ran',
          (error: unknown) => (error as Error).message,
        );
      });
      expect(message).toContain("op is 'bor', which float16 does not have");
    });
  });
}
