/**
 * Types of ringlet-playground.js, which defines the element:
 *
 *   <script type="module" src="https://HOST/ringlet-playground.js"></script>
 *   <ringlet-playground collective="reduce_scatter" ranks="3"></ringlet-playground>
 */

/** All that a link to the playground holds: a plain object with a version `v`. What it leaves out is as usual. */
export type PlaygroundState = Readonly<Record<string, unknown>>;

/** Rank by rank: lists, or the text that links use, such as `1,2_3,4`. */
export type PlaygroundValues = string | readonly (readonly (number | bigint | string)[])[];

export interface RingletPlayground extends HTMLElement {
  /** `reduce_scatter`, `all_gather` or `all_reduce`. */
  collective: string | null;
  /** `ring`, `direct` or `naive`. */
  algorithm: string | null;
  /** `sum`, `prod`, `min`, `max` or `avg`. */
  op: string | null;
  /** `int32`, `int64`, `float32` or `float64`. */
  dtype: string | null;
  get ranks(): string | null;
  set ranks(ranks: number | string | null);
  /** Elements per rank: recvcount of reduce_scatter, sendcount of all_gather, count of all_reduce. */
  get count(): string | null;
  set count(count: number | string | null);
  get root(): string | null;
  set root(root: number | string | null);
  get values(): string | null;
  set values(values: PlaygroundValues | null);
  /** `light`, `dark` or `auto`. */
  theme: string | null;
  readonly: boolean;

  /** Undefined until the playground has told it. */
  get state(): PlaygroundState | undefined;
  set state(state: PlaygroundState);

  run(): Promise<void>;
  step(): Promise<void>;
  pause(): Promise<void>;
  reset(): Promise<void>;
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
    'ringlet-error': CustomEvent<unknown>;
  }
}
