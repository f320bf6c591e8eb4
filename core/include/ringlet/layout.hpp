// Where chunks lie: a plan speaks of chunks, a layout says how long each is and where it is stored.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "ringlet/collective.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

struct Extent {
  std::uint64_t offset = 0;  // elements from the start of the buffer
  std::uint64_t length = 0;  // elements
};

// n elements in C chunks: chunk c starts at floor(c * n / C), so lengths differ by at most one. A v-variant divides
// each of its parts like that.
class Layout {
 public:
  // `count` elements in each part of the tensor: per rank where the contract says recvcount or sendcount.
  Layout(const Plan& plan, std::uint64_t count);
  // A count for each part, for v-variants: `counts` has as many entries as the tensor has parts.
  Layout(const Plan& plan, std::span<const std::uint64_t> counts);

  // Elements of the whole tensor.
  std::uint64_t elements() const { return elements_; }
  std::uint32_t chunks() const { return shape_.chunks; }
  int ranks() const { return shape_.ranks; }
  int root() const { return shape_.root; }
  // Elements of one chunk.
  std::uint64_t length(std::integral auto chunk) const {
    const auto index = static_cast<std::uint32_t>(chunk);
    return start(index + 1) - start(index);
  }
  // Elements of the longest chunk: what a scratch slot must hold.
  std::uint64_t longest() const;
  // Where an input or output slot lies in that rank's buffer.
  Extent extent(int rank, Slot slot) const;
  // In place: elements from the start of a rank's input to that of its output; negative when the input lies inside,
  // 0 where the rank has only one of them.
  std::int64_t in_place_offset(int rank) const;
  // Elements in a rank's whole input or output buffer.
  std::uint64_t buffer_length(int rank, Space space) const;

 private:
  std::uint64_t start(std::uint32_t chunk) const;
  ChunkRange range(int rank, Space space) const;

  const Collective* collective_;
  Shape shape_;
  std::uint64_t elements_ = 0;
  std::vector<std::uint64_t> part_starts_;  // v-variants: where each part begins, and the end
};

}  // namespace ringlet
