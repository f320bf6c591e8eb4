import { describe, expect, it } from 'vitest';
import {
  bitsOf,
  decodeSmall,
  encodeSmall,
  largestOf,
  valueOf,
  type SmallFloat,
} from '../../../web/engine/small-floats.ts';

const sizes = { float16: 2, bfloat16: 2, float8_e4m3: 1, float8_e5m2: 1 } as const;
const dtypes = Object.keys(sizes) as SmallFloat[];
const patterns = (dtype: SmallFloat) => 2 ** (8 * sizes[dtype]);

describe.each(dtypes)('%s', (dtype) => {
  it('gives every pattern back, and NaN as the one quiet NaN', () => {
    const nan = bitsOf(NaN, dtype);
    for (let bits = 0; bits < patterns(dtype); bits++) {
      const value = valueOf(bits, dtype);
      if (bitsOf(value, dtype) !== (Number.isNaN(value) ? nan : bits)) expect.fail(`pattern ${bits} is ${value}`);
    }
  });

  it('rounds to the nearest, ties to even, between any two neighbours', () => {
    const wrong: number[] = [];
    for (let bits = 0; valueOf(bits + 1, dtype) <= largestOf(dtype); bits++) {
      const [low, high] = [valueOf(bits, dtype), valueOf(bits + 1, dtype)];
      const tie = (low + high) / 2;
      const even = bits % 2 === 0 ? bits : bits + 1;
      const step = (high - low) / 1024;
      const good = bitsOf(tie, dtype) === even && bitsOf(tie - step, dtype) === bits;
      if (!good || bitsOf(tie + step, dtype) !== bits + 1) wrong.push(tie);
    }
    expect(wrong).toEqual([]);
  });

  it('packs and unpacks', () => {
    const values = Float32Array.of(0, -0, 1, -1.5, largestOf(dtype), NaN);
    const bytes = encodeSmall(values, dtype);
    expect(bytes.length).toBe(values.length * sizes[dtype]);
    expect(decodeSmall(bytes, dtype)).toEqual(values);
  });
});

it('knows the largest numbers, by hand', () => {
  expect(dtypes.map(largestOf)).toEqual([65504, 3.3895313892515355e38, 448, 57344]);
  expect([65519, 65520].map((value) => valueOf(bitsOf(value, 'float16'), 'float16'))).toEqual([65504, Infinity]);
  expect([464, 465].map((value) => valueOf(bitsOf(value, 'float8_e4m3'), 'float8_e4m3'))).toEqual([448, NaN]);
  expect([61439, -61440].map((value) => valueOf(bitsOf(value, 'float8_e5m2'), 'float8_e5m2'))).toEqual([
    57344,
    -Infinity,
  ]);
});
