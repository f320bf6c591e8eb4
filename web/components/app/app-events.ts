import type { Driver, Dtype, Engine, RunError, TraceEvent } from '../../engine/engine.ts';
import type { FinishedRun } from '../run/run-controller.ts';
import { AUTO } from '../../model/algorithms.ts';
import { plain } from '../../model/values.ts';

/** What `<ringlet-app>` and `<ringlet-playground>` tell the page around them: plain data. */
export interface ReadyDetail {
  readonly driver: Driver;
  readonly reason: Engine['reason'];
}

export interface StepDetail {
  readonly index: number;
  readonly rank: number;
  readonly lane: number;
  readonly step: number;
  readonly bytes: number;
  readonly values: readonly (number | string)[];
}

export interface ResultDetail {
  readonly collective: string;
  /** The one that ran, also where `auto` was asked for. */
  readonly algorithm: string;
  readonly auto: boolean;
  readonly ranks: number;
  readonly dtype: Dtype;
  readonly op: string;
  readonly outputs: readonly (readonly (number | string)[])[];
  readonly bytesSent: readonly number[];
  readonly bytesReceived: readonly number[];
  readonly expectedBytesSent: readonly number[];
  readonly elapsedUs: number;
  readonly driver: Driver;
  readonly threads: number;
}

export interface ChangeDetail {
  readonly state: Readonly<Record<string, unknown>>;
}

export interface AppEvents {
  'ringlet-ready': ReadyDetail;
  'ringlet-change': ChangeDetail;
  'ringlet-step': StepDetail;
  'ringlet-result': ResultDetail;
  'ringlet-error': RunError;
}

export const stepDetail = (event: TraceEvent, index: number, dtype: Dtype): StepDetail => ({
  index,
  rank: event.rank,
  lane: event.lane,
  step: event.step,
  bytes: event.bytes,
  values: plain(event.values, dtype),
});

export const resultDetail = ({ call, run, result }: FinishedRun): ResultDetail => ({
  collective: call.collective,
  algorithm: run.plan.algorithm,
  auto: call.algorithm === AUTO,
  ranks: call.ranks,
  dtype: call.dtype,
  op: call.op,
  outputs: result.outputs.map((values) => plain(values, call.dtype)),
  bytesSent: result.bytesSent,
  bytesReceived: result.bytesReceived,
  expectedBytesSent: run.plan.expectedBytesSent,
  elapsedUs: result.elapsedUs,
  driver: result.driver,
  threads: result.threads,
});
