// Plans from plans.
#pragma once

#include "ringlet/plan.hpp"

namespace ringlet {

// `first`, then `second` on its output, as one plan for `collective` (reduce_scatter, then all_gather: all_reduce).
// Slots of both are matched by the chunk that they hold; a copy of a chunk onto itself disappears.
Plan sequence(const Plan& first, const Plan& second, const Collective& collective);

// Time reversed: each copy from p to q becomes a contribution from q added at p, so an all-gather becomes a
// reduce-scatter (`collective`) that moves the same bytes. The plan must only copy.
Plan transpose(const Plan& plan, const Collective& collective);

// Rank r takes the part of rank -r (mod N), and chunk c that of chunk -c: a ring that turns the other way.
Plan mirror(const Plan& plan);

}  // namespace ringlet
