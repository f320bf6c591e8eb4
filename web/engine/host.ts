/** What the worker offers the page: the calls that cross between them. */
import type { Progress } from './decode.ts';
import type { Call, Catalogue, Plan, PlanRequest, Values } from './engine.ts';
import type { Effort, Question, Row } from './measurement.ts';
import type { Counters, Failure, MemoryMap } from './module.ts';

export interface OpenOptions {
  /** Folder of ringlet.js. */
  readonly base: string;
  /** Threads to have ready. */
  readonly poolSize: number;
}

export interface Opened {
  readonly catalogue: Catalogue;
  readonly hasThreads: boolean;
  /** The memory itself where it is shared, so that the page can look without asking. */
  readonly memory: SharedArrayBuffer | null;
}

export interface Ended {
  readonly counters: Counters;
  readonly outputs: readonly Values[];
}

export type Control =
  | { readonly verb: 'step'; readonly rank?: number | undefined }
  | { readonly verb: 'resume' | 'pause' | 'cancel' }
  | { readonly verb: 'hold'; readonly rank: number; readonly held: boolean };

export interface Host {
  /** Tells of each thread that begins. */
  open(options: OpenOptions, onThread: () => void): Promise<Opened>;
  plan(request: PlanRequest): Plan | Failure;
  planJson(request: PlanRequest): string | Failure;
  /** The last run must have ended. */
  start(call: Call): MemoryMap | Failure;
  control(control: Control): void;
  /** What is new in the present run, where the page can't read its memory. */
  progress(): Progress;
  /** Settles when the present run has ended; null when its threads no longer answer. */
  ended(): Promise<Ended | null>;
  /** Blocks the worker until it is done; `measureWords` is where to look meanwhile (wasm/measure). */
  measure(question: Question, effort: Effort): Row | Failure;
  measureWords(): number;
  ping(): void;
}
