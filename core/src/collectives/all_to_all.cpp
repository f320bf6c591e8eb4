#include "contracts.hpp"

namespace ringlet {
namespace {

// The part from rank s to rank d is s * ranks + d: a rank sends consecutive parts and receives every ranks-th.
ChunkRange from_rank(const Shape& shape, int rank) {
  const std::uint32_t each = static_cast<std::uint32_t>(shape.ranks) * shape.slices;
  return {static_cast<std::uint32_t>(rank) * each, each, each, each};
}

ChunkRange to_rank(const Shape& shape, int rank) {
  const std::uint32_t each = static_cast<std::uint32_t>(shape.ranks) * shape.slices;
  return {static_cast<std::uint32_t>(rank) * shape.slices, each, shape.slices, each};
}

RankRange source(const Shape& shape, int /*rank*/, std::uint32_t chunk) {
  const auto rank = static_cast<int>(chunk / shape.slices) / shape.ranks;
  return {rank, rank + 1};
}

}  // namespace

// Block s of rank d's output is block d of rank s's input. Separate buffers.
const Collective all_to_all{
    .name = "all_to_all",
    .in_place = false,
    .parts = part_per_pair,
    .input = from_rank,
    .output = to_rank,
    .contributors = source,
};

}  // namespace ringlet
