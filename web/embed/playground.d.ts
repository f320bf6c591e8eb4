/**
 * Types of ringlet-playground.js, which defines the element:
 *
 *   <script type="module" src="https://HOST/ringlet-playground.js"></script>
 *   <ringlet-playground collective="reduce_scatter" ranks="3"></ringlet-playground>
 */

/** The whole state: a plain object with a version `v`. */
export type PlaygroundState = Readonly<{
  v: 1;
  collective: string;
  algorithm: string;
  op: string;
  dtype: string;
  accumulate: 'per_hop' | 'float32';
  ranks: number;
  count: number;
  root: number;
  /** Left out when every rank behaves. */
  fault?: string;
  /** The inputs as they are typed, rank by rank. */
  values: readonly (readonly string[])[];
  deadline: number;
  /** Left out when the reader's own language counts. */
  lang?: 'en' | 'pl';
  theme: 'auto' | 'light' | 'dark';
}>;

/** A state to set: any part of one, with values as lists or as text. What it leaves out is as usual. */
export type PlaygroundSetup = Readonly<Record<string, unknown>>;

/** Rank by rank: lists, or the text that links use, such as `1,2_3,4`. */
export type PlaygroundValues = string | readonly (readonly (number | bigint | string)[])[];

/**
 * Properties and attributes are the same thing. A value that cannot be (`ranks = 99`, a root that no rank has) is
 * refused: the playground keeps what it had and says so, and with the next `ringlet-change` the attribute is put back to
 * what holds. What depends on another, such as a root on the ranks, is set after it or in the same task. `state` and
 * `reset()` put all attributes to what then holds, without those of what is as usual.
 *
 * A value that was refused and is set again while nothing else has changed is left alone: it raises no event, and the
 * attribute keeps it until the state changes. So an observer that sets it again at every event does not run in circles.
 */
export interface RingletPlayground extends HTMLElement {
  /** `reduce_scatter`, `all_gather`, `all_reduce`, `reduce`, `broadcast`, `gather`, `scatter`, `all_to_all`, `scan` or `exscan`. */
  collective: string | null;
  /** Such as `ring` or `double_tree`, by the names that `ringlet list` prints, or `auto`: the core's cost model chooses. */
  algorithm: string | null;
  /** `sum`, `prod`, `min`, `max` or `avg`; for integers also `band`, `bor`, `bxor`, `land` or `lor`. */
  op: string | null;
  /** Such as `int32`, `float32` or `bfloat16`, by the names that `ringlet list` prints. */
  dtype: string | null;
  /** Sums of floats of 16 and 8 bits are rounded after every combine, `per_hop`, or kept in `float32` and rounded once. */
  accumulate: string | null;
  /** 1 to 16. */
  get ranks(): string | null;
  set ranks(ranks: number | string | null);
  /** Elements per rank: recvcount of reduce_scatter, sendcount of all_gather, otherwise count. */
  get count(): string | null;
  set count(count: number | string | null);
  /** 0 to ranks − 1. */
  get root(): string | null;
  set root(root: number | string | null);
  /** A rank that misbehaves: kind, rank and for some milliseconds, such as `absent.2` or `late.1.300`. */
  fault: string | null;
  /** Milliseconds for which a rank waits for another, 50 to 60000. */
  get deadline(): string | null;
  set deadline(deadline: number | string | null);
  get values(): string | null;
  set values(values: PlaygroundValues | null);
  /** `light`, `dark` or `auto`. */
  theme: string | null;
  readonly: boolean;

  /**
   * Undefined until the playground has told it. Reading back what was just set gives that until the playground answers.
   * To set the state that holds changes nothing and raises nothing.
   */
  get state(): PlaygroundState | undefined;
  set state(state: PlaygroundSetup);

  /**
   * Both resolve once the run has begun, or the step is taken; how a run ends is told by `ringlet-result` and
   * `ringlet-error`. They reject with the sentence that the playground shows when it refuses: a cell or a field that
   * cannot be read, or a core that did not load. Before `ringlet-ready` there is nothing to do: it runs by itself then.
   */
  run(): Promise<void>;
  step(): Promise<void>;
  pause(): Promise<void>;
  reset(): Promise<void>;
}

/** Why a run failed, or why there is no playground. */
export interface PlaygroundError {
  /**
   * Of a run: `deadline`, `aborted`, `mismatch`, `invalid` or `unavailable`. Of the frame, which a sentence and a link
   * then stand in for: `frame-csp`, `frame-isolated`, `frame-offline`, `frame-wrong` or `frame-late`.
   */
  readonly code: string;
  readonly message: string;
  /** With `frame-csp`: what the page's Content-Security-Policy has to say. */
  readonly directive?: string;
  readonly culprits: readonly number[];
  readonly waiting: readonly unknown[];
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-playground': RingletPlayground;
  }
  /** They bubble; their detail is plain data. */
  interface HTMLElementEventMap {
    'ringlet-ready': CustomEvent<unknown>;
    'ringlet-change': CustomEvent<unknown>;
    'ringlet-step': CustomEvent<unknown>;
    'ringlet-result': CustomEvent<unknown>;
    'ringlet-error': CustomEvent<PlaygroundError>;
  }
}
