import { describe, expect, it } from 'vitest';
import {
  differing,
  DTYPES,
  format,
  isInteger,
  pack,
  parse,
  plain,
  range,
  sameBits,
  type Parsed,
} from '../../../web/model/values.ts';

const value = (parsed: Parsed) => (parsed.ok ? parsed.value : parsed.reason);

describe('parse', () => {
  it('reads int32 up to its bounds and no further', () => {
    expect(value(parse('2147483647', 'int32'))).toBe(2147483647);
    expect(value(parse('-2147483648', 'int32'))).toBe(-2147483648);
    expect(value(parse('2147483648', 'int32'))).toBe('out-of-range');
    expect(value(parse('-2147483649', 'int32'))).toBe('out-of-range');
  });

  it('reads int64 exactly', () => {
    expect(value(parse('9223372036854775807', 'int64'))).toBe(9223372036854775807n);
    expect(value(parse('-9223372036854775808', 'int64'))).toBe(-9223372036854775808n);
    expect(value(parse('9223372036854775808', 'int64'))).toBe('out-of-range');
    expect(value(parse('9007199254740993', 'int64'))).toBe(9007199254740993n);
  });

  it('tells why text is no number', () => {
    expect(value(parse('', 'int32'))).toBe('empty');
    expect(value(parse('  ', 'float32'))).toBe('empty');
    expect(value(parse('6oo', 'int32'))).toBe('not-a-number');
    expect(value(parse('1.5', 'int32'))).toBe('not-an-integer');
    expect(value(parse('nan', 'int64'))).toBe('not-an-integer');
    expect(value(parse('<b>1</b>', 'float64'))).toBe('not-a-number');
    expect(value(parse('0x10', 'int32'))).toBe('not-a-number');
    expect(value(parse('1 000', 'int32'))).toBe('not-a-number');
    expect(value(parse('9'.repeat(400), 'float64'))).toBe('not-a-number');
  });

  it('reads floats, a decimal comma, a typographic minus and the named values', () => {
    expect(value(parse('1e8', 'float32'))).toBe(1e8);
    expect(value(parse('1,5', 'float64'))).toBe(1.5);
    expect(value(parse('−3', 'int32'))).toBe(-3);
    expect(value(parse('NaN', 'float32'))).toBeNaN();
    expect(value(parse('-inf', 'float64'))).toBe(-Infinity);
    expect(value(parse('-0', 'float32'))).toBe(-0);
    expect(value(parse('0.1', 'float32'))).toBe(Math.fround(0.1));
  });

  it('refuses finite text that a float would make infinite', () => {
    expect(value(parse('3.4028235e38', 'float32'))).toBe(3.4028234663852886e38);
    expect(value(parse('1e39', 'float32'))).toBe('out-of-range');
    expect(value(parse('1e309', 'float64'))).toBe('out-of-range');
  });

  it.each(DTYPES)('reads its own bounds of %s, and not beyond', (dtype) => {
    const [low, high] = range(dtype);
    for (const bound of [low, high]) expect(parse(bound, dtype)).toMatchObject({ ok: true });
    if (isInteger(dtype)) expect(value(parse(String(BigInt(high) + 1n), dtype))).toBe('out-of-range');
    else if (dtype !== 'float64') expect(value(parse(String(Number(high) * 1.1), dtype))).toBe('out-of-range');
  });

  it('rounds to small floats, and knows that float8_e4m3 has no infinity', () => {
    expect(value(parse('0.1', 'float16'))).toBe(0.0999755859375);
    expect(value(parse('2049', 'float16'))).toBe(2048);
    expect(value(parse('257', 'bfloat16'))).toBe(256);
    expect(value(parse('-inf', 'float8_e5m2'))).toBe(-Infinity);
    expect(value(parse('inf', 'float8_e4m3'))).toBe('out-of-range');
    expect(value(parse('nan', 'float8_e4m3'))).toBeNaN();
    expect(value(parse('1.5', 'uint8'))).toBe('not-an-integer');
    expect(value(parse('-1', 'uint64'))).toBe('out-of-range');
  });
});

describe('format', () => {
  it('gives the shortest text that reads back as the same float32', () => {
    expect(format(Math.fround(0.1), 'float32')).toBe('0.1');
    expect(format(16777216, 'float32')).toBe('16777216');
    let x = 1e-40;
    for (let i = 0; i < 2000; i++) {
      x = Math.fround(x * 1.0937 + 1e-42);
      expect(value(parse(format(x, 'float32'), 'float32'))).toBe(x);
    }
  });

  it('gives short texts of small floats that read back, and whole numbers whole', () => {
    expect(format(0.0999755859375, 'float16')).toBe('0.1');
    expect(format(448, 'float8_e4m3')).toBe('448');
    expect(format(65504, 'float16')).toBe('65504');
    expect(format(Math.fround(2048.1), 'float16')).toBe('2048.1');
  });

  it('names what is not finite and keeps the sign of zero', () => {
    expect([NaN, Infinity, -Infinity, -0].map((v) => format(v, 'float64'))).toEqual(['nan', 'inf', '-inf', '-0']);
  });

  it('keeps int64 exact', () => {
    expect(format(9007199254740993n, 'int64')).toBe('9007199254740993');
  });
});

describe('bits', () => {
  it('tells zeros apart and a NaN from nothing else', () => {
    expect(sameBits(Float32Array.of(0), Float32Array.of(-0))).toBe(false);
    expect(sameBits(Float64Array.of(NaN), Float64Array.of(NaN))).toBe(true);
    expect(sameBits(Int32Array.of(1), Int32Array.of(1, 2))).toBe(false);
  });

  it('lists elements that differ', () => {
    expect(differing(Int32Array.of(1, 2, 3), Int32Array.of(1, 5, 3))).toEqual([1]);
    expect(differing(BigInt64Array.of(1n), BigInt64Array.of(2n))).toEqual([0]);
  });

  it('looks into views at an offset', () => {
    const all = Int32Array.of(0, 7, 8);
    expect(sameBits(all.subarray(1), Int32Array.of(7, 8))).toBe(true);
  });
});

it('packs and leaves as plain data', () => {
  expect(pack([1n, 2n], 'int64')).toEqual(BigInt64Array.of(1n, 2n));
  expect(plain(BigInt64Array.of(5n), 'int64')).toEqual(['5']);
  expect(plain(Float32Array.of(1.5, NaN), 'float32')).toEqual([1.5, 'nan']);
});
