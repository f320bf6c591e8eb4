#include "kernels.hpp"

#include <algorithm>
#include <array>

#include "elementwise.hpp"

namespace ringlet {
namespace {

// Small enough that a block is still in the nearest cache when it is finished.
constexpr std::uint64_t kBlock = 1024;

CombineKernel kernel_for(DataType type, Operator op, std::size_t operands, bool complete) {
  if (is_integer(type)) return integer_kernel(type, op, operands);
  if (is_small_float(type)) return small_float_kernel(type, op, operands);
  return float_kernel(type, op, operands, complete);
}

#ifdef __wasm__
// As 64-bit numbers: 256 ranks are more than 8 bits hold. Conversions from floating point are slow here.
template <class T>
using Quotient = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
#else
// In floating point where that is exact, and vectorises: the quotient of integers is further from the next whole number
// than a rounding reaches.
template <class T>
using Quotient = std::conditional_t<sizeof(T) == 1, float, std::conditional_t<sizeof(T) == 4, double, T>>;
#endif

template <class T>
T divided(T sum, int divisor) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<Quotient<T>>(sum) / static_cast<Quotient<T>>(divisor));
  } else if constexpr (std::is_floating_point_v<T>) {
    return canonical(sum / static_cast<T>(divisor));
  } else {
    return T::narrow(T::widen(sum) / static_cast<float>(divisor));
  }
}

template <class T>
[[gnu::always_inline]] inline void divide(std::byte* dst, std::uint64_t count, int divisor) {
  auto* values = reinterpret_cast<T*>(dst);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = divided(values[i], divisor);
}

template <class T>
T scaled(T value, T scalar) {
  if constexpr (std::is_integral_v<T>) {
    return Product::apply(value, scalar);
  } else if constexpr (std::is_floating_point_v<T>) {
    return canonical(value * scalar);
  } else {
    return Rounded<Product>::apply(value, scalar);
  }
}

template <class T>
[[gnu::always_inline]] inline void scale_elements(std::byte* dst, const std::byte* src, const std::byte* scalar,
                                                  std::uint64_t count) {
  auto* to = reinterpret_cast<T*>(dst);
  const auto* from = reinterpret_cast<const T*>(src);
  const T by = *reinterpret_cast<const T*>(scalar);
  RINGLET_INDEPENDENT
  for (std::uint64_t i = 0; i < count; ++i) to[i] = scaled(from[i], by);
}

}  // namespace

void combine(DataType type, Operator op, std::byte* dst, const std::byte* left, const std::byte* right,
             std::uint64_t count, int divisor) {
  combine_all(type, op, dst, std::array{left, right}, count, divisor);
}

void combine_all(DataType type, Operator op, std::byte* dst, std::span<const std::byte* const> sources,
                 std::uint64_t count, int divisor) {
  // The first loop takes `most` sources, each other one what came out before and up to `most` - 1 more.
  const std::size_t most = most_operands(op);
  const std::size_t in_last = sources.size() <= most ? sources.size() : 2 + (sources.size() - 2) % (most - 1);
  const CombineKernel last = kernel_for(type, op, in_last, divisor != 0);
  const bool divides = op == Operator::avg && divisor > 1;
  if (in_last == sources.size() && !divides) return last(dst, sources.data(), count);
  const CombineKernel first = kernel_for(type, op, most, false);
  alignas(64) std::array<std::byte, kBlock * 8> partial;
  for (std::uint64_t begin = 0; begin < count; begin += kBlock) {
    const std::uint64_t length = std::min(kBlock, count - begin);
    const std::uint64_t at = begin * size_of(type);
    std::array<const std::byte*, kMostOperands> operands{};
    std::size_t held = 0;
    for (const std::byte* source : sources) {
      if (held == most) {
        first(partial.data(), operands.data(), length);
        operands[0] = partial.data();
        held = 1;
      }
      operands[held++] = source + at;
    }
    last(dst + at, operands.data(), length);
    if (divides) {
      with_type(type, [&](auto element) { compiled<divide<decltype(element)>>()(dst + at, length, divisor); });
    }
  }
}

void scale(DataType type, std::byte* dst, const std::byte* src, const std::byte* scalar, std::uint64_t count) {
  with_type(type, [&](auto element) { compiled<scale_elements<decltype(element)>>()(dst, src, scalar, count); });
}

}  // namespace ringlet
