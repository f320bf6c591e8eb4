#pragma once

#include "ringlet/algorithms.hpp"

// One line per algorithm, in the order in which they are listed.
#define RINGLET_ALGORITHMS(X) \
  X(ring)                     \
  X(bidirectional_ring)       \
  X(direct)                   \
  X(one_shot)                 \
  X(recursive_doubling)       \
  X(rabenseifner)             \
  X(pairwise)                 \
  X(bruck)                    \
  X(pat)                      \
  X(binomial)                 \
  X(double_tree)              \
  X(hierarchical)             \
  X(naive)

namespace ringlet {

#define RINGLET_DECLARE(algorithm) extern const Algorithm algorithm;
RINGLET_ALGORITHMS(RINGLET_DECLARE)
#undef RINGLET_DECLARE

}  // namespace ringlet
