// Small floats: each combine widens both operands to float32 and rounds its result, so that a value is the same
// whether it was stored between two combines or not.
#include "elementwise.hpp"
#include "kernels.hpp"
#include "ringlet/reduction.hpp"

namespace ringlet {
namespace {

template <class Small>
CombineKernel kernel_of(Operator op) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum: return combine_elements<Small, Rounded<Sum>>;
    case Operator::prod: return combine_elements<Small, Rounded<Product>>;
    case Operator::min: return combine_elements<Small, Minimum>;
    case Operator::max: return combine_elements<Small, Maximum>;
    default: return nullptr;
  }
}

template <class Visit>
void with_small_float(DataType type, Visit&& visit) {
  switch (type) {
    case DataType::float16: return visit(Float16{});
    case DataType::bfloat16: return visit(BFloat16{});
    case DataType::float8_e4m3: return visit(Float8E4M3{});
    case DataType::float8_e5m2: return visit(Float8E5M2{});
    default: return;
  }
}

}  // namespace

CombineKernel small_float_kernel(DataType type, Operator op) {
  CombineKernel kernel = nullptr;
  with_small_float(type, [&](auto element) { kernel = kernel_of<decltype(element)>(op); });
  return kernel;
}

void to_float32(DataType from, float* to, const std::byte* elements, std::uint64_t count) {
  with_small_float(from, [&](auto element) {
    using Small = decltype(element);
    const auto* values = reinterpret_cast<const Small*>(elements);
    for (std::uint64_t i = 0; i < count; ++i) to[i] = Small::widen(values[i]);
  });
}

void from_float32(DataType into, std::byte* elements, const float* from, std::uint64_t count, Overflow overflow) {
  with_small_float(into, [&](auto element) {
    using Small = decltype(element);
    auto* values = reinterpret_cast<Small*>(elements);
    if (overflow == Overflow::as_reduced) {
      for (std::uint64_t i = 0; i < count; ++i) values[i] = Small::narrow(from[i]);
    } else {
      for (std::uint64_t i = 0; i < count; ++i) values[i] = Small::template narrow<Overflow::to_infinity>(from[i]);
    }
  });
}

}  // namespace ringlet
