// Direct (two-shot): every rank fetches what it needs straight from every other rank, as fast intra-node libraries do.
//
// Its order is documented and depends on nothing else: each element is ((x0 + x1) + x2) + ..., whatever the count, the
// number of ranks or the collective, so reduce_scatter then all_gather is bitwise all_reduce, always.
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
    lane.copy(r, input(0), output(r));
    for (int k = 1; k < n; ++k) lane.send(wrap(r + k, n), r, output(r));
    for (int k = 1; k < n; ++k) lane.receive(wrap(r - k, n), wrap(r - k, n), output(wrap(r - k, n)));
  });
}

Plan direct_all_reduce(const PlanRequest& request) {
  return sequence(direct_reduce_scatter(request_for(reduce_scatter, request)),
                  direct_all_gather(request_for(all_gather, request)), all_reduce);
}

std::uint64_t scattered(const Layout& tensor, int rank) { return tensor.elements() - tensor.length(rank); }
std::uint64_t gathered(const Layout& tensor, int rank) {
  return static_cast<std::uint64_t>(tensor.ranks() - 1) * tensor.length(rank);
}

constexpr Variant kVariants[]{
    {&reduce_scatter, direct_reduce_scatter, scattered},
    {&all_gather, direct_all_gather, gathered},
    {&all_reduce, direct_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); }},
};

}  // namespace

const Algorithm direct{.name = "direct", .variants = kVariants};

}  // namespace ringlet
