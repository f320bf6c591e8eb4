#include "kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace ringlet {
namespace {

// Small enough that a block is still in the nearest cache when it is finished.
constexpr std::uint64_t kBlock = 1024;

template <class T>
T wrapping_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <class T>
T wrapping_product(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}

template <class T>
T canonical(T value) {
  return value != value ? std::numeric_limits<T>::quiet_NaN() : value;
}

template <class T>
T minimum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return b < a ? b : a;
  } else {
    if (a != a || b != b) return std::numeric_limits<T>::quiet_NaN();
    if (a == b) return std::signbit(a) ? a : b;
    return b < a ? b : a;
  }
}

template <class T>
T maximum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return a < b ? b : a;
  } else {
    if (a != a || b != b) return std::numeric_limits<T>::quiet_NaN();
    if (a == b) return std::signbit(a) ? b : a;
    return a < b ? b : a;
  }
}

template <class T>
void finish(Operator op, T* values, std::uint64_t count, int divisor) {
  const bool divides = op == Operator::avg && divisor > 1;
  if constexpr (std::is_integral_v<T>) {
    if (!divides) return;
    for (std::uint64_t i = 0; i < count; ++i) values[i] /= static_cast<T>(divisor);
  } else {
    const T by = divides ? static_cast<T>(divisor) : T{1};
    for (std::uint64_t i = 0; i < count; ++i) values[i] = canonical(values[i] / by);
  }
}

template <class T, T (*Apply)(T, T)>
void combine_as(Operator op, std::byte* dst, const std::byte* left, const std::byte* right, std::uint64_t count,
                int divisor) {
  auto* to = reinterpret_cast<T*>(dst);
  const auto* a = reinterpret_cast<const T*>(left);
  const auto* b = reinterpret_cast<const T*>(right);
  for (std::uint64_t begin = 0; begin < count; begin += kBlock) {
    const std::uint64_t end = std::min(begin + kBlock, count);
    for (std::uint64_t i = begin; i < end; ++i) to[i] = Apply(a[i], b[i]);
    if (divisor != 0) finish(op, to + begin, end - begin, divisor);
  }
}

using Kernel = void (*)(Operator, std::byte*, const std::byte*, const std::byte*, std::uint64_t, int);

template <class T>
Kernel kernel_for(Operator op) {
  switch (op) {
    case Operator::sum:
    case Operator::avg: return combine_as<T, wrapping_sum<T>>;
    case Operator::prod: return combine_as<T, wrapping_product<T>>;
    case Operator::min: return combine_as<T, minimum<T>>;
    case Operator::max: return combine_as<T, maximum<T>>;
  }
  return nullptr;
}

}  // namespace

void combine(DataType type, Operator op, std::byte* dst, const std::byte* left, const std::byte* right,
             std::uint64_t count, int divisor) {
  Kernel kernel = nullptr;
  switch (type) {
    case DataType::int32: kernel = kernel_for<std::int32_t>(op); break;
    case DataType::int64: kernel = kernel_for<std::int64_t>(op); break;
    case DataType::float32: kernel = kernel_for<float>(op); break;
    case DataType::float64: kernel = kernel_for<double>(op); break;
  }
  kernel(op, dst, left, right, count, divisor);
}

}  // namespace ringlet
