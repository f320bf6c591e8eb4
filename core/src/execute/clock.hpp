#pragma once

#include <cstdint>

namespace ringlet {

// Nanoseconds on one clock for all threads.
std::uint64_t now_ns() noexcept;

}  // namespace ringlet
