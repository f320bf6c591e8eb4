// Floats of 16 and 8 bits in software, by bit patterns and float32 arithmetic that IEEE 754 fixes to the bit, so that
// every platform and compiler gives the same bits. Formats: IEEE 754 binary16, bfloat16, and OCP 8-bit floating point
// (OFP8) E4M3 and E5M2.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ringlet/reduction.hpp"

namespace ringlet {

template <class To, class From>
constexpr To bits_as(From value) {
  return __builtin_bit_cast(To, value);  // std::bit_cast came to libc++ with version 14
}

// A sign, then exponent and mantissa. `Top` is the first pattern that is no finite number; it stands for infinity if
// `HasInfinity`, else it is the NaN. What is too large becomes that pattern, or in a reduction, if it `Saturates`, the
// largest finite number.
template <class Bits, int ExponentBits, int MantissaBits, int Top, bool HasInfinity, bool Saturates>
struct SmallFloat {
  using Stored = Bits;
  Bits bits;

  static float widen(SmallFloat value) {
    if constexpr (kSameExponents) return bits_as<float>(static_cast<std::uint32_t>(value.bits) << kShift);
    const std::int32_t magnitude = value.bits & kMagnitude;
    const auto sign = static_cast<std::int32_t>(static_cast<std::uint32_t>(value.bits & ~kMagnitude) << (32 - kWidth));
    const std::int32_t shifted = magnitude << kShift;
    // Below the normal numbers with the leading bit that they lack, which is then subtracted. Multiplying would be
    // shorter, but processors are slow to multiply subnormals.
    const float subnormal = bits_as<float>(shifted + kLeastNormal) - bits_as<float>(kLeastNormal);
    const std::int32_t finite =
        magnitude < 1 << MantissaBits ? bits_as<std::int32_t>(subnormal) : shifted + ((kFloatBias - kBias) << 23);
    // The mantissa tells infinity from NaN in float32 too.
    const std::int32_t special = magnitude >= kTop ? kFloatInfinity : 0;
    return bits_as<float>(finite | special | sign);
  }

  // To the nearest, ties to even.
  template <Overflow When = Overflow::as_reduced>
  static SmallFloat narrow(float value) {
    const auto whole = bits_as<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int32_t>(whole & kFloatMagnitude);
    // Half of the last kept bit, a little less on even numbers, carries into the mantissa where it must be rounded up.
    const std::uint32_t rounded = whole + ((1U << (kShift - 1)) - 1 + (whole >> kShift & 1U));
    if constexpr (kSameExponents) return {static_cast<Bits>(value != value ? kNan : rounded >> kShift)};
    const std::int32_t normal =
        static_cast<std::int32_t>((rounded & kFloatMagnitude) >> kShift) - ((kFloatBias - kBias) << MantissaBits);
    // Below the normal numbers the unit in the last place is fixed: adding a number with that unit rounds to it.
    constexpr std::int32_t kSameUnit = (kFloatBias + 1 - kBias - MantissaBits + 23) << 23;
    const float shifted = bits_as<float>(magnitude) + bits_as<float>(kSameUnit);
    std::int32_t result = magnitude < kLeastNormal ? bits_as<std::int32_t>(shifted) - kSameUnit : normal;
    constexpr std::int32_t kTooLarge = Saturates && When == Overflow::as_reduced ? kTop - 1 : kTop;
    result = result < kTooLarge ? result : kTooLarge;
    const auto sign = static_cast<std::int32_t>(whole >> 31 << (kWidth - 1));
    return {static_cast<Bits>(magnitude > kFloatInfinity ? kNan : result | sign)};
  }

  static bool is_nan(SmallFloat value) { return (value.bits & kMagnitude) > (HasInfinity ? kTop : kTop - 1); }

  // A value that is only passed on, as narrow would leave it.
  static SmallFloat settled(SmallFloat value, bool nan) {
    int bits = value.bits;
    if constexpr (HasInfinity && Saturates) bits -= (bits & kMagnitude) == kTop ? 1 : 0;
    return {static_cast<Bits>(nan ? kNan : bits)};
  }

 private:
  static constexpr int kWidth = 1 + ExponentBits + MantissaBits;
  static_assert(kWidth == 8 * sizeof(Bits));
  static constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int kFloatBias = 127;
  static constexpr bool kSameExponents = kBias == kFloatBias;
  static constexpr int kShift = 23 - MantissaBits;
  static constexpr std::int32_t kMagnitude = (1 << (kWidth - 1)) - 1;
  static constexpr std::int32_t kTop = Top;
  static constexpr std::int32_t kNan = HasInfinity ? Top | 1 << (MantissaBits - 1) : Top;
  static constexpr std::uint32_t kFloatMagnitude = 0x7fffffff;
  static constexpr std::int32_t kFloatInfinity = 0x7f800000;
  static constexpr std::int32_t kLeastNormal = (kFloatBias + 1 - kBias) << 23;
};

using Float16 = SmallFloat<std::uint16_t, 5, 10, 0x7c00, true, false>;
using BFloat16 = SmallFloat<std::uint16_t, 8, 7, 0x7f80, true, false>;
using Float8E4M3 = SmallFloat<std::uint8_t, 4, 3, 0x7f, false, true>;
using Float8E5M2 = SmallFloat<std::uint8_t, 5, 2, 0x7c, true, true>;

}  // namespace ringlet
