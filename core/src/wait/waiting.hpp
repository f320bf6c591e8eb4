// How long a rank spins, yields and sleeps, and when it gives up.
//
// Handing over between two cores takes 0.1 us by spinning and 20-40 us by futex, and on a shared core 0.7 us by
// yielding: so spin only with cores to spare (see that no two ranks share one, and not for so long that it hurts if
// they do), yield for a while, then sleep in slices that watch the deadline.
//
// In WebAssembly there is no yield, and nobody can move a rank off a core that it shares. A rank without a core of its
// own sleeps at once: in Node, on 4 ranks and 2 cores, 200 looks before that made direct's all_reduce of 64 KiB take
// 0.22 to 0.26 ms instead of 0.08 to 0.37, and 2000 looks 0.54 to 0.93; and to wait, asleep, for more to take together
// made 16 MiB at most a tenth faster and what is smaller slower. With cores to spare a rank goes on spinning where it
// would yield: two that share a core both have something to do then, so that the system moves one to an idle core
// within some 40 ms, and there it stays. Ranks that sleep after 300 looks stay together for long (2 ranks, 1 MiB, in
// Chromium: 0.10 to 0.38 of native speed instead of about 1).
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

#include "clock.hpp"
#include "cores.hpp"
#include "doorbell.hpp"

namespace ringlet {

class Patience {
 public:
  // How long, in ns, a rank may wait for what can be taken together with what it has: longer where others use the time.
  static std::uint64_t most_lull(bool spare_cores) noexcept { return spare_cores ? kShortLull : kLongLull; }

  Patience(Cores& cores, int rank, std::chrono::nanoseconds timeout) : cores_(cores), rank_(rank), timeout_(timeout) {}

  // Something moved.
  void refresh() noexcept {
    looks_ = 0;
    waited_ = {};
    since_ns_ = 0;
  }

  // Lets a moment pass.
  void lull() noexcept { cores_.spare() ? pause() : std::this_thread::yield(); }

  // One look later: spins, yields or sleeps until `ready`. `counts` says whether this time counts towards the
  // deadline. False when the deadline has passed.
  template <class Ready, class BeforeSleep>
  bool wait(Doorbell& doorbell, bool counts, Ready&& ready, BeforeSleep&& before_sleep) noexcept {
    const bool spins = counts && cores_.spare();
    if (spins) {
      if (++looks_ % kLooksAround == 0) cores_.look_around(rank_);
      if (looks_ <= kSpins) {
        pause();
        return true;
      }
    }
    const std::uint64_t now = now_ns();
    if (since_ns_ == 0) {
      since_ns_ = slice_ns_ = now;
    }
    if (counts) waited_ += std::chrono::nanoseconds(now - slice_ns_);
    slice_ns_ = now;
    if (counts && waited_ >= timeout_) return false;
    if (counts && (kYields || spins) && now - since_ns_ < kYieldFor) {
      kYields ? std::this_thread::yield() : pause();
      return true;
    }
    before_sleep();
    doorbell.wait(kSlice, ready);
    return true;
  }

 private:
#ifdef __EMSCRIPTEN__
  static constexpr bool kYields = false;  // there is no yield in wasm
  static constexpr std::uint64_t kLongLull = 0;
  static constexpr std::uint32_t kSpins = 4000;
  static constexpr std::uint64_t kYieldFor = 5'000'000;  // ns, spinning on
#else
  static constexpr bool kYields = true;
  static constexpr std::uint64_t kLongLull = 100'000;
  static constexpr std::uint32_t kSpins = 500;
  static constexpr std::uint64_t kYieldFor = 1'000'000;  // ns
#endif
  static constexpr std::uint32_t kLooksAround = 64;
  static constexpr std::uint64_t kShortLull = 20'000;
  static constexpr std::chrono::milliseconds kSlice{5};

  static void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }

  Cores& cores_;
  int rank_;
  std::chrono::nanoseconds timeout_;
  std::uint32_t looks_ = 0;
  std::chrono::nanoseconds waited_{};
  std::uint64_t since_ns_ = 0;
  std::uint64_t slice_ns_ = 0;
};

}  // namespace ringlet
