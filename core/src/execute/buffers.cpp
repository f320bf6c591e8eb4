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
    const ChunkRange input = plan.collective->input(plan.shape(), rank);
    const ChunkRange output = plan.collective->output(plan.shape(), rank);
    const std::span<std::byte> whole(memory_.emplace_back(std::max(in, out)));
    const auto begin_of = [&](ChunkRange part, ChunkRange in_range, Space space) {
      return bytes(layout.extent(rank, {space, part.first - in_range.first}).offset);
    };
    inputs_.push_back(whole.subspan(in < out ? begin_of(input, output, Space::output) : 0, in));
    outputs_.push_back(whole.subspan(out < in ? begin_of(output, input, Space::input) : 0, out));
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
