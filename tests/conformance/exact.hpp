// Inputs that every order of combining reduces to the same bits, for every type and operator, and those bits. Written
// from the formats of the types alone: elements are made and read as sign, exponent and mantissa, not by the core.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle.hpp"
#include "ringlet/types.hpp"

namespace ringlet::test {

struct ExactCall {
  Table<std::byte> inputs;
  std::vector<std::byte> scalars;  // for premul_sum
  Table<std::byte> outputs;
};

ExactCall exact_call(const Asked& asked, DataType dtype, Operator op, std::uint64_t seed);

// How the format stores the value, rounded to nearest, ties to even: low bytes first. Finite values in range only.
std::vector<std::byte> stored(DataType dtype, double value);

}  // namespace ringlet::test
