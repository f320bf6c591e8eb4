// A bounded lock-free queue for one producer and one consumer.
//
// Each side owns one index on its own cache line and keeps a copy of the other's, so that it reads the shared line
// only when its copy says full or empty. Indices count messages and never wrap within a slot's life, so the
// consumer's index also tells which messages were taken.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace ringlet {

inline constexpr std::size_t kCacheLine = 64;

template <class T, std::uint32_t Capacity>
class SpscQueue {
  static_assert((Capacity & (Capacity - 1)) == 0, "a power of two, so that the index can wrap");

 public:
  SpscQueue() = default;
  SpscQueue(const SpscQueue&) = delete;
  SpscQueue& operator=(const SpscQueue&) = delete;

  // Producer: the slot to fill, or null when the queue is full.
  T* try_claim() noexcept {
    const std::uint32_t head = head_.load(std::memory_order_relaxed);
    if (head - tail_seen_ == Capacity) {
      tail_seen_ = tail_.load(std::memory_order_seq_cst);
      if (head - tail_seen_ == Capacity) return nullptr;
    }
    return &slots_[head % Capacity];
  }

  // Producer: hands the claimed slot over. Indices are read and written sequentially consistently where the other side
  // may be about to park: it either sees the new index or is seen parked.
  void publish() noexcept { head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst); }

  // Consumer: the oldest message, or null when the queue is empty.
  T* front() noexcept {
    const std::uint32_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_seen_) {
      head_seen_ = head_.load(std::memory_order_seq_cst);
      if (tail == head_seen_) return nullptr;
    }
    return &slots_[tail % Capacity];
  }

  // Consumer: gives the oldest message's slot back, and with it whatever memory the message pointed at.
  void pop() noexcept { tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst); }

  // Producer: messages published so far.
  std::uint32_t published() const noexcept { return head_.load(std::memory_order_relaxed); }
  // Producer: whether message number `index` was taken.
  bool taken(std::uint32_t index) const noexcept {
    return static_cast<std::int32_t>(tail_.load(std::memory_order_seq_cst) - index) > 0;
  }

  // While neither side is at work: messages published and not taken.
  std::uint32_t unread() const noexcept { return head_.load() - tail_.load(); }

 private:
  alignas(kCacheLine) std::atomic<std::uint32_t> head_{0};
  std::uint32_t tail_seen_ = 0;
  alignas(kCacheLine) std::atomic<std::uint32_t> tail_{0};
  std::uint32_t head_seen_ = 0;
  alignas(kCacheLine) std::array<T, Capacity> slots_{};
};

}  // namespace ringlet
