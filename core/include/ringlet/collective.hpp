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

// The chunks that a buffer holds, in order: blocks of consecutive chunks, `stride` apart.
struct ChunkRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t block = 1;
  std::uint32_t stride = 1;

  std::uint32_t chunk(std::uint32_t slot) const { return first + slot / block * stride + slot % block; }
  // The slot that holds the chunk; `count` when none does.
  std::uint32_t slot(std::uint32_t chunk) const;
  bool consecutive() const { return block == stride || count <= block; }
};

// Ranks first to last - 1.
struct RankRange {
  int first = 0;
  int last = 0;
};

struct Collective {
  std::string_view name;
  std::string_view count_name = "count";  // what the API calls the count: recvcount, sendcount or count
  bool reduces = false;                   // it combines contributions, not only moves them
  bool rooted = false;
  bool in_place = true;  // whether it has an in-place form
  // Parts of `count` elements that the tensor consists of: 1, ranks, or ranks squared.
  std::uint32_t (*parts)(int ranks);
  ChunkRange (*input)(const Shape&, int rank);
  ChunkRange (*output)(const Shape&, int rank);
  // Whose contributions the chunk holds in the end, where it is that rank's output.
  RankRange (*contributors)(const Shape&, int rank, std::uint32_t chunk);
  // For a v-variant, the collective whose plans it uses: it differs only in that each part has a count of its own.
  const Collective* uniform = nullptr;

  // Whether it applies an operator to elements: a barrier combines, but nothing.
  bool has_operator() const { return reduces && parts(1) > 0; }
};

// One line per collective, in the order in which `ringlet list` prints them.
#define RINGLET_COLLECTIVES(X)                                          \
  X(reduce_scatter)   /* ncclReduceScatter, MPI_Reduce_scatter_block */ \
  X(all_gather)       /* ncclAllGather, MPI_Allgather */                \
  X(all_reduce)       /* ncclAllReduce, MPI_Allreduce */                \
  X(reduce)           /* ncclReduce, MPI_Reduce */                      \
  X(broadcast)        /* ncclBroadcast, MPI_Bcast */                    \
  X(gather)           /* ncclGather, MPI_Gather */                      \
  X(scatter)          /* ncclScatter, MPI_Scatter */                    \
  X(all_to_all)       /* ncclAlltoAll, MPI_Alltoall */                  \
  X(scan)             /* MPI_Scan */                                    \
  X(exscan)           /* MPI_Exscan */                                  \
  X(barrier)          /* MPI_Barrier */                                 \
  X(reduce_scatter_v) /* MPI_Reduce_scatter */                          \
  X(all_gather_v)     /* MPI_Allgatherv */                              \
  X(gather_v)         /* MPI_Gatherv */                                 \
  X(scatter_v)        /* MPI_Scatterv */                                \
  X(all_to_all_v)     /* MPI_Alltoallv */

#define RINGLET_DECLARE(collective) extern const Collective collective;
RINGLET_COLLECTIVES(RINGLET_DECLARE)
#undef RINGLET_DECLARE

// Every collective.
std::span<const Collective* const> collectives();
// The collective with that name, or null.
const Collective* find_collective(std::string_view name);

}  // namespace ringlet
