// The symbolic value of a cell: which part of the tensor it is and whose inputs are in it.
#pragma once

#include <cstdint>

#include "combination.hpp"
#include "rank_sets.hpp"

namespace ringlet {

struct Value {
  Combination combination;
  RankSet contributors;
  std::uint32_t chunk = 0;
  bool complete = false;  // every contribution is in it, and an average has been divided
};

}  // namespace ringlet
