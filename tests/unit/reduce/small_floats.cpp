// Conversions of 16- and 8-bit floats: every pattern, and every boundary at which rounding changes.
#include <cmath>
#include <limits>

#include "../support.hpp"
#include "ringlet/reduction.hpp"
#include "scalar_reference.hpp"

namespace ringlet::test {
namespace {

constexpr std::array kSmall{DataType::float16, DataType::bfloat16, DataType::float8_e4m3, DataType::float8_e5m2};

std::uint32_t patterns(DataType type) { return 1U << 8 * size_of(type); }

std::uint32_t float_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float widened(DataType type, std::uint32_t bits) {
  float value = 0;
  to_float32(type, &value, reinterpret_cast<const std::byte*>(&bits), 1);
  return value;
}

std::uint32_t narrowed(DataType type, float value, Overflow overflow) {
  std::uint32_t bits = 0;
  from_float32(type, reinterpret_cast<std::byte*>(&bits), &value, 1, overflow);
  return bits;
}

void check_narrowing(DataType type, float value) {
  for (const Overflow overflow : {Overflow::as_reduced, Overflow::to_infinity}) {
    const std::uint32_t wanted = small_nearest(type, value, overflow == Overflow::as_reduced);
    const std::uint32_t got = narrowed(type, value, overflow);
    if (got != wanted) FAIL(name(type) << " of " << value << ": " << got << " instead of " << wanted);
  }
}

TEST_CASE("small floats: every pattern widens to its value") {
  for (const DataType type : kSmall) {
    for (std::uint32_t bits = 0; bits < patterns(type); ++bits) {
      INFO(name(type) << " " << bits);
      const double wanted = small_value(type, bits);
      const float got = widened(type, bits);
      REQUIRE(std::isnan(got) == std::isnan(wanted));
      REQUIRE(std::signbit(got) == (bits >= patterns(type) / 2));
      if (!std::isnan(wanted)) REQUIRE(static_cast<double>(got) == wanted);
    }
  }
}

TEST_CASE("small floats: every pattern comes back from float32, NaN without its payload") {
  for (const DataType type : kSmall) {
    for (std::uint32_t bits = 0; bits < patterns(type); ++bits) {
      INFO(name(type) << " " << bits);
      const bool nan = std::isnan(small_value(type, bits));
      REQUIRE(narrowed(type, widened(type, bits), Overflow::to_infinity) ==
              (nan ? small_nearest(type, small_value(type, bits), false) : bits));
    }
  }
}

TEST_CASE("small floats: rounding to the nearest, ties to even, at every tie and beside it") {
  for (const DataType type : kSmall) {
    for (std::uint32_t bits = 0; bits + 1 < patterns(type) / 2; ++bits) {
      const double low = small_value(type, bits);
      const double high = small_value(type, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      const auto tie = static_cast<float>((low + high) / 2);
      REQUIRE(static_cast<double>(tie) == (low + high) / 2);
      for (const float value : {tie, std::nextafter(tie, 0.0F), std::nextafter(tie, HUGE_VALF)}) {
        check_narrowing(type, value);
        check_narrowing(type, -value);
      }
    }
  }
}

TEST_CASE("small floats: from far too small to far too large") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const DataType type : kSmall) {
    for (const float value : {0.0F, std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::min(),
                              std::numeric_limits<float>::max(), kInfinity}) {
      check_narrowing(type, value);
      check_narrowing(type, -value);
    }
    for (int exponent = -149; exponent < 128; ++exponent) {
      const float power = std::ldexp(1.0F, exponent);
      for (const float value : {power, std::nextafter(power, 0.0F), std::nextafter(power, kInfinity), power * 1.5F}) {
        check_narrowing(type, value);
        check_narrowing(type, -value);
      }
    }
  }
}

TEST_CASE("small floats: the largest numbers, and what is just too large, by hand") {
  const auto stored = [](DataType type, float value) { return narrowed(type, value, Overflow::as_reduced); };
  CHECK(stored(DataType::float16, 65519.996F) == 0x7bff);
  CHECK(stored(DataType::float16, 65520.0F) == 0x7c00);
  CHECK(stored(DataType::bfloat16, std::numeric_limits<float>::max()) == 0x7f80);
  CHECK(stored(DataType::float8_e4m3, 448.0F) == 0x7e);
  CHECK(stored(DataType::float8_e4m3, 1e30F) == 0x7e);
  CHECK(stored(DataType::float8_e4m3, -std::numeric_limits<float>::infinity()) == 0xfe);
  CHECK(stored(DataType::float8_e5m2, 57344.0F) == 0x7b);
  CHECK(stored(DataType::float8_e5m2, std::numeric_limits<float>::infinity()) == 0x7b);
  CHECK(narrowed(DataType::float8_e5m2, 61440.0F, Overflow::to_infinity) == 0x7c);
  CHECK(narrowed(DataType::float8_e4m3, 464.0F, Overflow::to_infinity) == 0x7e);
  CHECK(narrowed(DataType::float8_e4m3, 465.0F, Overflow::to_infinity) == 0x7f);
}

TEST_CASE("small floats: any NaN becomes the one quiet NaN") {
  constexpr std::array kNans{0x7e00U, 0x7fc0U, 0x7fU, 0x7eU};
  for (std::size_t i = 0; i < kSmall.size(); ++i) {
    for (const std::uint32_t bits : {0x7fc00000U, 0xffc00000U, 0x7f800001U, 0xff812345U, 0x7fffffffU}) {
      float nan = 0;
      std::memcpy(&nan, &bits, sizeof nan);
      CHECK(narrowed(kSmall[i], nan, Overflow::as_reduced) == kNans[i]);
      CHECK(narrowed(kSmall[i], nan, Overflow::to_infinity) == kNans[i]);
    }
  }
}

TEST_CASE("small floats: signs of zero survive") {
  for (const DataType type : kSmall) {
    CHECK(float_bits(widened(type, narrowed(type, -0.0F, Overflow::as_reduced))) == float_bits(-0.0F));
    CHECK(float_bits(widened(type, narrowed(type, 0.0F, Overflow::as_reduced))) == float_bits(0.0F));
  }
}

}  // namespace
}  // namespace ringlet::test
