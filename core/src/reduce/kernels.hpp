// The arithmetic: dtype x operator over contiguous elements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/types.hpp"

namespace ringlet {

// dst[i] = left[i] (+) right[i]; dst may be either operand. Integers wrap; min and max propagate NaN and put -0 below
// +0. When `divisor` is not 0 the result is complete: NaNs take one bit pattern on every platform, and an average is
// divided by it, integers truncating toward zero.
void combine(DataType type, Operator op, std::byte* dst, const std::byte* left, const std::byte* right,
             std::uint64_t count, int divisor);

}  // namespace ringlet
