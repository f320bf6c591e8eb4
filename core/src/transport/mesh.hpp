// The connections between ranks: one queue per (source, destination, lane), made when either end first asks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ringlet/verify.hpp"
#include "spsc_queue.hpp"

namespace ringlet {

// Messages up to this size travel inside the slot; larger ones as a pointer to the sender's memory.
inline constexpr std::size_t kEagerBytes = 1024;

// One chunk of a message, in the sender's memory.
struct Segment {
  const std::byte* data;
  std::uint64_t bytes;
};

struct alignas(kCacheLine) Message {
  std::uint64_t call = 0;  // which call of the sender it belongs to
  std::uint64_t bytes = 0;
  const std::byte* data = nullptr;    // where its chunks lie one after the other: in the slot or with the sender,
  const Segment* segments = nullptr;  // or, if not null, where each of them does
  std::uint32_t chunks = 0;
  alignas(16) std::array<std::byte, kEagerBytes> payload;
};

using Channel = SpscQueue<Message, kQueueSlots>;

class Mesh {
 public:
  explicit Mesh(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  // The queue from source to destination; any rank may ask at any time.
  Channel& channel(int source, int destination, int lane);
  // Messages that were sent and not taken, from source to destination. While no rank is at work.
  std::uint32_t unread(int source, int destination) const;

 private:
  using Table = std::vector<std::atomic<Channel*>>;  // [source * ranks + destination]
  std::size_t index(int source, int destination) const {
    return static_cast<std::size_t>(source) * ranks_ + static_cast<std::size_t>(destination);
  }

  std::size_t ranks_;
  std::array<std::atomic<Table*>, kMaxLanes> lanes_{};
};

}  // namespace ringlet
