// Element types, operators and the names that the commands, the page and the plans share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ringlet {

using namespace std::string_view_literals;

// float8_e4m3 is OCP's, which has no infinity (torch: float8_e4m3fn).
enum class DataType : std::uint8_t {
  int8,
  uint8,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  float8_e4m3,
  float8_e5m2
};

// avg is the sum divided by the number of ranks; integer averages truncate toward zero. premul_sum multiplies each
// rank's input by that rank's scalar, then sums. band, bor and bxor work bit by bit; land and lor give 0 or 1.
enum class Operator : std::uint8_t { sum, prod, min, max, avg, premul_sum, band, bor, bxor, land, lor };

template <class Enum>
inline constexpr std::array<std::string_view, 0> names{};
template <>
inline constexpr std::array names<DataType>{"int8"sv,    "uint8"sv,   "int32"sv,       "uint32"sv,
                                            "int64"sv,   "uint64"sv,  "float16"sv,     "bfloat16"sv,
                                            "float32"sv, "float64"sv, "float8_e4m3"sv, "float8_e5m2"sv};
template <>
inline constexpr std::array names<Operator>{"sum"sv,  "prod"sv, "min"sv,  "max"sv,  "avg"sv, "premul_sum"sv,
                                            "band"sv, "bor"sv,  "bxor"sv, "land"sv, "lor"sv};

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
constexpr std::size_t size_of(DataType type) {
  constexpr std::array<std::size_t, names<DataType>.size()> kSizes{1, 1, 4, 4, 8, 8, 2, 2, 4, 8, 1, 1};
  return kSizes.at(static_cast<std::size_t>(type));
}

constexpr bool is_integer(DataType type) { return type <= DataType::uint64; }
// Floats of 16 or 8 bits, which are widened to float32 to be combined.
constexpr bool is_small_float(DataType type) {
  return !is_integer(type) && type != DataType::float32 && type != DataType::float64;
}

// The DataType of a C++ number; floats of 16 and 8 bits have no C++ type.
template <class T>
inline constexpr DataType dtype_of = [] {
  if constexpr (std::is_same_v<T, float>) return DataType::float32;
  if constexpr (std::is_same_v<T, double>) return DataType::float64;
  if constexpr (std::is_same_v<T, std::int8_t>) return DataType::int8;
  if constexpr (std::is_same_v<T, std::uint8_t>) return DataType::uint8;
  if constexpr (std::is_same_v<T, std::int32_t>) return DataType::int32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return DataType::uint32;
  if constexpr (std::is_same_v<T, std::int64_t>) return DataType::int64;
  if constexpr (std::is_same_v<T, std::uint64_t>) return DataType::uint64;
}();

}  // namespace ringlet
