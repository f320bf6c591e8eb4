/** What the core can not refuse, because it would already have run: each a sentence with argument, value and what is allowed. */
import { EngineError, type Call, type Catalogue, type Plan } from './engine.ts';
import { arrayOf } from './elements.ts';

const longestTimeoutMs = 3_600_000;

export function refuseWrongCall(plan: Plan, call: Call, { operators, faults }: Catalogue): void {
  refuseWrongInputs(plan, call);
  if (!operators.includes(call.op)) throw invalid(`op is ${call.op}; allowed are ${operators.join(', ')}.`);
  if (!(call.timeoutMs >= 1 && call.timeoutMs <= longestTimeoutMs))
    throw invalid(`timeoutMs is ${call.timeoutMs}; allowed are 1 to ${longestTimeoutMs}.`);
  for (const rank of call.held) refuseUnknownRank(rank, plan.ranks);
  for (const { rank, kind, ms } of call.faults ?? []) {
    refuseUnknownRank(rank, plan.ranks);
    if (!faults.includes(kind)) throw invalid(`fault is ${kind}; allowed are ${faults.join(', ')}.`);
    if (!(Number.isInteger(ms) && ms >= 0 && ms <= longestTimeoutMs))
      throw invalid(`ms is ${ms}; allowed are whole numbers from 0 to ${longestTimeoutMs}.`);
  }
}

export function refuseUnknownRank(rank: number, ranks: number): void {
  if (!Number.isInteger(rank) || rank < 0 || rank >= ranks)
    throw invalid(`rank is ${rank}; allowed are 0 to ${ranks - 1}.`);
}

function refuseWrongInputs(plan: Plan, { inputs, dtype }: Call): void {
  if (inputs.length !== plan.ranks)
    throw invalid(`inputs: there are ${inputs.length} arrays; ${plan.ranks} ranks need one each.`);
  for (const [rank, needed] of plan.inputCount.entries()) {
    const values = inputs[rank];
    if (values?.length !== needed)
      throw invalid(`inputs: rank ${rank} has ${values?.length ?? 0} elements; ${plan.collective} needs ${needed}.`);
    const bytes = values.BYTES_PER_ELEMENT;
    const wanted = arrayOf(dtype).BYTES_PER_ELEMENT;
    if (bytes !== wanted)
      throw invalid(`inputs: rank ${rank} has ${bytes} bytes per element; ${dtype} needs ${wanted}.`);
  }
}

const invalid = (message: string) => new EngineError({ code: 'invalid', message, culprits: [], waiting: [] });
