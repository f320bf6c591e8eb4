// The binomial tree: who has the message passes it on to twice as many in each round, ceil(log2 N) rounds.
//
// Ranks are counted from the root, v = r - root (mod N). Rank v hears from v without its lowest binary one and passes
// on to v + m for every m below that one, the farthest first.
#include <algorithm>

#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

class Tree {
 public:
  Tree(int ranks, int root) : ranks_(ranks), root_(root) {
    while (span_ < ranks) span_ *= 2;
  }
  explicit Tree(const Layout& layout) : Tree(layout.ranks(), layout.root()) {}

  int from_root(int rank) const { return wrap(rank - root_, ranks_); }
  int rank(int v) const { return wrap(v + root_, ranks_); }
  int parent(int v) const { return v & (v - 1); }
  // v's subtree is v to v + reach - 1, as far as ranks go.
  int reach(int v) const { return v == 0 ? span_ : v & -v; }
  int subtree_end(int v) const { return std::min(v + reach(v), ranks_); }
  // The round in which v hears from its parent.
  int round(int v) const {
    int round = -1;
    for (int m = span_; m > reach(v); m /= 2) ++round;
    return round + 1;
  }
  // Calls use(child) from the farthest to the nearest.
  template <class Use>
  void children(int v, Use&& use) const {
    for (int m = reach(v) / 2; m > 0; m /= 2) {
      if (v + m < ranks_) use(v + m);
    }
  }

 private:
  int ranks_, root_;
  int span_ = 1;
};

Plan binomial_broadcast(const PlanRequest& request) {
  const Tree tree(request.ranks, request.root);
  return build_plan(request, {.chunks = 1}, [tree](int r, LaneBuilder& lane) {
    const int v = tree.from_root(r);
    if (v == 0) {
      lane.copy(0, input(0), output(0));
    } else {
      lane.round(tree.round(v)).receive(tree.rank(tree.parent(v)), 0, output(0));
    }
    tree.children(
        v, [&](int child) { lane.round(tree.round(child)).send(tree.rank(child), 0, v == 0 ? input(0) : output(0)); });
  });
}

Plan binomial_reduce(const PlanRequest& request) {
  return transpose(binomial_broadcast(request_for(broadcast, request)), reduce);
}

Plan binomial_all_reduce(const PlanRequest& request) {
  PlanRequest from_zero = request;
  from_zero.root = 0;
  return sequence(binomial_reduce(request_for(reduce, from_zero)),
                  binomial_broadcast(request_for(broadcast, from_zero)), all_reduce);
}

// A child gets its whole subtree's parts as one message.
Plan binomial_scatter(const PlanRequest& request) {
  const int n = request.ranks;
  const Tree tree(n, request.root);
  return build_plan(request, {.chunks = n, .scratch_slots = n}, [tree](int r, LaneBuilder& lane) {
    const int v = tree.from_root(r);
    const auto subtree = [&](int of, auto&& step) {
      for (int u = of; u < tree.subtree_end(of); ++u) {
        step(u);
        lane.joined(u + 1 < tree.subtree_end(of));
      }
    };
    if (v == 0) lane.copy(r, input(r), output(0));
    if (v > 0) {
      lane.round(tree.round(v));
      subtree(v, [&](int u) {
        lane.receive(tree.rank(tree.parent(v)), tree.rank(u), u == v ? output(0) : scratch(u - v));
      });
    }
    tree.children(v, [&](int child) {
      lane.round(tree.round(child));
      subtree(child,
              [&](int u) { lane.send(tree.rank(child), tree.rank(u), v == 0 ? input(tree.rank(u)) : scratch(u - v)); });
    });
  });
}

Plan binomial_gather(const PlanRequest& request) {
  return transpose(binomial_scatter(request_for(scatter, request)), gather);
}

std::uint64_t to_children(const Layout& t, int r) {
  const Tree tree(t);
  std::uint64_t sent = 0;
  tree.children(tree.from_root(r), [&](int) { sent += t.elements(); });
  return sent;
}

std::uint64_t to_parent(const Layout& t, int r) { return r == t.root() ? 0 : t.elements(); }

std::uint64_t subtree_elements(const Layout& t, const Tree& tree, int v) {
  std::uint64_t elements = 0;
  for (int u = v; u < tree.subtree_end(v); ++u) elements += t.length(tree.rank(u));
  return elements;
}

std::uint64_t scattered(const Layout& t, int r) {
  const Tree tree(t);
  std::uint64_t sent = 0;
  tree.children(tree.from_root(r), [&](int child) { sent += subtree_elements(t, tree, child); });
  return sent;
}

std::uint64_t gathered(const Layout& t, int r) {
  const Tree tree(t);
  return r == t.root() ? 0 : subtree_elements(t, tree, tree.from_root(r));
}

// Whatever the root of the request, the reduction goes through rank 0.
std::uint64_t all_reduced(const Layout& t, int r) {
  const Tree tree(t.ranks(), 0);
  std::uint64_t sent = r == 0 ? 0 : t.elements();
  tree.children(r, [&](int) { sent += t.elements(); });
  return sent;
}

constexpr Variant kVariants[]{
    {&all_reduce, binomial_all_reduce, all_reduced}, {&reduce, binomial_reduce, to_parent},
    {&broadcast, binomial_broadcast, to_children},   {&gather, binomial_gather, gathered},
    {&scatter, binomial_scatter, scattered},         {&barrier, binomial_all_reduce, all_reduced},
};

}  // namespace

const Algorithm binomial{.name = "binomial", .variants = kVariants};

}  // namespace ringlet
