#include "elements.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "refusal.hpp"

namespace ringlet::cli {
namespace {

template <class T>
std::string range_of() {
  if constexpr (std::is_integral_v<T>) {
    return "whole numbers from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  } else {
    return std::string("numbers that ") + (sizeof(T) == 4 ? "float32" : "float64") +
           " can hold, \"nan\", \"inf\" and \"-inf\"";
  }
}

// What a refusal shows of a value: never a whole array or object.
std::string described(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_structured() ? std::string("an ") + value.type_name() : value.dump();
}

template <class T>
bool parse(const std::string& text, T& result) {
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, result);
  return !text.empty() && failure == std::errc{} && stopped == end;
}

template <class T>
bool take_integer(const Json& value, T& result) {
  if (value.is_string()) return parse(value.get<std::string>(), result);
  if (value.is_number_unsigned()) {
    const auto wide = value.get<std::uint64_t>();
    result = static_cast<T>(wide);
    return wide <= static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  }
  if (!value.is_number_integer()) return false;
  const auto wide = value.get<std::int64_t>();
  result = static_cast<T>(wide);
  return wide >= std::numeric_limits<T>::min() && wide <= std::numeric_limits<T>::max();
}

template <class T>
bool take_float(const Json& value, T& result) {
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    if (text == "nan" || text == "inf" || text == "-inf") {
      result = text == "nan" ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::infinity();
      if (text == "-inf") result = -result;
      return true;
    }
    return parse(text, result) && std::isfinite(result);
  }
  if (!value.is_number()) return false;
  result = static_cast<T>(value.get<double>());
  return std::isfinite(result);
}

template <class T>
void store(const Json& value, DataType dtype, std::byte* to, const std::string& place) {
  T element{};
  bool good = false;
  if constexpr (std::is_integral_v<T>) {
    good = take_integer(value, element);
  } else {
    good = take_float(value, element);
  }
  if (!good) refuse(place + " of " + std::string(name(dtype)), described(value), range_of<T>());
  std::memcpy(to, &element, sizeof element);
}

// The shortest decimal that gives the same T back, as a JSON number.
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
Json read(std::span<const std::byte> buffer) {
  Json result = Json::array();
  for (std::size_t at = 0; at < buffer.size(); at += sizeof(T)) {
    T value{};
    std::memcpy(&value, buffer.data() + at, sizeof value);
    result.push_back(element_json(value));
  }
  return result;
}

}  // namespace

void store_element(const Json& value, DataType dtype, std::byte* to, const std::string& place) {
  switch (dtype) {
    case DataType::int32: return store<std::int32_t>(value, dtype, to, place);
    case DataType::int64: return store<std::int64_t>(value, dtype, to, place);
    case DataType::float32: return store<float>(value, dtype, to, place);
    case DataType::float64: return store<double>(value, dtype, to, place);
  }
}

Json elements_json(std::span<const std::byte> buffer, DataType dtype) {
  switch (dtype) {
    case DataType::int32: return read<std::int32_t>(buffer);
    case DataType::int64: return read<std::int64_t>(buffer);
    case DataType::float32: return read<float>(buffer);
    case DataType::float64: return read<double>(buffer);
  }
  return {};
}

}  // namespace ringlet::cli
