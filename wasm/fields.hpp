// Fields of what the page asks, read without trusting them, and the sentence that refuses one.
#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <string>

#include "ringlet/error.hpp"

namespace ringlet::wasm {

inline constexpr double kMostRanks = 64;  // threads that a page is asked to bear

inline std::string text_of(const emscripten::val& request, const char* field) {
  const emscripten::val value = request[field];
  return value.isString() ? value.as<std::string>() : std::string();
}

inline double number_of(const emscripten::val& request, const char* field) {
  const emscripten::val value = request[field];
  return value.isNumber() ? value.as<double>() : std::nan("");
}

template <class Range, class Name>
std::string listed(const Range& range, Name&& name_of) {
  std::string result;
  for (const auto& entry : range) result += (result.empty() ? "" : ", ") + std::string(name_of(entry));
  return result;
}

inline tl::unexpected<Error> refused(const std::string& field, const std::string& value, const std::string& allowed) {
  return error(ErrorCode::invalid, field + " is '" + value + "'; allowed are " + allowed + ".");
}

// As it was typed: whole numbers without a fraction.
inline std::string shown(double value) {
  return std::floor(value) == value && std::abs(value) < 1e15 ? std::to_string(static_cast<long long>(value))
                                                              : std::to_string(value);
}

inline bool whole(double value, double least, double most) {
  return value >= least && value <= most && std::floor(value) == value;
}

}  // namespace ringlet::wasm
