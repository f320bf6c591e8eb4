#include "kernels.hpp"

#include <algorithm>

#include "elementwise.hpp"

namespace ringlet {
namespace {

// Small enough that a block is still in the nearest cache when it is finished.
constexpr std::uint64_t kBlock = 1024;

CombineKernel kernel_for(DataType type, Operator op) {
  if (is_integer(type)) return integer_kernel(type, op);
  return is_small_float(type) ? small_float_kernel(type, op) : float_kernel(type, op);
}

template <class T>
T divided(T sum, int divisor) {
  if constexpr (std::is_integral_v<T>) {
    // As 64-bit numbers: 256 ranks are more than 8 bits hold.
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(static_cast<Wide>(sum) / static_cast<Wide>(divisor));
  } else if constexpr (std::is_floating_point_v<T>) {
    return sum / static_cast<T>(divisor);
  } else {
    return T::narrow(T::widen(sum) / static_cast<float>(divisor));
  }
}

template <class T>
void finish(Operator op, T* values, std::uint64_t count, int divisor) {
  if (op == Operator::avg && divisor > 1) {
    for (std::uint64_t i = 0; i < count; ++i) values[i] = divided(values[i], divisor);
  }
  if constexpr (std::is_floating_point_v<T>) {
    for (std::uint64_t i = 0; i < count; ++i) values[i] = canonical(values[i]);
  }
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
  const CombineKernel kernel = kernel_for(type, op);
  if (divisor == 0) return kernel(dst, left, right, count);
  for (std::uint64_t begin = 0; begin < count; begin += kBlock) {
    const std::uint64_t length = std::min(kBlock, count - begin);
    const std::uint64_t at = begin * size_of(type);
    kernel(dst + at, left + at, right + at, length);
    with_type(type, [&](auto element) { finish(op, reinterpret_cast<decltype(element)*>(dst + at), length, divisor); });
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
