// JSON text as a tree that keeps what was written.
#pragma once

#include <string>

#include "elements.hpp"

namespace ringlet::cli {

// Numbers with a fraction or an exponent, or too large for 64 bits, stay the text that they were, as strings: what is
// to become of them decides how they are rounded. A key that stands twice in an object is refused. `from` says where
// the text comes from.
Json parse_json(const std::string& text, const std::string& from);

}  // namespace ringlet::cli
