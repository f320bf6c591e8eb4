#pragma once

#include <algorithm>

#include "ringlet/collective.hpp"

namespace ringlet {

// Parts in the longest buffer that a rank has.
inline double parts_in_longest(const Collective& collective, int ranks) {
  const Shape shape{.ranks = ranks, .chunks = collective.parts(ranks)};
  return std::max(collective.input(shape, 0).count, collective.output(shape, 0).count);
}

// The whole tensor as a multiple of that buffer.
inline double buffers_in_tensor(const Collective& collective, int ranks) {
  return collective.parts(ranks) / std::max(parts_in_longest(collective, ranks), 1.0);
}

}  // namespace ringlet
