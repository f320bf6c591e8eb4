#include "mesh.hpp"

namespace ringlet {

Mesh::Mesh(int ranks, int lanes)
    : ranks_(ranks),
      lanes_(lanes),
      channels_(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks) * static_cast<std::size_t>(lanes)) {}

Mesh::~Mesh() {
  for (auto& channel : channels_) std::unique_ptr<Channel>(channel.load(std::memory_order_acquire));
}

Channel& Mesh::channel(int source, int destination, int lane) {
  auto& place = channels_[(static_cast<std::size_t>(source) * static_cast<std::size_t>(ranks_) +
                           static_cast<std::size_t>(destination)) *
                              static_cast<std::size_t>(lanes_) +
                          static_cast<std::size_t>(lane)];
  Channel* found = place.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  auto made = std::make_unique<Channel>();
  if (place.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *found;
}

}  // namespace ringlet
