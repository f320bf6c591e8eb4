#include "elements.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "decimal.hpp"
#include "refusal.hpp"
#include "ringlet/reduction.hpp"

namespace ringlet::cli {
namespace {

// What a refusal shows of a value: never a whole array or object.
std::string described(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_structured() ? std::string("an ") + value.type_name() : value.dump();
}

// Numbers and strings as they were written, which is how both may give an element.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : std::string();
}

template <class T>
bool parse(const std::string& text, std::byte* to) {
  T result{};
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, result);
  if (text.empty() || failure != std::errc{} || stopped != end) return false;
  std::memcpy(to, &result, sizeof result);
  return true;
}

template <class T>
std::optional<T> special(const std::string& text) {
  if (text == "nan") return std::numeric_limits<T>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<T>::infinity();
  if (text == "-inf") return -std::numeric_limits<T>::infinity();
  return std::nullopt;
}

template <class T>
bool parse_float(const std::string& text, std::optional<T> (*nearest)(const std::string&), std::byte* to) {
  const std::optional<T> named = special<T>(text);
  const std::optional<T> value = named ? named : nearest(text);
  if (!value || (!named && !std::isfinite(*value))) return false;
  std::memcpy(to, &*value, sizeof *value);
  return true;
}

bool parse_small_float(const std::string& text, DataType dtype, std::byte* to) {
  const std::optional<float> named = special<float>(text);
  const std::optional<float> value = named ? named : odd_float(text);
  if (!value) return false;
  from_float32(dtype, to, &*value, 1, Overflow::to_infinity);
  float stored = 0;
  to_float32(dtype, &stored, to, 1);
  // An infinity in a type that has none was stored as NaN.
  return named ? std::isnan(*named) == std::isnan(stored) : std::isfinite(stored);
}

bool parse_element(const std::string& text, DataType dtype, std::byte* to) {
  switch (dtype) {
    case DataType::int8: return parse<std::int8_t>(text, to);
    case DataType::uint8: return parse<std::uint8_t>(text, to);
    case DataType::int32: return parse<std::int32_t>(text, to);
    case DataType::uint32: return parse<std::uint32_t>(text, to);
    case DataType::int64: return parse<std::int64_t>(text, to);
    case DataType::uint64: return parse<std::uint64_t>(text, to);
    case DataType::float32: return parse_float<float>(text, nearest_float, to);
    case DataType::float64: return parse_float<double>(text, nearest_double, to);
    default: return parse_small_float(text, dtype, to);
  }
}

template <class T>
std::string whole_numbers() {
  return "whole numbers from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
         std::to_string(std::numeric_limits<T>::max());
}

std::string range_of(DataType dtype) {
  switch (dtype) {
    case DataType::int8: return whole_numbers<std::int8_t>();
    case DataType::uint8: return whole_numbers<std::uint8_t>();
    case DataType::int32: return whole_numbers<std::int32_t>();
    case DataType::uint32: return whole_numbers<std::uint32_t>();
    case DataType::int64: return whole_numbers<std::int64_t>();
    case DataType::uint64: return whole_numbers<std::uint64_t>();
    case DataType::float8_e4m3: return "numbers that float8_e4m3 can hold (up to 448) and \"nan\"";
    default: return "numbers that " + std::string(name(dtype)) + " can hold, \"nan\", \"inf\" and \"-inf\"";
  }
}

// As a JSON number: for float32 the shortest decimal that gives the same float32 back, for others the exact value.
template <class T>
Json element_json(T value) {
  if constexpr (std::is_integral_v<T>) {
    return value;
  } else {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    std::array<char, 64> text{};
    const auto [end, failure] = std::to_chars(text.data(), text.data() + text.size(), value);
    double shortest = 0;
    std::from_chars(text.data(), end, shortest);
    return shortest;
  }
}

template <class T>
Json element_at(const std::byte* from) {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return element_json(value);
}

Json small_float_at(const std::byte* from, DataType dtype) {
  float value = 0;
  to_float32(dtype, &value, from, 1);
  return element_json(static_cast<double>(value));
}

Json element_at(const std::byte* from, DataType dtype) {
  switch (dtype) {
    case DataType::int8: return element_at<std::int8_t>(from);
    case DataType::uint8: return element_at<std::uint8_t>(from);
    case DataType::int32: return element_at<std::int32_t>(from);
    case DataType::uint32: return element_at<std::uint32_t>(from);
    case DataType::int64: return element_at<std::int64_t>(from);
    case DataType::uint64: return element_at<std::uint64_t>(from);
    case DataType::float32: return element_at<float>(from);
    case DataType::float64: return element_at<double>(from);
    default: return small_float_at(from, dtype);
  }
}

}  // namespace

void store_element(const Json& value, DataType dtype, std::byte* to, const std::string& place) {
  if (!parse_element(text_of(value), dtype, to)) {
    refuse(place + " of " + std::string(name(dtype)), described(value), range_of(dtype));
  }
}

Json elements_json(std::span<const std::byte> buffer, DataType dtype) {
  Json result = Json::array();
  for (std::size_t at = 0; at < buffer.size(); at += size_of(dtype)) {
    result.push_back(element_at(buffer.data() + at, dtype));
  }
  return result;
}

}  // namespace ringlet::cli
