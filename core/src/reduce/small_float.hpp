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
template <class Bits, int ExponentBits, int MantissaBits, std::uint32_t Top, bool HasInfinity, bool Saturates>
struct SmallFloat {
  using Stored = Bits;
  Bits bits;

  static float widen(SmallFloat value) {
    const std::uint32_t magnitude = value.bits & kMagnitude;
    const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & ~kMagnitude & kAll) << (32 - kWidth);
    // The exponent is rebased by an exact multiplication, which also turns subnormals into normal numbers.
    const auto finite =
        bits_as<float>(magnitude << kShift) * bits_as<float>(static_cast<std::uint32_t>(254 - kBias) << 23);
    auto result = bits_as<std::uint32_t>(finite);
    if constexpr (HasInfinity) result = magnitude == Top ? kFloatInfinity : result;
    result = magnitude > (HasInfinity ? Top : Top - 1) ? kFloatNan : result;
    return bits_as<float>(result | sign);
  }

  // To the nearest, ties to even.
  template <Overflow When = Overflow::as_reduced>
  static SmallFloat narrow(float value) {
    const auto whole = bits_as<std::uint32_t>(value);
    const std::uint32_t magnitude = whole & 0x7fffffffU;
    // Half of the last kept bit, a little less on even numbers, carries into the mantissa where it must be rounded up.
    const std::uint32_t rounded = magnitude + (1U << (kShift - 1)) - 1 + (magnitude >> kShift & 1);
    const std::uint32_t normal = (rounded >> kShift) - (static_cast<std::uint32_t>(127 - kBias) << MantissaBits);
    // Below the normal numbers the unit in the last place is fixed: adding a number with that unit rounds to it.
    constexpr std::uint32_t kSameUnit = static_cast<std::uint32_t>(127 + 1 - kBias - MantissaBits + 23) << 23;
    const float shifted = bits_as<float>(magnitude) + bits_as<float>(kSameUnit);
    const std::uint32_t subnormal = bits_as<std::uint32_t>(shifted) - kSameUnit;
    std::uint32_t result = magnitude < kLeastNormal ? subnormal : normal;
    constexpr std::uint32_t kTooLarge = Saturates && When == Overflow::as_reduced ? Top - 1 : Top;
    result = magnitude >= kLeastNormal && result >= Top ? kTooLarge : result;
    const std::uint32_t sign = magnitude > kFloatInfinity ? 0 : whole >> 31 << (kWidth - 1);
    result = magnitude > kFloatInfinity ? kNan : result;
    return {static_cast<Bits>(result | sign)};
  }

 private:
  static constexpr int kWidth = 1 + ExponentBits + MantissaBits;
  static_assert(kWidth == 8 * sizeof(Bits));
  static constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int kShift = 23 - MantissaBits;
  static constexpr std::uint32_t kAll = (1U << kWidth) - 1;
  static constexpr std::uint32_t kMagnitude = kAll >> 1;
  static constexpr std::uint32_t kFloatInfinity = 0x7f800000;
  static constexpr std::uint32_t kFloatNan = 0x7fc00000;
  static constexpr std::uint32_t kLeastNormal = static_cast<std::uint32_t>(127 + 1 - kBias) << 23;
  static constexpr std::uint32_t kNan = HasInfinity ? Top | 1U << (MantissaBits - 1) : Top;
};

using Float16 = SmallFloat<std::uint16_t, 5, 10, 0x7c00, true, false>;
using BFloat16 = SmallFloat<std::uint16_t, 8, 7, 0x7f80, true, false>;
using Float8E4M3 = SmallFloat<std::uint8_t, 4, 3, 0x7f, false, true>;
using Float8E5M2 = SmallFloat<std::uint8_t, 5, 2, 0x7c, true, true>;

}  // namespace ringlet
