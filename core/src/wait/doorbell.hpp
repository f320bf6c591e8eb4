// How a rank sleeps and is woken. One doorbell per rank; anyone may ring it, only its rank waits at it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "../transport/spsc_queue.hpp"
#include "parking.hpp"

namespace ringlet {

class alignas(kCacheLine) Doorbell {
 public:
  // Call after publishing whatever the rank may be waiting for, with a sequentially consistent store: then either this
  // sees the rank parked or the rank sees what was published.
  void ring() noexcept {
    if (!parked_.load(std::memory_order_seq_cst)) return;
    rings_.fetch_add(1, std::memory_order_seq_cst);
    unpark(rings_);
  }

  // Sleeps for at most `slice` unless `ready()`, asked once more after the intent to sleep is visible.
  template <class Ready>
  void wait(std::chrono::nanoseconds slice, Ready&& ready) noexcept {
    const std::uint32_t seen = rings_.load(std::memory_order_seq_cst);
    parked_.store(true, std::memory_order_seq_cst);
    if (!ready()) park(rings_, seen, slice);
    parked_.store(false, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint32_t> rings_{0};
  std::atomic<bool> parked_{false};
};

}  // namespace ringlet
