// Two rings that turn against each other, each on half of the tensor, so that links carry data both ways at once.
#include <utility>

#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

Plan both_ways_all_reduce(const PlanRequest& request) {
  Plan one_way = ring.variant(all_reduce)->plan(request);
  Plan other_way = mirror(one_way);
  return parallel(std::move(one_way), std::move(other_way));
}

// As on two rings: of each half everything twice, but the chunk that ends here and the one that ends at the neighbour.
std::uint64_t all_reduce_sent(const Layout& t, int r) {
  const int n = t.ranks();
  return 2 * t.elements() - t.length(r) - t.length(wrap(r + 1, n)) - t.length(n + r) - t.length(n + wrap(r - 1, n));
}

constexpr Variant kVariants[]{{&all_reduce, both_ways_all_reduce, all_reduce_sent}};

}  // namespace

const Algorithm bidirectional_ring{.name = "bidirectional_ring", .variants = kVariants};

}  // namespace ringlet
