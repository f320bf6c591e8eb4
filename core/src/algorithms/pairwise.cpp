// Pairwise: in round k everyone sends straight to the rank k above and receives from the rank k below, so each block
// moves once and no two ranks send to the same one at a time (MPI_Alltoall for long messages).
#include "../plan/builder.hpp"
#include "catalogue.hpp"

namespace ringlet {
namespace {

Plan pairwise_all_to_all(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n * n}, [n](int r, LaneBuilder& lane) {
    lane.copy(r * n + r, input(r), output(r));
    for (int k = 1; k < n; ++k) {
      const int to = wrap(r + k, n);
      const int from = wrap(r - k, n);
      lane.round(k - 1);
      lane.send(to, r * n + to, input(to));
      lane.receive(from, from * n + r, output(from));
    }
  });
}

std::uint64_t exchanged(const Layout& t, int r) {
  std::uint64_t sent = 0;
  for (int to = 0; to < t.ranks(); ++to) sent += to == r ? 0 : t.length(r * t.ranks() + to);
  return sent;
}

constexpr Variant kVariants[]{{&all_to_all, pairwise_all_to_all, exchanged}};

}  // namespace

const Algorithm pairwise{.name = "pairwise", .variants = kVariants};

}  // namespace ringlet
