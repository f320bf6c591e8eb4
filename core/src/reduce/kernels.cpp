#include "kernels.hpp"

#include <algorithm>
#include <array>

#include "elementwise.hpp"

namespace ringlet {
namespace {

// Small enough that a block is still in the nearest cache when it is finished.
constexpr std::uint64_t kBlock = 1024;

CombineKernel kernel_for(DataType type, Operator op, bool complete) {
  if (is_integer(type)) return integer_kernel(type, op);
  return is_small_float(type) ? small_float_kernel(type, op) : float_kernel(type, op, complete);
}

template <class T>
T divided(T sum, int divisor) {
  if constexpr (std::is_integral_v<T>) {
    // As 64-bit numbers: 256 ranks are more than 8 bits hold.
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(static_cast<Wide>(sum) / static_cast<Wide>(divisor));
  } else if constexpr (std::is_floating_point_v<T>) {
    return canonical(sum / static_cast<T>(divisor));
  } else {
    return T::narrow(T::widen(sum) / static_cast<float>(divisor));
  }
}

template <class T>
void divide(T* values, std::uint64_t count, int divisor) {
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

}  // namespace

void combine(DataType type, Operator op, std::byte* dst, const std::byte* left, const std::byte* right,
             std::uint64_t count, int divisor) {
  const CombineKernel kernel = kernel_for(type, op, divisor != 0);
  if (op != Operator::avg || divisor < 2) return kernel(dst, left, right, count);
  for (std::uint64_t begin = 0; begin < count; begin += kBlock) {
    const std::uint64_t length = std::min(kBlock, count - begin);
    const std::uint64_t at = begin * size_of(type);
    kernel(dst + at, left + at, right + at, length);
    with_type(type, [&](auto element) { divide(reinterpret_cast<decltype(element)*>(dst + at), length, divisor); });
  }
}

void combine_all(DataType type, Operator op, std::byte* dst, std::span<const std::byte* const> sources,
                 std::uint64_t count, int divisor) {
  const std::size_t last = sources.size() - 1;
  if (last == 1) return combine(type, op, dst, sources[0], sources[1], count, divisor);
  const CombineKernel kernel = kernel_for(type, op, false);
  alignas(64) std::array<std::byte, kBlock * 8> partial;
  for (std::uint64_t begin = 0; begin < count; begin += kBlock) {
    const std::uint64_t length = std::min(kBlock, count - begin);
    const std::uint64_t at = begin * size_of(type);
    kernel(partial.data(), sources[0] + at, sources[1] + at, length);
    for (std::size_t i = 2; i < last; ++i) kernel(partial.data(), partial.data(), sources[i] + at, length);
    combine(type, op, dst + at, partial.data(), sources[last] + at, length, divisor);
  }
}

void scale(DataType type, std::byte* dst, const std::byte* src, const std::byte* scalar, std::uint64_t count) {
  with_type(type, [&](auto element) {
    using T = decltype(element);
    auto* to = reinterpret_cast<T*>(dst);
    const auto* from = reinterpret_cast<const T*>(src);
    const T by = *reinterpret_cast<const T*>(scalar);
    for (std::uint64_t i = 0; i < count; ++i) to[i] = scaled(from[i], by);
  });
}

}  // namespace ringlet
