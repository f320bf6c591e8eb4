// Sums and products of float16 by the processor's own conversions, which round as SmallFloat does.
#pragma once

#ifdef __x86_64__
#include <immintrin.h>

#include <type_traits>

#include "elementwise.hpp"

namespace ringlet {

template <class Op, std::size_t Operands>
[[gnu::target("avx2,f16c")]] void combine_float16(std::byte* dst, const std::byte* const* operands,
                                                  std::uint64_t count) {
  constexpr std::uint64_t kBytes = sizeof(__m128i);
  const std::uint64_t bytes = count * sizeof(Float16);
  std::uint64_t at = 0;
  for (; at + kBytes <= bytes; at += kBytes) {
    __m128i value = _mm_loadu_si128(reinterpret_cast<const __m128i*>(operands[0] + at));
    for (std::size_t k = 1; k < Operands; ++k) {
      const __m256 left = _mm256_cvtph_ps(value);
      const __m256 right = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(operands[k] + at)));
      const __m256 exact = std::is_same_v<Op, Sum> ? _mm256_add_ps(left, right) : _mm256_mul_ps(left, right);
      value = _mm256_cvtps_ph(exact, _MM_FROUND_TO_NEAREST_INT);
    }
    const __m128i magnitude = _mm_and_si128(value, _mm_set1_epi16(0x7fff));
    const __m128i is_nan = _mm_cmpgt_epi16(magnitude, _mm_set1_epi16(0x7c00));
    value = _mm_blendv_epi8(value, _mm_set1_epi16(0x7e00), is_nan);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + at), value);
  }
  std::array<const std::byte*, Operands> rest{};
  for (std::size_t k = 0; k < Operands; ++k) rest[k] = operands[k] + at;
  combine_elements<Float16, Rounded<Op>, Operands>(dst + at, rest.data(), (bytes - at) / sizeof(Float16));
}

}  // namespace ringlet
#endif
