#include "ringlet/byte_counter.hpp"

namespace ringlet {

ByteCounter::ByteCounter(int ranks)
    : ranks_(ranks),
      sent_(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks)),
      received_(sent_.size()) {}

std::size_t ByteCounter::index(int source, int destination) const {
  return static_cast<std::size_t>(source) * static_cast<std::size_t>(ranks_) + static_cast<std::size_t>(destination);
}

void ByteCounter::on_step(const StepEvent& event) noexcept {
  if (event.step.kind == StepKind::local) return;
  const bool sends = event.step.kind == StepKind::send;
  auto& counter = sends ? sent_[index(event.rank, event.step.peer)] : received_[index(event.step.peer, event.rank)];
  counter.store(counter.load(std::memory_order_relaxed) + event.bytes, std::memory_order_relaxed);
}

std::uint64_t ByteCounter::sent(int rank) const {
  std::uint64_t total = 0;
  for (int peer = 0; peer < ranks_; ++peer) total += sent_[index(rank, peer)].load(std::memory_order_relaxed);
  return total;
}

std::uint64_t ByteCounter::received(int rank) const {
  std::uint64_t total = 0;
  for (int peer = 0; peer < ranks_; ++peer) total += edge(peer, rank);
  return total;
}

std::uint64_t ByteCounter::edge(int source, int destination) const {
  return received_[index(source, destination)].load(std::memory_order_relaxed);
}

}  // namespace ringlet
