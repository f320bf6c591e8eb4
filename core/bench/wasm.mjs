/**
 * The core as WebAssembly in Node, Chromium and Firefox beside the same core natively, Gloo, and workers that post
 * messages: rounds of their own, in which all take turns.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { serve } from '../../web/tools/serve.mjs';
import { Browsers, browserNames } from './browsers.mjs';
import { inBytes } from './contest.mjs';
import { idleMachine } from './machine.mjs';
import { eachRanks, inRanks } from './ranks.mjs';
import { Rows } from './rows.mjs';

const log = 'build/logs/benchmark-wasm.log';
const pageSeconds = 240;
const poolServes = ['all_reduce', 'all_gather', 'broadcast'];

/** The choice of its own, and for all_reduce what the table of ring and trees needs. */
const algorithmsFor = (collective) =>
  collective === 'all_reduce' ? ['auto', 'ring', 'binomial', 'double_tree'] : ['auto'];

/** @returns the part of the results that is called `wasm` */
export async function wasmContest(root, asked) {
  const served = await serve({ root: join(root, 'build/bench-page'), port: 0 });
  const browsers = new Browsers();
  const contest = new WasmContest(root, asked, browsers, served.url);
  try {
    return await contest.run();
  } finally {
    await browsers.close();
    await served.close();
  }
}

class WasmContest {
  constructor(root, asked, browsers, url) {
    this.asked = asked;
    this.browsers = browsers;
    this.url = url;
    this.rows = new Rows();
    this.failures = [];
    this.idle = [];
    this.versions = { Node: process.version };
    const gloo = existsSync(join(root, 'build/peers/peers/gloo'));
    this.contestants = [
      { name: 'native', kind: 'native', rows: (group) => this.native(group) },
      ...(gloo ? [{ name: 'Gloo', kind: 'peer', rows: (group) => this.gloo(group) }] : []),
      { name: 'Node', kind: 'wasm', rows: (group) => this.node(group) },
      ...browserNames.flatMap((name) => [
        { name, kind: 'wasm', rows: (group) => this.ringletIn(name, group) },
        { name: `post-me in ${name}`, kind: 'pool', rows: (group) => this.poolIn(name, group) },
      ]),
    ];
  }

  async run() {
    const { asked, contestants } = this;
    for (let round = 1; round <= Number(asked.rounds); ++round)
      for (const ranks of eachRanks(asked['wasm-ranks']).map(Number))
        for (const collective of asked['wasm-collective'].split(',')) {
          const idle = await idleMachine(Number(asked['idle-seconds']));
          this.idle.push(idle);
          console.log(`wasm, round ${round}, ${inRanks(ranks)}, ${collective}; the machine is ${idle} % idle`);
          const group = { collective, ranks, bytes: asked['wasm-bytes'].split(',').map(inBytes) };
          for (const contestant of contestants) await this.measure(contestant, group);
        }
    return {
      contestants: contestants.map(({ name, kind }) => ({ name, kind })),
      versions: this.versions,
      failures: this.failures,
      idlePercent: Math.min(...this.idle),
      rows: this.rows.settled(),
    };
  }

  async measure({ name, rows }, group) {
    try {
      for (const row of await rows(group)) this.rows.add(name, row);
    } catch (error) {
      const reason = String(error.message).split('\n')[0];
      this.failures.push(`wasm: ${name}: ${group.collective} on ${inRanks(group.ranks)}: ${reason}`);
    }
  }

  get effort() {
    return { batchMs: Number(this.asked['batch-ms']), batches: Number(this.asked.batches) };
  }

  native({ collective, ranks, bytes }) {
    return this.command([
      ...['build/native/ringlet', 'bench', '--json', '--collective', collective, '--ranks', ranks],
      ...['--algorithm', algorithmsFor(collective).join(), '--bytes', bytes.join()],
      ...[collective === 'broadcast' ? '--in-place' : '--out-of-place'],
      ...['--batch-ms', this.effort.batchMs, '--batches', this.effort.batches],
    ]);
  }

  gloo(group) {
    return this.command(['build/peers/peers/gloo', ...this.asPeers(group)]);
  }

  node(group) {
    return this.command([
      process.execPath,
      'build/wasm/ringlet_bench.js',
      ...this.asPeers(group),
      algorithmsFor(group.collective).join(),
    ]);
  }

  asPeers({ collective, ranks, bytes }) {
    return [collective, bytes.join(), this.effort.batchMs, this.effort.batches, ranks];
  }

  async command(command) {
    const rows = [];
    const onLine = (line) => {
      if (/^[[{]/.test(line)) rows.push(...[JSON.parse(line)].flat());
    };
    const { code, timedOut } = await run(command.map(String), { log, deadline: pageSeconds, onLine });
    if (code !== 0) throw new Error(timedOut ? 'did not end in time' : `ended with ${code}; its words are in ${log}`);
    return rows;
  }

  ringletIn(name, { collective, ranks, bytes }) {
    const questions = algorithmsFor(collective).flatMap((algorithm) =>
      bytes.map((size) => ({
        ...{ collective, algorithm, ranks, bytes: size, dtype: 'float32', op: 'sum', root: 0 },
        in_place: collective === 'broadcast',
      })),
    );
    return this.inPage(name, 'measure', questions);
  }

  async poolIn(name, { collective, ranks, bytes }) {
    if (!poolServes.includes(collective)) return [];
    return this.inPage(
      name,
      'measurePool',
      bytes.map((size) => ({ collective, ranks, bytes: size })),
    );
  }

  inPage(name, call, questions) {
    return this.browsers.page(name, pageSeconds, async (page, version) => {
      this.versions[name] = version;
      await page.goto(this.url);
      await page.waitForFunction(() => 'bench' in globalThis);
      return page.evaluate(
        ([how, list, effort]) => globalThis.bench[how](list, effort),
        [call, questions, this.effort],
      );
    });
  }
}
