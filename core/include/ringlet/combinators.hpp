// Plans from plans.
#pragma once

#include <cstdint>
#include <span>

#include "ringlet/plan.hpp"

namespace ringlet {

// `first`, then `second` on its output, as one plan for `collective` (reduce_scatter, then all_gather: all_reduce).
// Slots of both are matched by the chunk that they hold; a copy of a chunk onto itself disappears.
Plan sequence(Plan first, const Plan& second, const Collective& collective);

// Time reversed: each copy from p to q becomes a contribution from q added at p, so an all-gather becomes a
// reduce-scatter (`collective`) that moves the same bytes. The plan must only copy.
Plan transpose(Plan plan, const Collective& collective);

// Rank r takes the part of rank -r (mod N), and chunk c that of chunk -c: a ring that turns the other way.
Plan mirror(const Plan& plan);

// Cuts every chunk into `slices` and runs the plan for one slice after the other, so that a rank passes on the first
// slice while it still receives the next.
Plan slice(Plan plan, std::uint32_t slices);

// Both at once, each on its part of the tensor and in lanes of its own: `first` has the lower chunks. For collectives
// whose slots are their chunks.
Plan parallel(Plan first, Plan second);

// Appends to `whole` the plan of a group: its rank i is ranks[i], its chunk c is chunks[c], and it works on the outputs
// of `whole`, where its inputs must already be. Its rounds begin at `round`.
void embed(Plan& whole, const Plan& group, std::span<const int> ranks, std::span<const std::uint32_t> chunks,
           std::uint32_t round);

}  // namespace ringlet
