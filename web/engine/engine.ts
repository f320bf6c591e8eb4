/**
 * What the page needs from the C++ core, the same whether ranks are threads or take turns on one thread.
 * Nothing in here computes a collective: plans, runs, traces and byte counts come from the core.
 */
import type { Dtype } from './dtype.ts';
import type { Effort, Question, Row, Watch } from './measurement.ts';

export type { Dtype, IntegerDtype } from './dtype.ts';
export type Accumulate = 'per_hop' | 'float32';
/** Floats of 16 and 8 bits come as the numbers that they are, in a Float32Array. */
export type Values =
  Int8Array | Uint8Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array | Float32Array | Float64Array;
export type Driver = 'threads' | 'in-turn';

export interface Catalogue {
  readonly collectives: readonly {
    readonly name: string;
    readonly reduces: boolean;
    readonly rooted: boolean;
    /** What the API calls its count: recvcount, sendcount, count, or counts where each part has one. */
    readonly countName: string;
    readonly algorithms: readonly Served[];
  }[];
  readonly dtypes: readonly Dtype[];
  readonly operators: readonly string[];
  readonly faults: readonly FaultKind[];
  readonly maxRanks: number;
}

export type FaultKind =
  'absent' | 'late' | 'abort' | 'other_collective' | 'other_count' | 'other_dtype' | 'other_op' | 'other_root';

/** How a rank misbehaves, to see what the others say: it never comes, comes or aborts after `ms`, or calls otherwise. */
export interface Fault {
  readonly rank: number;
  readonly kind: FaultKind;
  readonly ms: number;
}

/** An algorithm that serves a collective. */
export interface Served {
  readonly name: string;
  /** For which numbers of ranks it exists, in a word. */
  readonly ranks: string;
  /** The same for 1, 2, ... `maxRanks` ranks. */
  readonly exists: readonly boolean[];
}

export type Space = 'input' | 'output' | 'scratch';
export type Slot = readonly [Space, number];

export interface Step {
  readonly kind: 'send' | 'recv' | 'local';
  readonly peer: number;
  readonly chunk: number;
  readonly src: Slot | null;
  readonly acc: Slot | null;
  readonly dst: Slot | null;
  readonly round: number;
  readonly more: boolean;
  readonly reverse: boolean;
  /** Ranks whose input is in the value that this step moves or leaves (ascending), from the verifier's symbolic run. */
  readonly contributors: readonly number[];
}

/** A chunk in a buffer, and where it lies, in elements. */
export interface Extent {
  readonly chunk: number;
  readonly offset: number;
  readonly length: number;
}

export interface OutputExtent extends Extent {
  /** How many ranks' inputs are in the chunk when it is complete. */
  readonly contributions: number;
}

/** A verified plan, bound to a count: `lanes[rank][lane]` is the list of steps. */
export interface Plan {
  readonly collective: string;
  readonly algorithm: string;
  readonly ranks: number;
  readonly root: number;
  readonly chunks: number;
  readonly rounds: number;
  readonly inPlace: boolean;
  readonly lanes: readonly (readonly (readonly Step[])[])[];
  /** Elements in each rank's input and output. */
  readonly inputCount: readonly number[];
  readonly outputCount: readonly number[];
  /** Extents of the slots of each space: `extents[rank].input[slot]`. */
  readonly extents: readonly { readonly input: readonly Extent[]; readonly output: readonly OutputExtent[] }[];
  /** Elements in each chunk. */
  readonly chunkLengths: readonly number[];
  /** The closed form of contracts: bytes that each rank should send, computed without the plan. */
  readonly expectedBytesSent: readonly number[];
  /** The type of the elements that travel: of what a trace keeps, and of what byte counts count. */
  readonly wireDtype: Dtype;
  /** The verifier's rules that this plan passed, such as "V1". A plan that fails any is never returned. */
  readonly rulesPassed: readonly string[];
}

export interface PlanRequest {
  readonly collective: string;
  /** A name, or `auto`: the core's cost model chooses, and the plan says which. */
  readonly algorithm: string;
  readonly ranks: number;
  readonly root: number;
  readonly inPlace: boolean;
  /** By the contract: elements per rank where it says recvcount or sendcount, otherwise of the whole tensor. */
  readonly count: number;
  /** For a v-variant instead of `count`: elements of each part; all_to_all_v by source, then destination. */
  readonly counts?: readonly number[];
  readonly dtype: Dtype;
  /** Floats of 16 and 8 bits: rounded after every combine, or kept and sent as float32 and rounded once. */
  readonly accumulate?: Accumulate;
}

export interface Call extends PlanRequest {
  readonly op: string;
  /** For premul_sum: one element for each rank. */
  readonly scalars?: Values;
  /** One array per rank, of `plan.inputCount[rank]` elements. */
  readonly inputs: readonly Values[];
  /** A rank that waits longer than this (pauses not counted) ends the run with an error that says who waits for whom. */
  readonly timeoutMs: number;
  /** Start with every rank held at its first step, for stepping; otherwise run at full speed. */
  readonly paused: boolean;
  /** Ranks held back from the start (stragglers). */
  readonly held: readonly number[];
  /** Ranks that misbehave on purpose, one fault each. */
  readonly faults?: readonly Fault[];
  /** Whether the result brings what `ringlet run --trace` and `--bytes` write. */
  readonly instruments?: boolean;
}

/** One executed step of one rank, with the values that it moved, in the causal order of `sequence`. */
export interface TraceEvent {
  readonly sequence: number;
  readonly rank: number;
  readonly lane: number;
  /** Index into `plan.lanes[rank][lane]`. */
  readonly step: number;
  readonly bytes: number;
  /** Microseconds since the run began: when the rank turned to this step, when it could act, when it was done. */
  readonly waitedFromUs: number;
  readonly startUs: number;
  readonly endUs: number;
  /** send: what was sent; recv and local: what `dst` holds afterwards. */
  readonly values: Values;
}

export type RankState =
  | { readonly state: 'idle' | 'running' | 'done' | 'failed' }
  /** At its gate before the next step, because the run is paused or the rank is held back. */
  | { readonly state: 'gate'; readonly held: boolean }
  /** Blocked: nothing to receive from `peer`, or no room to send to it. */
  | { readonly state: 'waiting'; readonly peer: number; readonly step: number };

export interface RunState {
  /** All events so far, ordered by `sequence`; the array grows, its elements never change. */
  readonly events: readonly TraceEvent[];
  readonly ranks: readonly RankState[];
  readonly finished: boolean;
}

export interface Waiting {
  readonly rank: number;
  readonly forRank: number;
  readonly step: number;
}

/** A failure with a code to localise by and the core's own English sentence. */
export interface RunError {
  readonly code: 'deadline' | 'aborted' | 'mismatch' | 'invalid' | 'unavailable';
  readonly message: string;
  /** Ranks that the others wait for and that wait for nobody. */
  readonly culprits: readonly number[];
  readonly waiting: readonly Waiting[];
}

export interface RunResult {
  readonly outputs: readonly Values[];
  readonly bytesSent: readonly number[];
  readonly bytesReceived: readonly number[];
  /** Bytes received over each edge: `edges[source][destination]`. */
  readonly edges: readonly (readonly number[])[];
  readonly elapsedUs: number;
  readonly driver: Driver;
  /** Threads that took part: one per rank, or 1. */
  readonly threads: number;
  readonly error: RunError | null;
  /** Null unless the call asked for them. */
  readonly instruments: Instruments | null;
}

/** Files as the command writes them. */
export interface Instruments {
  /** Chrome's trace format, which Perfetto opens. */
  readonly trace: string;
  /** A line of JSON per send. */
  readonly byteLog: string;
}

export interface Run {
  readonly plan: Plan;
  /** What has happened so far. Cheap: with threads it reads shared memory. Call it once a frame. */
  poll(): Promise<RunState>;
  /** Lets every rank, or one, take its next step; the run stays paused. */
  step(rank?: number): Promise<void>;
  resume(): Promise<void>;
  pause(): Promise<void>;
  hold(rank: number, held: boolean): Promise<void>;
  cancel(): Promise<void>;
  /** Settles when all ranks have ended, also with an error; never rejects for a run that failed. */
  readonly result: Promise<RunResult>;
}

export interface Engine {
  readonly driver: Driver;
  /** Why ranks take turns, when they do. */
  readonly reason: 'not-isolated' | 'threads-failed' | null;
  readonly catalogue: Catalogue;
  plan(request: PlanRequest): Promise<Plan>;
  /** The plan as `ringlet plan --json` prints it. */
  planJson(request: PlanRequest): Promise<string>;
  /** Rejects with EngineError when the call itself is wrong. One run at a time: a new one cancels the last. */
  start(call: Call): Promise<Run>;
  /** Measures one question after the other, in an instance of its own, as `ringlet bench` does. Needs threads. */
  measure(questions: readonly Question[], effort: Effort, watch?: Watch): Promise<readonly Row[]>;
  dispose(): void;
}

export class EngineError extends Error {
  constructor(readonly detail: RunError) {
    super(detail.message);
    this.name = 'EngineError';
  }
}
