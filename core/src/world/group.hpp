// Ranks that communicate with each other: the whole world, or what a split made of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../transport/mesh.hpp"
#include "call_board.hpp"

namespace ringlet {

struct Group {
  explicit Group(std::vector<int> ranks_of_world);

  int world_rank(int rank) const { return members[static_cast<std::size_t>(rank)]; }
  int size() const { return static_cast<int>(members.size()); }
  // "the group of ranks 0, 2 and 4", or nothing for the whole world.
  std::string words(int world_ranks) const;

  std::vector<int> members;  // [rank in the group]: rank in the world
  struct alignas(kCacheLine) Calls {
    std::uint32_t made = 0;
  };
  std::vector<Calls> calls;  // [rank]: so far, each counted by its rank
  Mesh mesh;                 // for collectives
  Mesh direct;               // for messages from rank to rank, which keep an order of their own
  CallBoard board;
};

}  // namespace ringlet
