#include "ringlet/buffers.hpp"

#include <algorithm>

namespace ringlet {

Buffers::Buffers(const Plan& plan, const Layout& layout, DataType dtype) {
  const auto bytes = [&](std::uint64_t elements) { return static_cast<std::size_t>(elements * size_of(dtype)); };
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const std::size_t in = bytes(layout.buffer_length(rank, Space::input));
    const std::size_t out = bytes(layout.buffer_length(rank, Space::output));
    if (!plan.in_place) {
      inputs_.emplace_back(memory_.emplace_back(in));
      outputs_.emplace_back(memory_.emplace_back(out));
      continue;
    }
    const std::span<std::byte> whole(memory_.emplace_back(std::max(in, out)));
    const std::int64_t offset = layout.in_place_offset(rank);
    inputs_.push_back(whole.subspan(offset < 0 ? bytes(static_cast<std::uint64_t>(-offset)) : 0, in));
    outputs_.push_back(whole.subspan(offset > 0 ? bytes(static_cast<std::uint64_t>(offset)) : 0, out));
  }
}

std::vector<RankBuffers> Buffers::bound() const {
  std::vector<RankBuffers> result;
  for (std::size_t rank = 0; rank < inputs_.size(); ++rank) {
    result.push_back({inputs_[rank].data(), outputs_[rank].data()});
  }
  return result;
}

}  // namespace ringlet
