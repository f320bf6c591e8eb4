// Element types, operators and the names that the commands, the page and the plans share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ringlet {

using namespace std::string_view_literals;

enum class DataType : std::uint8_t { int32, int64, float32, float64 };

// avg is the sum divided by the number of ranks; integer averages truncate toward zero.
enum class Operator : std::uint8_t { sum, prod, min, max, avg };

template <class Enum>
inline constexpr std::array<std::string_view, 0> names{};
template <>
inline constexpr std::array names<DataType>{"int32"sv, "int64"sv, "float32"sv, "float64"sv};
template <>
inline constexpr std::array names<Operator>{"sum"sv, "prod"sv, "min"sv, "max"sv, "avg"sv};

// The name of an enumerator, as every interface spells it.
template <class Enum>
constexpr std::string_view name(Enum value) {
  return names<Enum>.at(static_cast<std::size_t>(value));
}

// The enumerator with that name, or none.
template <class Enum>
constexpr std::optional<Enum> named(std::string_view text) {
  for (std::size_t i = 0; i < names<Enum>.size(); ++i) {
    if (names<Enum>.at(i) == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// Bytes of one element.
constexpr std::size_t size_of(DataType type) { return type == DataType::int32 || type == DataType::float32 ? 4 : 8; }

}  // namespace ringlet
