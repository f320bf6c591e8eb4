import { EngineError, type Call, type Dtype, type Plan } from './engine.ts';

const elementBytes: Record<Dtype, number> = { int32: 4, int64: 8, float32: 4, float64: 8 };

/** Throws an EngineError that names the first rank whose input does not fit the plan. */
export function refuseWrongInputs(plan: Plan, { inputs, dtype }: Call): void {
  if (inputs.length !== plan.ranks)
    throw invalid(`inputs: there are ${inputs.length} arrays; ${plan.ranks} ranks need one each.`);
  for (const [rank, needed] of plan.inputCount.entries()) {
    const values = inputs[rank];
    if (values?.length !== needed)
      throw invalid(`inputs: rank ${rank} has ${values?.length ?? 0} elements; ${plan.collective} needs ${needed}.`);
    const bytes = values.BYTES_PER_ELEMENT;
    if (bytes !== elementBytes[dtype])
      throw invalid(`inputs: rank ${rank} has ${bytes} bytes per element; ${dtype} has ${elementBytes[dtype]}.`);
  }
}

const invalid = (message: string) => new EngineError({ code: 'invalid', message, culprits: [], waiting: [] });
