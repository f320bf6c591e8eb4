/** The WebAssembly module as Embind presents it (wasm/bindings.cpp). Every address is a byte offset in its memory. */
import type { Effort, Question } from './measurement.ts';
import type { Call, Catalogue, Dtype, Plan, PlanRequest, RunError, RunResult } from './engine.ts';

export interface Region {
  readonly pointer: number;
  readonly bytes: number;
}

/** Where a prepared run keeps its buffers, its trace and what each rank is doing. */
export interface MemoryMap {
  readonly inputs: readonly Region[];
  readonly outputs: readonly Region[];
  readonly trace: readonly { readonly count: number; readonly events: number }[];
  readonly status: number;
  readonly wireDtype: Dtype;
}

export interface Failure {
  readonly error: RunError;
}

export type Counters = Pick<
  RunResult,
  'bytesSent' | 'bytesReceived' | 'edges' | 'elapsedUs' | 'threads' | 'error' | 'instruments'
>;

export interface Session {
  prepare(call: Omit<Call, 'inputs' | 'scalars'> & { scalars: Uint8Array | null }): MemoryMap | Failure;
  start(): void;
  /** In turn: takes steps for a few milliseconds. With threads: only tells whether all have ended. */
  pump(): boolean;
  stepAll(): void;
  step(rank: number): void;
  resume(): void;
  pause(): void;
  hold(rank: number, held: boolean): void;
  cancel(): void;
  result(): Counters;
  delete(): void;
}

/** Emscripten's pool of workers for pthreads. */
export interface WorkerPool {
  readonly unusedWorkers: Worker[];
  allocateUnusedWorker(): void;
  /** Says by the callback that the worker is ready, or, in later versions, by a promise. */
  loadWasmModuleToWorker(worker: Worker, loaded: () => void): Promise<unknown> | undefined;
}

export interface RingletModule {
  readonly PThread?: WorkerPool;
  readonly HEAPU8: Uint8Array;
  catalogue(): Catalogue;
  plan(request: PlanRequest): Plan | Failure;
  planJson(request: PlanRequest): string | Failure;
  hasThreads(): boolean;
  /** The row as JSON; only the build that measures has these two. */
  measure(question: Question, effort: Effort): string | Failure;
  measureWords(): number;
  readonly Session: new (ranks: number) => Session;
}

export type CreateModule = (options: {
  poolSize: number;
  locateFile: (name: string) => string;
}) => Promise<RingletModule>;
