#include "ringlet/layout.hpp"

namespace ringlet {

Layout::Layout(const Plan& plan, std::uint64_t count)
    : collective_(plan.collective),
      shape_(plan.shape()),
      elements_(plan.collective->per_rank_count ? count * static_cast<std::uint64_t>(plan.ranks) : count) {}

// floor(chunk * elements / chunks) without a product that could overflow 64 bits.
std::uint64_t Layout::start(std::uint32_t chunk) const {
  const std::uint64_t chunks = shape_.chunks;
  return elements_ / chunks * chunk + elements_ % chunks * chunk / chunks;
}

std::uint64_t Layout::longest() const { return (elements_ + shape_.chunks - 1) / shape_.chunks; }

ChunkRange Layout::range(int rank, Space space) const {
  return space == Space::input ? collective_->input(shape_, rank) : collective_->output(shape_, rank);
}

Extent Layout::extent(int rank, Slot slot) const {
  const std::uint32_t first = range(rank, slot.space).first;
  return {start(first + slot.index) - start(first), length(first + slot.index)};
}

std::int64_t Layout::in_place_offset(int rank) const {
  return static_cast<std::int64_t>(start(range(rank, Space::output).first)) -
         static_cast<std::int64_t>(start(range(rank, Space::input).first));
}

std::uint64_t Layout::buffer_length(int rank, Space space) const {
  const ChunkRange chunks = range(rank, space);
  return start(chunks.first + chunks.count) - start(chunks.first);
}

}  // namespace ringlet
