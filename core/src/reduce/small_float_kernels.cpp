// Small floats: each combine widens both operands to float32 and rounds its result, so that a value is the same
// whether it was stored between two combines or not.
#include <array>

#include "elementwise.hpp"
#include "float16_kernels.hpp"
#include "ringlet/reduction.hpp"

namespace ringlet {
namespace {

// Two operands of 8 bits have so few results that looking them up is faster than arithmetic in any but wide vectors.
template <class Small, class Op>
struct Results {
  // In place: on the stack of a rank there is no room for a copy.
  Results() {
    for (unsigned i = 0; i < all.size(); ++i) {
      all[i] = Rounded<Op>::apply(Small{static_cast<std::uint8_t>(i >> 8)}, Small{static_cast<std::uint8_t>(i)}).bits;
    }
  }
  std::array<std::uint8_t, 1 << 16> all;
};

template <class Small, class Op>
const std::uint8_t* results() {
  static const Results<Small, Op> table;
  return table.all.data();
}

template <class Small, class Op, std::size_t Operands>
void look_up(std::byte* dst, const std::byte* const* operands, std::uint64_t count) {
  const std::uint8_t* table = results<Small, Op>();
  for (std::uint64_t i = 0; i < count; ++i) {
    auto value = std::to_integer<unsigned>(operands[0][i]);
    for (std::size_t k = 1; k < Operands; ++k) value = table[value << 8 | std::to_integer<unsigned>(operands[k][i])];
    dst[i] = static_cast<std::byte>(value);
  }
}

template <class Small, class Op, std::size_t Operands>
CombineKernel rounded() {
#ifdef __x86_64__
  if constexpr (std::is_same_v<Small, Float16>) {
    if (instruction_set() != InstructionSet::baseline) return combine_float16<Op, Operands>;
  }
  if constexpr (sizeof(Small) == 1) {
    constexpr auto kLoop = combine_elements<Small, Rounded<Op>, Operands>;
    if (instruction_set() == InstructionSet::avx512) return Compiled<kLoop>::avx512;
  }
#endif
  if constexpr (sizeof(Small) == 1) {
    return look_up<Small, Op, Operands>;
  } else {
    return compiled<combine_elements<Small, Rounded<Op>, Operands>>();
  }
}

template <class Small>
CombineKernel kernel_of(Operator op, std::size_t operands) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum:
      if (operands == 2) return rounded<Small, Sum, 2>();
      return operands == 3 ? rounded<Small, Sum, 3>() : rounded<Small, Sum, 4>();
    case Operator::prod: return rounded<Small, Product, 2>();
    case Operator::min: return kernel_of_two<Small, Minimum>();
    case Operator::max: return kernel_of_two<Small, Maximum>();
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

template <class Small>
[[gnu::always_inline]] inline void widen_elements(float* to, const std::byte* elements, std::uint64_t count) {
  const auto* from = reinterpret_cast<const Small*>(elements);
  for (std::uint64_t i = 0; i < count; ++i) to[i] = Small::widen(from[i]);
}

template <class Small, Overflow When>
[[gnu::always_inline]] inline void narrow_elements(std::byte* elements, const float* from, std::uint64_t count) {
  auto* to = reinterpret_cast<Small*>(elements);
  for (std::uint64_t i = 0; i < count; ++i) to[i] = Small::template narrow<When>(from[i]);
}

}  // namespace

CombineKernel small_float_kernel(DataType type, Operator op, std::size_t operands) {
  CombineKernel kernel = nullptr;
  with_small_float(type, [&](auto element) { kernel = kernel_of<decltype(element)>(op, operands); });
  return kernel;
}

void to_float32(DataType from, float* to, const std::byte* elements, std::uint64_t count) {
  with_small_float(from, [&](auto element) { compiled<widen_elements<decltype(element)>>()(to, elements, count); });
}

void from_float32(DataType into, std::byte* elements, const float* from, std::uint64_t count, Overflow overflow) {
  with_small_float(into, [&](auto element) {
    using Small = decltype(element);
    const auto narrow = overflow == Overflow::as_reduced ? compiled<narrow_elements<Small, Overflow::as_reduced>>()
                                                         : compiled<narrow_elements<Small, Overflow::to_infinity>>();
    narrow(elements, from, count);
  });
}

}  // namespace ringlet
