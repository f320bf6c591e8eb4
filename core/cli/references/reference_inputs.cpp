#include "reference_inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace ringlet::references {
namespace {

constexpr std::array kFormats{
    Format{"int8", 1, true},           Format{"uint8", 1, false},
    Format{"int32", 4, true},          Format{"uint32", 4, false},
    Format{"int64", 8, true},          Format{"uint64", 8, false},
    Format{"float16", 2, true, 10, 5}, Format{"bfloat16", 2, true, 7, 8},
    Format{"float32", 4, true, 23, 8}, Format{"float64", 8, true, 52, 11},
};

// lowbias32 of Chris Wellons (github.com/skeeto/hash-prospector): every bit of x reaches every bit of the result.
constexpr std::uint32_t scrambled(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

// The `draw`-th random word of an element.
std::uint32_t word(const Case& of, int rank, std::uint64_t index, std::uint32_t draw) {
  return scrambled(of.seed * 0x9e3779b1U + static_cast<std::uint32_t>(rank) * 0x85ebca77U +
                   static_cast<std::uint32_t>(index) * 0xc2b2ae3dU + draw * 0x27d4eb2fU);
}

// At least one bit.
std::uint64_t low_bits(std::uint64_t value, std::size_t bits) { return value & ~std::uint64_t{0} >> (64 - bits); }

std::uint64_t small(const Format& format, std::uint32_t random) {
  if (!format.is_signed) return random % 9;
  const auto value = static_cast<std::int64_t>(random % 17) - 8;
  if (format.is_float()) return encoded(format, static_cast<double>(value));
  return low_bits(static_cast<std::uint64_t>(value), format.bytes * 8);
}

std::uint64_t special(const Format& format, std::uint32_t random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::array kValues{
      std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity, -0.0, 0.0, 1.0, -1.5, 1024.0};
  return encoded(format, kValues.at(random % kValues.size()));
}

}  // namespace

const Format* find_format(std::string_view dtype) {
  const auto* it = std::find_if(kFormats.begin(), kFormats.end(), [&](auto& each) { return each.dtype == dtype; });
  return it == kFormats.end() ? nullptr : it;
}

double Format::epsilon() const { return is_float() ? std::ldexp(1.0, -static_cast<int>(fraction)) : 0; }

double decoded(const Format& format, std::uint64_t bits) {
  const std::size_t width = format.bytes * 8;
  const bool negative = format.is_signed && (bits >> (width - 1) & 1) != 0;
  if (!format.is_float()) {
    if (!negative) return static_cast<double>(bits);
    const std::uint64_t extended = width == 64 ? bits : bits | ~std::uint64_t{0} << width;
    return static_cast<double>(static_cast<std::int64_t>(extended));
  }
  const auto fraction = static_cast<double>(low_bits(bits, format.fraction));
  const auto exponent = static_cast<int>(low_bits(bits >> format.fraction, format.exponent));
  const int most = (1 << format.exponent) - 1;
  const int bias = most / 2;
  const auto digits = static_cast<int>(format.fraction);
  double size = 0;
  if (exponent == most) {
    size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  } else if (exponent == 0) {
    size = std::ldexp(fraction, 1 - bias - digits);
  } else {
    size = std::ldexp(fraction + std::ldexp(1.0, digits), exponent - bias - digits);
  }
  return negative ? -size : size;
}

std::uint64_t encoded(const Format& format, double value) {
  const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (format.bytes * 8 - 1) : 0;
  const int most = (1 << format.exponent) - 1;
  const int bias = most / 2;
  const auto digits = static_cast<int>(format.fraction);
  const std::uint64_t infinity = static_cast<std::uint64_t>(most) << format.fraction;
  if (std::isnan(value)) return infinity | std::uint64_t{1} << (format.fraction - 1);
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  const int exponent = std::ilogb(value);
  const double size = std::fabs(value);
  if (exponent < 1 - bias) return sign | static_cast<std::uint64_t>(std::ldexp(size, bias - 1 + digits));
  const auto significand = static_cast<std::uint64_t>(std::ldexp(size, digits - exponent));
  return sign | (static_cast<std::uint64_t>(exponent + bias) << format.fraction) |
         low_bits(significand, format.fraction);
}

Case case_from(const Json& json) {
  Case result;
  json.at("collective").get_to(result.collective);
  json.at("dtype").get_to(result.dtype);
  json.at("values").get_to(result.values);
  json.at("ranks").get_to(result.ranks);
  json.at("seed").get_to(result.seed);
  result.op = json.value("op", "");
  result.by = json.value("by", "");
  result.root = json.value("root", 0);
  if (json.contains("counts")) {
    json.at("counts").get_to(result.counts);
  } else {
    json.at("count").get_to(result.count);
  }
  return result;
}

std::uint64_t input_bits(const Case& of, const Format& format, int rank, std::uint64_t index) {
  const std::uint32_t first = word(of, rank, index, 0);
  if (of.values == "small") return small(format, first);
  if (of.values == "special") return special(format, first);
  const std::uint64_t random = std::uint64_t{word(of, rank, index, 1)} << 32 | first;
  if (!format.is_float()) return low_bits(random, format.bytes * 8);
  const auto digits = static_cast<int>(format.fraction);
  const auto size = static_cast<std::int64_t>(random >> (63 - digits)) - (std::int64_t{1} << digits);
  const auto exponent = static_cast<int>(word(of, rank, index, 2) % 16) - 8;
  return encoded(format, std::ldexp(static_cast<double>(size), exponent - digits));
}

void fill_input(const Case& of, const Format& format, int rank, std::span<std::byte> input) {
  for (std::uint64_t index = 0; index < input.size() / format.bytes; ++index) {
    const std::uint64_t bits = input_bits(of, format, rank, index);
    // Every machine that this runs on keeps the low byte first.
    std::memcpy(input.data() + index * format.bytes, &bits, format.bytes);
  }
}

std::uint64_t bits_at(const Format& format, std::span<const std::byte> elements, std::uint64_t index) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, elements.data() + index * format.bytes, format.bytes);
  return bits;
}

std::string hex_of(const Format& format, std::span<const std::byte> elements) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::uint64_t index = 0; index < elements.size() / format.bytes; ++index) {
    const std::uint64_t bits = bits_at(format, elements, index);
    for (std::size_t digit = format.bytes * 2; digit-- > 0;) text += kDigits[bits >> (digit * 4) & 15];
  }
  return text;
}

}  // namespace ringlet::references
