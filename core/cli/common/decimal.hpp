// Decimals read straight into the type that they are for: rounded once.
#pragma once

#include <optional>
#include <string>

namespace ringlet::cli {

// The nearest value, ties to even; infinity where it is too large. None when the text is no decimal number.
std::optional<float> nearest_float(const std::string& text);
std::optional<double> nearest_double(const std::string& text);
// The exact value, or the neighbour whose last bit is 1: rounding it to a float of 16 or 8 bits is as good as rounding
// the decimal (round to odd: Boldo and Melquiond, 2008).
std::optional<float> odd_float(const std::string& text);

}  // namespace ringlet::cli
