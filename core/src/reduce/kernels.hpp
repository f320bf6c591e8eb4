// The arithmetic: dtype x operator over contiguous elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ringlet/types.hpp"

namespace ringlet {

// dst[i] = left[i] (+) right[i]; dst may be either operand. Integers wrap; min and max propagate NaN and put -0 below
// +0; floats of 16 and 8 bits are rounded, the latter to finite values. When `divisor` is not 0 the result is complete:
// NaNs take one bit pattern on every platform, and an average is divided by it, integers truncating toward zero. The
// operator exists for the type.
void combine(DataType type, Operator op, std::byte* dst, const std::byte* left, const std::byte* right,
             std::uint64_t count, int divisor);

// dst[i] = ((source 0 + source 1) + source 2) + ..., as combine does it one after the other, in one pass over memory.
// dst may be one of the sources.
void combine_all(DataType type, Operator op, std::byte* dst, std::span<const std::byte* const> sources,
                 std::uint64_t count, int divisor);

// dst[i] = src[i] * the one element at `scalar`, rounded to the type.
void scale(DataType type, std::byte* dst, const std::byte* src, const std::byte* scalar, std::uint64_t count);

// As many operands as one loop takes. Sums, which are most of what is ever asked for, have loops of their own over
// three and four.
constexpr std::size_t kMostOperands = 4;
constexpr std::size_t most_operands(Operator op) {
  return op == Operator::sum || op == Operator::avg || op == Operator::premul_sum ? kMostOperands : 2;
}

using CombineKernel = void (*)(std::byte* dst, const std::byte* const* operands, std::uint64_t count);
// For integers, for float32 and float64, and for small floats. Only the middle ones do something of their own where a
// result is complete, so that NaNs take one bit pattern.
CombineKernel integer_kernel(DataType type, Operator op, std::size_t operands);
CombineKernel float_kernel(DataType type, Operator op, std::size_t operands, bool complete);
CombineKernel small_float_kernel(DataType type, Operator op, std::size_t operands);

}  // namespace ringlet
