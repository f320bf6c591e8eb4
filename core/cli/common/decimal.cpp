#include "decimal.hpp"

#include <cfenv>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace ringlet::cli {
namespace {

// Digits, perhaps with a fraction and an exponent; no spaces, no names, no hexadecimal.
bool is_decimal(const std::string& text) {
  if (text.find_first_not_of("+-.0123456789eE") != std::string::npos) return false;
  double ignored = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, ignored);
  return failure != std::errc::invalid_argument && stopped == end;
}

float float_rounded(const std::string& text, int direction) {
  const int before = std::fegetround();
  std::fesetround(direction);
  const float value = std::strtof(text.c_str(), nullptr);
  std::fesetround(before);
  return value;
}

}  // namespace

std::optional<float> nearest_float(const std::string& text) {
  return is_decimal(text) ? std::optional(std::strtof(text.c_str(), nullptr)) : std::nullopt;
}

std::optional<double> nearest_double(const std::string& text) {
  return is_decimal(text) ? std::optional(std::strtod(text.c_str(), nullptr)) : std::nullopt;
}

std::optional<float> odd_float(const std::string& text) {
  if (!is_decimal(text)) return std::nullopt;
  const float below = float_rounded(text, FE_DOWNWARD);
  const float above = float_rounded(text, FE_UPWARD);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &below, sizeof bits);
  return (bits & 1) != 0 ? below : above;
}

}  // namespace ringlet::cli
