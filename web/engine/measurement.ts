/** What `ringlet bench` asks and says, in the page: the names are those of `ringlet bench --json`. */
import type { Dtype } from './dtype.ts';

/** One collective at one size. `bytes` are those of the longest buffer that a rank has. */
export interface Question {
  readonly collective: string;
  /** An algorithm's name, or `auto`. */
  readonly algorithm: string;
  readonly ranks: number;
  readonly bytes: number;
  readonly dtype: Dtype;
  readonly op: string;
  readonly root: number;
  readonly in_place: boolean;
}

export interface Effort {
  /** The calls of a batch are doubled until it lasts as long. */
  readonly batchMs: number;
  /** Whose median counts. */
  readonly batches: number;
}

/** A row of `ringlet bench --json`. */
export interface Row {
  readonly collective: string;
  readonly algorithm: string;
  readonly auto: boolean;
  readonly ranks: number;
  readonly bytes: number;
  readonly count: number;
  readonly dtype: Dtype;
  readonly op: string | null;
  readonly root: number | null;
  readonly in_place: boolean;
  readonly median_us: number;
  readonly min_us: number;
  readonly calls: number;
  readonly algbw_GBps: number;
  readonly busbw_GBps: number | null;
  readonly wrong: number;
}

export interface Progress {
  /** Which question is being measured, and how far: `done` of `batches`. */
  readonly question: number;
  readonly done: number;
  readonly batches: number;
}

export interface Watch {
  /** Ends the measurement, which then rejects with an EngineError of code `aborted`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly onRow?: (row: Row, question: number) => void;
}
