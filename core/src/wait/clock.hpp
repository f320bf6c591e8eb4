#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ringlet {

// Nanoseconds on one clock for all threads.
std::uint64_t now_ns() noexcept;

// A deadline as it is kept: within what nanoseconds hold, with room to add to.
inline std::chrono::milliseconds kept(std::chrono::milliseconds timeout) {
  constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 365);
  return std::clamp(timeout, std::chrono::milliseconds(0), kLongest);
}

}  // namespace ringlet
