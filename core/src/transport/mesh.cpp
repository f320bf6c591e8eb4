#include "mesh.hpp"

namespace ringlet {
namespace {

// What `place` owns, made by `make` if nobody has yet: of two that make it at once, one keeps its own.
template <class T, class Make>
T& made_once(std::atomic<T*>& place, Make&& make) {
  T* found = place.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  std::unique_ptr<T> made = make();
  if (place.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *found;
}

template <class T>
std::unique_ptr<T> taken_from(std::atomic<T*>& place) {
  return std::unique_ptr<T>(place.load(std::memory_order_acquire));
}

}  // namespace

Mesh::~Mesh() {
  for (auto& lane : lanes_) {
    const auto table = taken_from(lane);
    if (!table) continue;
    for (auto& channel : *table) taken_from(channel);
  }
}

std::uint32_t Mesh::unread(int source, int destination) const {
  std::uint32_t count = 0;
  for (const auto& lane : lanes_) {
    const Table* table = lane.load(std::memory_order_acquire);
    if (table == nullptr) continue;
    const Channel* channel = (*table)[index(source, destination)].load(std::memory_order_acquire);
    if (channel != nullptr) count += channel->unread();
  }
  return count;
}

Channel& Mesh::channel(int source, int destination, int lane) {
  Table& table =
      made_once(lanes_[static_cast<std::size_t>(lane)], [&] { return std::make_unique<Table>(ranks_ * ranks_); });
  return made_once(table[index(source, destination)], [] { return std::make_unique<Channel>(); });
}

}  // namespace ringlet
