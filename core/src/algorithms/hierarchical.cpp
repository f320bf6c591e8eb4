// Two levels, as on nodes with several ranks each: rank = node * local + place. Gathering goes first among the ranks of
// one place in all nodes, then within each node; reducing is the same backwards.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// Ranks per node: the largest divisor that is not above the square root; 1 for a prime.
int ranks_per_node(int ranks) {
  int local = 1;
  for (int d = 2; d * d <= ranks; ++d) {
    if (ranks % d == 0) local = d;
  }
  return local;
}

constexpr RankRule kComposite{"composite", "a composite number", [](int ranks) { return ranks_per_node(ranks) > 1; }};

Plan hierarchical_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  const int local = ranks_per_node(n);
  const int nodes = n / local;
  Plan whole = build_plan(request, {.chunks = n}, [](int r, LaneBuilder& lane) { lane.copy(r, input(0), output(r)); });
  const auto ring_of = [](int ranks) {
    return ring.variant(all_gather)->plan({.collective = &all_gather, .ranks = ranks});
  };

  const Plan among_nodes = ring_of(nodes);
  for (int place = 0; place < local; ++place) {
    std::vector<int> ranks;
    ranks.reserve(static_cast<std::size_t>(nodes));
    for (int node = 0; node < nodes; ++node) ranks.push_back(node * local + place);
    const std::vector<std::uint32_t> chunks(ranks.begin(), ranks.end());
    embed(whole, among_nodes, ranks, chunks, 0);
  }
  // Within a node each place has gathered a chunk of every node.
  const Plan within_node = slice(ring_of(local), static_cast<std::uint32_t>(nodes));
  std::vector<std::uint32_t> chunks;
  for (int place = 0; place < local; ++place) {
    for (int node = 0; node < nodes; ++node) chunks.push_back(static_cast<std::uint32_t>(node * local + place));
  }
  for (int node = 0; node < nodes; ++node) {
    std::vector<int> ranks;
    ranks.reserve(static_cast<std::size_t>(local));
    for (int place = 0; place < local; ++place) ranks.push_back(node * local + place);
    embed(whole, within_node, ranks, chunks, among_nodes.rounds());
  }
  return whole;
}

Plan hierarchical_reduce_scatter(const PlanRequest& request) {
  return transpose(hierarchical_all_gather(request_for(all_gather, request)), reduce_scatter);
}

Plan hierarchical_all_reduce(const PlanRequest& request) {
  return sequence(hierarchical_reduce_scatter(request_for(reduce_scatter, request)),
                  hierarchical_all_gather(request_for(all_gather, request)), all_reduce);
}

// Elements of the chunks that the ranks of one place own.
std::uint64_t column(const Layout& t, int local, int place) {
  std::uint64_t elements = 0;
  for (int r = place; r < t.ranks(); r += local) elements += t.length(r);
  return elements;
}

std::uint64_t gathered(const Layout& t, int r) {
  const int local = ranks_per_node(t.ranks());
  const int next_node = wrap(r + local, t.ranks());
  const int next_place = (r % local + 1) % local;
  return column(t, local, r % local) - t.length(next_node) + t.elements() - column(t, local, next_place);
}

std::uint64_t scattered(const Layout& t, int r) { return t.elements() - t.length(r); }

constexpr Variant kVariants[]{
    {&reduce_scatter, hierarchical_reduce_scatter, scattered, kComposite},
    {&all_gather, hierarchical_all_gather, gathered, kComposite},
    {&all_reduce, hierarchical_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); },
     kComposite},
};

}  // namespace

const Algorithm hierarchical{.name = "hierarchical", .variants = kVariants};

}  // namespace ringlet
