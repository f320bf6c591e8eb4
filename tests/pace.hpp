// Where tests take a sample of what they run elsewhere.
#pragma once

// GCC says so by macros, clang by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RINGLET_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RINGLET_SANITIZED 1
#endif
#endif
#ifndef RINGLET_SANITIZED
#define RINGLET_SANITIZED 0
#endif

namespace ringlet::test {

// Sanitizers take ten times as long.
inline constexpr bool kSanitized = RINGLET_SANITIZED != 0;

}  // namespace ringlet::test
