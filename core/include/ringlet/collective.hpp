// What a collective promises, as data: which chunk each slot of a rank's input and output holds, and whose
// contributions a finished chunk contains. Layouts and in-place rules are NCCL's.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ringlet/types.hpp"

namespace ringlet {

struct Shape {
  int ranks = 1;
  int root = 0;
  std::uint32_t chunks = 1;
  std::uint32_t slices = 1;
};

// The consecutive chunks that a buffer holds: slot i holds chunk first + i.
struct ChunkRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Collective {
  std::string_view name;
  std::string_view count_name;  // what the API calls the count: recvcount, sendcount or count
  bool reduces;                 // a finished chunk holds every rank's contribution, not only its owner's
  bool per_rank_count;          // the tensor is ranks * count elements, not count
  ChunkRange (*input)(const Shape&, int rank);
  ChunkRange (*output)(const Shape&, int rank);
};

// The rank whose input a chunk is when the collective only moves data.
constexpr int owner(const Shape& shape, std::uint32_t chunk) { return static_cast<int>(chunk / shape.slices); }

extern const Collective reduce_scatter;  // ncclReduceScatter, MPI_Reduce_scatter_block
extern const Collective all_gather;      // ncclAllGather, MPI_Allgather
extern const Collective all_reduce;      // ncclAllReduce, MPI_Allreduce

// Every collective, in the order in which `ringlet list` prints them.
std::span<const Collective* const> collectives();
// The collective with that name, or null.
const Collective* find_collective(std::string_view name);

}  // namespace ringlet
