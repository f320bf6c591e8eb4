// Batches of calls one after the other, timed in the same way for Ringlet and for every library beside it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ringlet::bench {

// In WebAssembly a rank that shares a core stays there until the system moves it, for 40 ms and more.
#ifdef __EMSCRIPTEN__
inline constexpr std::chrono::milliseconds kWarmUp{100};
#else
inline constexpr std::chrono::milliseconds kWarmUp{20};
#endif

struct Effort {
  std::chrono::microseconds batch{10'000};  // the calls of a batch are doubled until it lasts as long
  int batches = 15;
  std::chrono::microseconds warm_up = kWarmUp;  // the calls before the first batch last at least as long
};

struct Times {
  std::vector<double> call_us;  // of each batch: the slowest rank's time divided by its calls
  std::uint64_t calls = 1;      // in a batch

  // The middle of the batches, the upper one of two.
  double median_us() const {
    std::vector<double> sorted = call_us;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
  double min_us() const { return *std::min_element(call_us.begin(), call_us.end()); }
};

// One rank's part of the timing. `call()` makes one call. `ranks.meet()` returns when all ranks have come;
// `ranks.slowest(us, done)` gives every rank the largest, after `done` batches that count. Whoever says false or none
// ends it.
template <class Ranks, class Call>
std::optional<Times> timed(const Effort& effort, Ranks& ranks, Call& call) {
  Times times;
  double warm_us = 0;
  bool enough = false;
  while (static_cast<int>(times.call_us.size()) < effort.batches) {
    if (!ranks.meet()) return std::nullopt;
    const auto began = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < times.calls; ++i) {
      if (!call()) return std::nullopt;
    }
    const std::chrono::duration<double, std::micro> mine = std::chrono::steady_clock::now() - began;
    const std::optional<double> us = ranks.slowest(mine.count(), static_cast<int>(times.call_us.size()));
    if (!us) return std::nullopt;
    if (enough) {
      times.call_us.push_back(*us / static_cast<double>(times.calls));
      continue;
    }
    warm_us += *us;
    if (*us < static_cast<double>(effort.batch.count())) {
      times.calls *= 2;
    } else {
      enough = warm_us >= static_cast<double>(effort.warm_up.count());
    }
  }
  return times;
}

}  // namespace ringlet::bench
