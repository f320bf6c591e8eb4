import type { Dtype, IntegerDtype, Values } from '../engine/engine.ts';
import { bitsOf, isSmallFloat, largestOf, valueOf } from '../engine/small-floats.ts';

/** Typed text longer than this is not read. */
export const MAX_TEXT = 48;

export type Rejection = 'empty' | 'not-a-number' | 'not-an-integer' | 'out-of-range';
export type Parsed =
  { readonly ok: true; readonly value: number | bigint } | { readonly ok: false; readonly reason: Rejection };

const INTEGER_BOUNDS: Record<IntegerDtype, readonly [bigint, bigint]> = {
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};
const FLOAT_LARGEST = { float32: '3.4028235e38', float64: '1.7976931348623157e308' } as const;

const BYTES: Record<Dtype, number> = {
  int8: 1,
  uint8: 1,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float16: 2,
  bfloat16: 2,
  float32: 4,
  float64: 8,
  float8_e4m3: 1,
  float8_e5m2: 1,
};
export const DTYPES = Object.keys(BYTES) as Dtype[];

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i;
const NAMED: Record<string, number> = { nan: NaN, inf: Infinity, infinity: Infinity };

export const bytesOf = (dtype: Dtype): number => BYTES[dtype];
export const isInteger = (dtype: Dtype): dtype is IntegerDtype => Object.hasOwn(INTEGER_BOUNDS, dtype);

/** The smallest and largest value that a dtype holds, as it would be typed. */
export function range(dtype: Dtype): readonly [string, string] {
  if (isInteger(dtype)) {
    const [low, high] = INTEGER_BOUNDS[dtype];
    return [String(low), String(high)];
  }
  const largest = isSmallFloat(dtype) ? format(largestOf(dtype), dtype) : FLOAT_LARGEST[dtype];
  return [`-${largest}`, largest];
}

/** Reads what a person typed into a cell; a typographic minus and a decimal comma are understood. */
export function parse(text: string, dtype: Dtype): Parsed {
  const plain = text.trim().replace('−', '-');
  if (plain === '') return reject('empty');
  if (plain.length > MAX_TEXT) return reject('not-a-number');
  return isInteger(dtype) ? parseInteger(plain, dtype) : parseFloating(plain, dtype);
}

function parseInteger(text: string, dtype: IntegerDtype): Parsed {
  if (!INTEGER.test(text))
    return reject(named(text) !== null || DECIMAL.test(text) ? 'not-an-integer' : 'not-a-number');
  const value = BigInt(text.replace('+', ''));
  const [low, high] = INTEGER_BOUNDS[dtype];
  if (value < low || value > high) return reject('out-of-range');
  return { ok: true, value: BYTES[dtype] === 8 ? value : Number(value) };
}

/** The nearest value that the type has; infinity, or NaN in a type without it, for what is too large. */
function rounded(value: number, dtype: Dtype): number {
  if (isSmallFloat(dtype)) return valueOf(bitsOf(value, dtype), dtype);
  return dtype === 'float32' ? Math.fround(value) : value;
}

function parseFloating(text: string, dtype: Dtype): Parsed {
  const special = named(text);
  if (special !== null)
    return Object.is(rounded(special, dtype), special) ? { ok: true, value: special } : reject('out-of-range');
  if (!DECIMAL.test(text)) return reject('not-a-number');
  const value = rounded(Number(text.replace(',', '.')), dtype);
  return Number.isFinite(value) ? { ok: true, value } : reject('out-of-range');
}

function named(text: string): number | null {
  const value = NAMED[text.replace(/^[+-]/, '').toLowerCase()];
  if (value === undefined) return null;
  return text.startsWith('-') ? -value : value;
}

const reject = (reason: Rejection): Parsed => ({ ok: false, reason });

/** The shortest text that reads back as the same value. */
export function format(value: number | bigint, dtype: Dtype): string {
  if (typeof value === 'bigint') return String(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0';
  if (isInteger(dtype) || dtype === 'float64') return String(value);
  if (Number.isInteger(value) && Math.abs(value) < LARGEST_WHOLE) return String(value);
  // Sums of small floats that are kept in float32 need more digits than the small floats themselves.
  const kept = rounded(value, dtype) === value ? dtype : 'float32';
  return String(shortest(value, (candidate) => rounded(candidate, kept)));
}

/** Whole numbers below are written with all their digits, also where fewer would tell them apart. */
const LARGEST_WHOLE = 2 ** 24;

function shortest(value: number, round: (candidate: number) => number): number {
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (round(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}

const list = (values: Values): readonly (number | bigint)[] => [...values];

export const formatAll = (values: Values, dtype: Dtype): string[] => list(values).map((v) => format(v, dtype));

/** A typed array of that dtype; `values` have passed `parse`. */
export function pack(values: readonly (number | bigint)[], dtype: Dtype): Values {
  switch (dtype) {
    case 'int8':
      return Int8Array.from(values, Number);
    case 'uint8':
      return Uint8Array.from(values, Number);
    case 'int32':
      return Int32Array.from(values, Number);
    case 'uint32':
      return Uint32Array.from(values, Number);
    case 'int64':
      return BigInt64Array.from(values, BigInt);
    case 'uint64':
      return BigUint64Array.from(values, BigInt);
    case 'float64':
      return Float64Array.from(values, Number);
    default:
      return Float32Array.from(values, Number);
  }
}

/** The same bits, which for floats asks more than `===` (zeros differ by sign) and less (a NaN equals itself). */
export function sameBits(a: Values, b: Values): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const left = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const right = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  return left.every((byte, index) => byte === right[index]);
}

/** Indices of elements whose bits differ. */
export function differing(a: Values, b: Values): number[] {
  const indices: number[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (!sameBits(a.subarray(i, i + 1), b.subarray(i, i + 1))) indices.push(i);
  }
  return indices;
}

/** Values as plain data for events that leave the page: text where a JSON number would lose something. */
export function plain(values: Values, dtype: Dtype): (number | string)[] {
  return list(values).map((v) => (typeof v === 'number' && Number.isFinite(v) ? v : format(v, dtype)));
}
