// The loops that kernels share, and what picks the element type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "arithmetic.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

// dst[i] = Op(left[i], right[i]). That dst is one operand or neither is said in so many words, since a compiler that
// cannot rule out a partial overlap does not vectorise. Every operator commutes, bit for bit but for a NaN's payload,
// which a complete result does not keep.
template <class T, class Op>
void combine_elements(std::byte* dst, const std::byte* left, const std::byte* right, std::uint64_t count) {
  if (dst == right) std::swap(left, right);
  auto* __restrict to = reinterpret_cast<T*>(dst);
  const auto* __restrict b = reinterpret_cast<const T*>(right);
  if (dst == left) {
    for (std::uint64_t i = 0; i < count; ++i) to[i] = Op::apply(to[i], b[i]);
  } else {
    const auto* __restrict a = reinterpret_cast<const T*>(left);
    for (std::uint64_t i = 0; i < count; ++i) to[i] = Op::apply(a[i], b[i]);
  }
}

// Calls visit with a value of the C++ type of the elements.
template <class Visit>
auto with_type(DataType type, Visit&& visit) {
  switch (type) {
    case DataType::int8: return visit(std::int8_t{});
    case DataType::uint8: return visit(std::uint8_t{});
    case DataType::int32: return visit(std::int32_t{});
    case DataType::uint32: return visit(std::uint32_t{});
    case DataType::int64: return visit(std::int64_t{});
    case DataType::uint64: return visit(std::uint64_t{});
    case DataType::float16: return visit(Float16{});
    case DataType::bfloat16: return visit(BFloat16{});
    case DataType::float32: return visit(float{});
    case DataType::float64: return visit(double{});
    case DataType::float8_e4m3: return visit(Float8E4M3{});
    case DataType::float8_e5m2: return visit(Float8E5M2{});
  }
  return visit(std::int8_t{});
}

}  // namespace ringlet
