// One shot: everyone sends everything to everyone and adds it all up. (N-1)T bytes in a single round, which is the
// fastest for the smallest messages, in the same documented rank order as `direct`.
#include "../plan/builder.hpp"
#include "catalogue.hpp"

namespace ringlet {
namespace {

Plan one_shot_all_reduce(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = 1, .scratch_slots = 1}, [n](int r, LaneBuilder& lane) {
    for (int k = 1; k < n; ++k) lane.send(wrap(r + k, n), 0, input(0));
    lane.fold_in_rank_order(n, r, 0, input(0));
  });
}

constexpr Variant kVariants[]{
    {&all_reduce, one_shot_all_reduce,
     [](const Layout& t, int) { return static_cast<std::uint64_t>(t.ranks() - 1) * t.elements(); }},
};

}  // namespace

const Algorithm one_shot{.name = "one_shot", .variants = kVariants};

}  // namespace ringlet
