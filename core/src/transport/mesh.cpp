#include "mesh.hpp"

namespace ringlet {

Mesh::~Mesh() {
  for (auto& lane : lanes_) {
    for (auto& channel : lane) std::unique_ptr<Channel>(channel.load(std::memory_order_acquire));
  }
}

void Mesh::reserve_lanes(std::size_t lanes) {
  while (lanes_.size() < lanes) lanes_.emplace_back(ranks_ * ranks_);
}

Channel& Mesh::channel(int source, int destination, int lane) {
  auto& place = lanes_[static_cast<std::size_t>(lane)]
                      [static_cast<std::size_t>(source) * ranks_ + static_cast<std::size_t>(destination)];
  Channel* found = place.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  auto made = std::make_unique<Channel>();
  if (place.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *found;
}

}  // namespace ringlet
