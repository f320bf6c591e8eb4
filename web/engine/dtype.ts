import type { SmallFloat } from './small-floats.ts';

/** The types of elements, by the names that `ringlet list` prints. */
export type Dtype = IntegerDtype | SmallFloat | 'float32' | 'float64';
export type IntegerDtype = 'int8' | 'uint8' | 'int32' | 'uint32' | 'int64' | 'uint64';
