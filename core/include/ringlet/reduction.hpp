// How contributions become one: operators and the types they exist for, users' own operators, and how precisely sums
// of small floats are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ringlet/types.hpp"

namespace ringlet {

struct Collective;

// The bit and logical operators, as MPI has them: for integers.
constexpr bool is_bitwise(Operator op) { return op >= Operator::band; }
// Whether the operator exists for elements of that type.
constexpr bool exists(Operator op, DataType type) { return !is_bitwise(op) || is_integer(type); }
// Why it does not, as one sentence; empty where it does.
std::string refusal(Operator op, DataType type);
// Why the collective does not have the operator, as one sentence; empty where it has, or does not reduce.
std::string refusal(Operator op, const Collective& collective);

// An associative operator of the caller's own (MPI_Op_create). One that is not commutative runs on plans that keep the
// order of the ranks (V5), and on no others.
struct UserOperator {
  std::string_view name;
  // dst[i] = left[i] (+) right[i] for `count` elements; dst may be either operand. Called on the ranks' threads.
  void (*combine)(void* context, void* dst, const void* left, const void* right, std::uint64_t count) = nullptr;
  void* context = nullptr;
  bool commutative = true;

  bool operator==(const UserOperator&) const = default;
};

// Where sums of float16, bfloat16 and 8-bit floats are rounded: after every combine, as NCCL does, or once in the end,
// for which partial results are kept and sent as float32.
enum class Accumulate : std::uint8_t { per_hop, float32 };
template <>
inline constexpr std::array names<Accumulate>{"per_hop"sv, "float32"sv};

// Why the type has no such choice, as one sentence; empty where it has.
std::string refusal(Accumulate accumulate, DataType type);
// The type in which partial results are kept and sent.
constexpr DataType wire_type(DataType type, Accumulate accumulate) {
  return accumulate == Accumulate::float32 && is_small_float(type) ? DataType::float32 : type;
}

// What becomes of values that are too large: infinity, or NaN in a type that has none; in a reduction floats of 8 bits
// become their largest finite number instead, as in NCCL.
enum class Overflow : std::uint8_t { as_reduced, to_infinity };

// Converts small floats to float32 and back, to the nearest, ties to even; NaN loses its payload in a small one.
void to_float32(DataType from, float* to, const std::byte* elements, std::uint64_t count);
void from_float32(DataType into, std::byte* elements, const float* from, std::uint64_t count,
                  Overflow overflow = Overflow::as_reduced);

}  // namespace ringlet
