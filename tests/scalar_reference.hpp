// What each operator does to one element, from the definitions of the formats and not from the kernels under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ringlet/reduction.hpp"

namespace ringlet::test {

// The value of a small float's bits, exactly.
double small_value(DataType type, std::uint32_t bits);
// The bits of the nearest small float, found among all of them; ties to the even pattern, NaN without payload. 8-bit
// floats stay finite if `saturate`, else what is too large becomes infinity, or NaN where there is none.
std::uint32_t small_nearest(DataType type, double value, bool saturate);

using Element = std::vector<std::byte>;  // one element
// left (+) right.
Element combined(DataType type, Operator op, const Element& left, const Element& right);
// A complete value: an average divided by the number of ranks, NaN without payload.
Element completed(DataType type, Operator op, const Element& value, int ranks);
Element scaled(DataType type, const Element& value, const Element& scalar);

// That number in the type: `value` is a whole number which the type holds.
Element element_of(DataType type, int value);
std::vector<DataType> all_dtypes();
std::vector<Operator> operators_for(DataType type);

}  // namespace ringlet::test
