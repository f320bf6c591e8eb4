// Direct (two-shot): every rank fetches what it needs straight from every other rank, as fast intra-node libraries do.
//
// Its order is documented and depends on nothing else: each element is ((x0 + x1) + x2) + ..., whatever the count, the
// number of ranks or the collective, so reduce_scatter then all_gather is bitwise all_reduce, always, and the last
// rank's scan is the all_reduce.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

Plan direct_reduce_scatter(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n, .scratch_slots = 1}, [n](int r, LaneBuilder& lane) {
    for (int k = 1; k < n; ++k) lane.send(wrap(r + k, n), wrap(r + k, n), input(wrap(r + k, n)));
    lane.fold_in_rank_order(n, r, r, input(r));
  });
}

Plan direct_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    // From the input, which has long been in memory: a copy just made lies in this core's cache, slow to get at.
    for (int k = 1; k < n; ++k) lane.send(wrap(r + k, n), r, input(0));
    lane.copy(r, input(0), output(r));
    for (int k = 1; k < n; ++k) lane.receive(wrap(r - k, n), wrap(r - k, n), output(wrap(r - k, n)));
  });
}

Plan direct_all_reduce(const PlanRequest& request) {
  return sequence(direct_reduce_scatter(request_for(reduce_scatter, request)),
                  direct_all_gather(request_for(all_gather, request)), all_reduce);
}

// Rank r fetches from the ranks below it; `own` says whether its own part belongs to the result.
Plan direct_prefix(const PlanRequest& request, bool own) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = 1, .scratch_slots = 1}, [n, own](int r, LaneBuilder& lane) {
    for (int above = r + 1; above < n; ++above) lane.send(above, 0, input(0));
    lane.fold_in_rank_order(own ? r + 1 : r, r, 0, input(0));
  });
}

Plan direct_scan(const PlanRequest& request) { return direct_prefix(request, true); }
Plan direct_exscan(const PlanRequest& request) { return direct_prefix(request, false); }

std::uint64_t scattered(const Layout& tensor, int rank) { return tensor.elements() - tensor.length(rank); }
std::uint64_t gathered(const Layout& tensor, int rank) {
  return static_cast<std::uint64_t>(tensor.ranks() - 1) * tensor.length(rank);
}

std::uint64_t to_ranks_above(const Layout& tensor, int rank) {
  return static_cast<std::uint64_t>(tensor.ranks() - 1 - rank) * tensor.elements();
}

constexpr Variant kVariants[]{
    {&reduce_scatter, direct_reduce_scatter, scattered},
    {&all_gather, direct_all_gather, gathered},
    {&all_reduce, direct_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); }},
    {&scan, direct_scan, to_ranks_above},
    {&exscan, direct_exscan, to_ranks_above},
};

}  // namespace

const Algorithm direct{.name = "direct", .variants = kVariants};

}  // namespace ringlet
