/** Elements as they lie in the core's memory, and as the arrays that pages and scripts use. */
import type { Dtype, Values } from './engine.ts';
import { decodeSmall, encodeSmall, isSmallFloat, type SmallFloat } from './small-floats.ts';

const arrays = {
  int8: Int8Array,
  uint8: Uint8Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} satisfies Record<Exclude<Dtype, SmallFloat>, unknown>;

/** The kind of array that holds elements of that type: Float32Array for small floats. */
export const arrayOf = (dtype: Dtype) => arrays[isSmallFloat(dtype) ? 'float32' : dtype];

/** `bytes` begins at a multiple of the element's size. */
export function decode(bytes: Uint8Array<ArrayBuffer>, dtype: Dtype): Values {
  return isSmallFloat(dtype) ? decodeSmall(bytes, dtype) : new arrays[dtype](bytes.buffer);
}

/** Small floats are rounded to the nearest, ties to even. */
export function encode(values: Values, dtype: Dtype): Uint8Array {
  if (isSmallFloat(dtype)) return encodeSmall(values as Float32Array, dtype);
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
