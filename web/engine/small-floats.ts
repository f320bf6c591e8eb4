/** Floats of 16 and 8 bits, which JavaScript has no arrays for: their bits as numbers, and numbers as their bits. */

export type SmallFloat = 'float16' | 'bfloat16' | 'float8_e4m3' | 'float8_e5m2';

interface Format {
  readonly bytes: 1 | 2;
  /** Bits of the mantissa, and the exponent of the smallest normal number. */
  readonly mantissa: number;
  readonly least: number;
  /** The first pattern that is no finite number: infinity, or NaN in a format that has no infinity. */
  readonly top: number;
  readonly infinity: boolean;
}

const formats: Record<SmallFloat, Format> = {
  float16: { bytes: 2, mantissa: 10, least: -14, top: 0x7c00, infinity: true },
  bfloat16: { bytes: 2, mantissa: 7, least: -126, top: 0x7f80, infinity: true },
  float8_e4m3: { bytes: 1, mantissa: 3, least: -6, top: 0x7f, infinity: false },
  float8_e5m2: { bytes: 1, mantissa: 2, least: -14, top: 0x7c, infinity: true },
};

export const isSmallFloat = (dtype: string): dtype is SmallFloat => Object.hasOwn(formats, dtype);

export const largestOf = (dtype: SmallFloat): number => valueOf(formats[dtype].top - 1, dtype);

const signOf = ({ bytes }: Format): number => (bytes === 2 ? 0x8000 : 0x80);

/** The value of a pattern, exactly. */
export function valueOf(bits: number, dtype: SmallFloat): number {
  const format = formats[dtype];
  const { mantissa, least, top, infinity } = format;
  const sign = bits & signOf(format) ? -1 : 1;
  const magnitude = bits & (signOf(format) - 1);
  if (magnitude === top && infinity) return sign * Infinity;
  if (magnitude >= top) return NaN;
  const exponent = magnitude >> mantissa;
  const fraction = magnitude & ((1 << mantissa) - 1);
  if (exponent === 0) return sign * fraction * 2 ** (least - mantissa);
  return sign * ((1 << mantissa) + fraction) * 2 ** (exponent - 1 + least - mantissa);
}

/** The nearest pattern, ties to even; infinity (or NaN where there is none) for what is too large. */
export function bitsOf(value: number, dtype: SmallFloat): number {
  const format = formats[dtype];
  const { mantissa, least, top, infinity } = format;
  if (Number.isNaN(value)) return infinity ? top | (1 << (mantissa - 1)) : top;
  const sign = value < 0 || Object.is(value, -0) ? signOf(format) : 0;
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return infinity ? sign | top : top;
  const exponent = Math.max(exponentOf(magnitude), least);
  // In units of the last place. A carry into the next exponent is right as it is.
  const bits = (exponent - least) * 2 ** mantissa + halfToEven(magnitude / 2 ** (exponent - mantissa));
  return bits < top ? sign | bits : infinity ? sign | top : top;
}

const view = new DataView(new ArrayBuffer(8));
function exponentOf(value: number): number {
  view.setFloat64(0, value);
  return ((view.getUint16(0) >> 4) & 0x7ff) - 1023;
}

function halfToEven(value: number): number {
  const up = Math.round(value);
  return up - value === 0.5 && up % 2 === 1 ? up - 1 : up;
}

/** As numbers, each of them exact in float32. */
export function decodeSmall(bytes: Uint8Array, dtype: SmallFloat): Float32Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = formats[dtype].bytes;
  return Float32Array.from({ length: bytes.byteLength / size }, (_, i) =>
    valueOf(size === 2 ? data.getUint16(2 * i, true) : data.getUint8(i), dtype),
  );
}

export function encodeSmall(values: Float32Array, dtype: SmallFloat): Uint8Array {
  const size = formats[dtype].bytes;
  const data = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, i) => {
    if (size === 2) data.setUint16(2 * i, bitsOf(value, dtype), true);
    else data.setUint8(i, bitsOf(value, dtype));
  });
  return new Uint8Array(data.buffer);
}
