/** Reads a run's trace and status words where the core writes them, in shared or in plain memory. */
import { decode } from './elements.ts';
import type { Dtype, RankState, TraceEvent, Values } from './engine.ts';
import type { MemoryMap, Region } from './module.ts';

const recordBytes = 64;
const field = { sequence: 0, step: 4, lane: 8, values: 12, bytes: 16, waited: 24, start: 32, end: 40, valuesBytes: 48 };

const states = ['idle', 'running', 'done', 'failed', 'gate', 'held', 'waiting'] as const;

/** What was new at one look. */
export interface Progress {
  /** Events since the last look, in causal order and without gaps. */
  readonly events: readonly TraceEvent[];
  readonly ranks: readonly RankState[];
}

/** A copy of a region as numbers: it outlives the run that owns the memory. */
export function copyValues(buffer: ArrayBufferLike, { pointer, bytes }: Region, dtype: Dtype): Values {
  const copy = new Uint8Array(bytes);
  copy.set(new Uint8Array(buffer, pointer, bytes));
  return decode(copy, dtype);
}

export class Decoder {
  readonly #map: MemoryMap;
  readonly #seen: number[];
  readonly #early = new Map<number, TraceEvent>();
  #next = 0;

  constructor(map: MemoryMap) {
    this.#map = map;
    this.#seen = map.trace.map(() => 0);
  }

  read(buffer: ArrayBufferLike): Progress {
    const view = new DataView(buffer);
    const words = new Uint32Array(buffer);
    this.#map.trace.forEach(({ count, events }, rank) => {
      // The core publishes the count after the records: an atomic load makes every record below it visible.
      const published = Atomics.load(words, count / 4);
      for (let k = this.#seen[rank] ?? 0; k < published; k++) {
        const event = this.#event(view, rank, events + k * recordBytes);
        this.#early.set(event.sequence, event);
      }
      this.#seen[rank] = published;
    });
    return { events: this.#inOrder(), ranks: this.ranks(buffer) };
  }

  /** A rank draws its sequence number a moment before it publishes: what comes after a gap waits for it. */
  #inOrder(): TraceEvent[] {
    const ready: TraceEvent[] = [];
    for (let event = this.#early.get(this.#next); event; event = this.#early.get(this.#next)) {
      this.#early.delete(this.#next++);
      ready.push(event);
    }
    return ready;
  }

  #event(view: DataView, rank: number, at: number): TraceEvent {
    const u32 = (offset: number) => view.getUint32(at + offset, true);
    const f64 = (offset: number) => view.getFloat64(at + offset, true);
    return {
      sequence: u32(field.sequence),
      rank,
      lane: u32(field.lane),
      step: u32(field.step),
      bytes: f64(field.bytes),
      waitedFromUs: f64(field.waited),
      startUs: f64(field.start),
      endUs: f64(field.end),
      values: copyValues(
        view.buffer,
        { pointer: u32(field.values), bytes: u32(field.valuesBytes) },
        this.#map.wireDtype,
      ),
    };
  }

  ranks(buffer: ArrayBufferLike): RankState[] {
    const status = new BigUint64Array(buffer, this.#map.status, this.#map.trace.length);
    return Array.from(status, (_, rank) => rankState(Atomics.load(status, rank)));
  }
}

/** Bits 0..31 are the step, 32..55 the peer, 56..63 the state. */
function rankState(word: bigint): RankState {
  const state = states[Number(word >> 56n)] ?? 'failed';
  if (state === 'gate' || state === 'held') return { state: 'gate', held: state === 'held' };
  if (state === 'waiting') return { state, peer: Number((word >> 32n) & 0xffffffn), step: Number(word & 0xffffffffn) };
  return { state };
}
