import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Call, Catalogue, Engine, Values } from '../../engine/engine.ts';
import { bytesMatch, compare, hasChain, recvcountFor, type Comparison } from './comparison.ts';
import { othersToRun } from '../../model/algorithms.ts';
import { algorithmsOf, existsFor } from '../../model/parameters.ts';
import { contractOf } from '../../model/contracts.ts';
import type { Setup } from '../../model/setup.ts';
import { runToEnd, type FullRun } from '../app/engine-controller.ts';
import type { FinishedRun } from '../run/run-controller.ts';

export interface OtherAlgorithm {
  readonly algorithm: string;
  readonly comparison: Comparison;
}

export interface CheckReport {
  readonly collective: string;
  readonly reduces: boolean;
  readonly ranks: number;
  /** reduce-scatter then all-gather against all-reduce; null when there is no such chain for this call. */
  readonly chain: (Comparison & { readonly algorithm: string }) | null;
  /** Each rank's result is of the ranks up to it. */
  readonly prefix: boolean;
  /** N does not divide the elements, so that one recvcount does not do. */
  readonly unevenElements: number | null;
  /** Every rank against rank 0, where all ranks get the same. */
  readonly among: Comparison | null;
  readonly rules: readonly string[];
  readonly bytesMatch: boolean;
  readonly others: readonly OtherAlgorithm[];
}

export type CheckStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly report: CheckReport }
  | { readonly kind: 'failed'; readonly message: string };

/** After a run: further real runs, whose results are compared with it and with each other. */
export class CheckController implements ReactiveController {
  status: CheckStatus = { kind: 'idle' };
  #generation = 0;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  stop(): void {
    this.#generation++;
    this.#show({ kind: 'idle' });
  }

  async start(engine: Engine, setup: Setup, finished: FinishedRun): Promise<void> {
    const state = { ...setup, algorithm: finished.run.plan.algorithm };
    const generation = ++this.#generation;
    const others = othersToRun(algorithmsOf(engine.catalogue, state.collective), state.algorithm, state.ranks);
    const recvcount = recvcountFor(state);
    const total = others.length + (recvcount === null ? 0 : 3);
    let done = 0;
    const run = async (call: Call): Promise<FullRun> => {
      const full = await runToEnd(engine, { ...call, instruments: false });
      if (generation !== this.#generation) throw new Superseded();
      if (full.result.error) throw new Error(full.result.error.message);
      this.#show({ kind: 'running', done: ++done, total });
      return full;
    };
    this.#show({ kind: 'running', done, total });
    try {
      const report = await examine(run, engine.catalogue, state, finished, recvcount, others);
      this.#show({ kind: 'done', report });
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #show(status: CheckStatus): void {
    this.status = status;
    this.host.requestUpdate();
  }
}

class Superseded extends Error {}

async function examine(
  run: (call: Call) => Promise<FullRun>,
  catalogue: Catalogue,
  state: Setup,
  { call, run: { plan }, result }: FinishedRun,
  recvcount: number | null,
  others: readonly string[],
): Promise<CheckReport> {
  const algorithm = chainAlgorithm(catalogue, state);
  const chain = recvcount === null ? null : await runChain(run, { ...call, algorithm }, recvcount);
  const elsewhere: OtherAlgorithm[] = [];
  for (const algorithm of others) {
    const { result: other } = await run({ ...call, algorithm });
    elsewhere.push({ algorithm, comparison: compare(result.outputs, other.outputs) });
  }
  const { reduces, alike, prefix } = contractOf(state.collective);
  const first = result.outputs[0];
  return {
    collective: state.collective,
    reduces,
    prefix,
    ranks: state.ranks,
    chain: chain && { ...chain.comparison, algorithm },
    unevenElements: hasChain(state.collective) && recvcount === null ? state.count : null,
    among:
      alike && first
        ? compare(
            result.outputs,
            result.outputs.map(() => first),
          )
        : null,
    rules: plan.rulesPassed,
    bytesMatch: bytesMatch(plan, result) && (chain?.bytesMatch ?? true),
    others: elsewhere,
  };
}

/** The state's own, if it serves all three, or else the one that adds in rank order whatever it serves. */
function chainAlgorithm(catalogue: Catalogue, { algorithm, ranks }: Setup): string {
  const serves = (collective: string) =>
    algorithmsOf(catalogue, collective).some((each) => each.name === algorithm && existsFor(each, ranks));
  return ['reduce_scatter', 'all_gather', 'all_reduce'].every(serves) ? algorithm : 'direct';
}

/** Three runs: reduce-scatter, all-gather of what it left, and all-reduce of the same inputs. */
async function runChain(
  run: (call: Call) => Promise<FullRun>,
  call: Call,
  recvcount: number,
): Promise<{ comparison: Comparison; bytesMatch: boolean }> {
  const scattered = await run({ ...call, collective: 'reduce_scatter', count: recvcount });
  const pieces: readonly Values[] = scattered.result.outputs;
  const gathered = await run({ ...call, collective: 'all_gather', count: recvcount, inputs: pieces });
  const reduced = await run({ ...call, collective: 'all_reduce', count: recvcount * call.ranks });
  return {
    comparison: compare(gathered.result.outputs, reduced.result.outputs),
    bytesMatch: [scattered, gathered, reduced].every(({ plan, result }) => bytesMatch(plan, result)),
  };
}
