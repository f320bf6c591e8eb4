// The loops that kernels share, and what picks the element type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "arithmetic.hpp"
#include "instruction_set.hpp"
#include "kernels.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

// No element depends on another, although dst may be one of the operands; a compiler that is not told so would be slow
// then.
#ifdef __wasm__
// Clang would take one vector per turn of a loop. With four a sum in the cache takes two thirds of the time; those of
// small floats need too many registers for that.
template <class T>
inline constexpr int kVectorsAtOnce = std::is_arithmetic_v<T> ? 4 : 1;
#define RINGLET_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave_count(kVectorsAtOnce<T>)")
#elif defined(__clang__)
#define RINGLET_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define RINGLET_INDEPENDENT _Pragma("GCC ivdep")
#endif

// dst[i] = Op(Op(operand 0[i], operand 1[i]), operand 2[i]) and so on.
template <class T, class Op, std::size_t Operands>
[[gnu::always_inline]] inline void combine_elements(std::byte* dst, const std::byte* const* operands,
                                                    std::uint64_t count) {
  auto* to = reinterpret_cast<T*>(dst);
  std::array<const T*, Operands> from{};
  for (std::size_t k = 0; k < Operands; ++k) from[k] = reinterpret_cast<const T*>(operands[k]);
  RINGLET_INDEPENDENT
  for (std::uint64_t i = 0; i < count; ++i) {
    T value = from[0][i];
    for (std::size_t k = 1; k < Operands; ++k) value = Op::apply(value, from[k][i]);
    if constexpr (requires { Op::completed(value); }) value = Op::completed(value);
    to[i] = value;
  }
}

template <class T, class Op>
CombineKernel kernel_of_two() {
  return compiled<combine_elements<T, Op, 2>>();
}

template <class T, class Op>
CombineKernel kernel_of_up_to_four(std::size_t operands) {
  if (operands == 2) return kernel_of_two<T, Op>();
  return operands == 3 ? compiled<combine_elements<T, Op, 3>>() : compiled<combine_elements<T, Op, 4>>();
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
