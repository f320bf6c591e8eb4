// What contracts are made of: how a tensor divides into parts, which of them a buffer holds, and who contributes.
#pragma once

#include "ringlet/collective.hpp"

namespace ringlet {

inline std::uint32_t one_part(int /*ranks*/) { return 1; }
inline std::uint32_t part_per_rank(int ranks) { return static_cast<std::uint32_t>(ranks); }
inline std::uint32_t part_per_pair(int ranks) {
  return static_cast<std::uint32_t>(ranks) * static_cast<std::uint32_t>(ranks);
}

inline ChunkRange nothing(const Shape& /*shape*/, int /*rank*/) { return {}; }
inline ChunkRange whole_tensor(const Shape& shape, int /*rank*/) {
  return {0, shape.chunks, shape.chunks, shape.chunks};
}
inline ChunkRange own_part(const Shape& shape, int rank) {
  return {static_cast<std::uint32_t>(rank) * shape.slices, shape.slices, shape.slices, shape.slices};
}
// For the root only.
template <ChunkRange (*OfRoot)(const Shape&, int)>
ChunkRange at_root(const Shape& shape, int rank) {
  return rank == shape.root ? OfRoot(shape, rank) : ChunkRange{};
}

inline RankRange everyone(const Shape& shape, int /*rank*/, std::uint32_t /*chunk*/) { return {0, shape.ranks}; }
inline RankRange only_root(const Shape& shape, int /*rank*/, std::uint32_t /*chunk*/) {
  return {shape.root, shape.root + 1};
}
// The rank whose input the part was.
inline RankRange only_owner(const Shape& shape, int /*rank*/, std::uint32_t chunk) {
  const auto owner = static_cast<int>(chunk / shape.slices);
  return {owner, owner + 1};
}

}  // namespace ringlet
