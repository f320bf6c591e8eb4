// The symbolic value of a cell: which part of the tensor it is and whose inputs are in it.
#pragma once

#include <cstdint>

#include "rank_sets.hpp"
#include "reduction_tree.hpp"

namespace ringlet {

struct Value {
  ReductionTree tree;
  RankSet contributors;
  std::uint32_t chunk = 0;
  bool complete = false;  // every contribution is in it, and an average has been divided
};

}  // namespace ringlet
