// Elements as JSON: numbers, non-finite floats as "nan", "inf" and "-inf", integers also as strings.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "../../json/json.hpp"
#include "ringlet/types.hpp"

namespace ringlet::cli {

// Stores the value as an element at `to`, or refuses it; `place` says where it stands ("rank 1, element 2").
void store_element(const Json& value, DataType dtype, std::byte* to, const std::string& place);
// All elements of a buffer.
Json elements_json(std::span<const std::byte> buffer, DataType dtype);

}  // namespace ringlet::cli
