// Everything through rank 0, the way one would write it first: rank 0 carries (N-1)T each way, which is the
// bottleneck that the other algorithms remove.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// Rank 0 collects every part, then sends the whole to each other rank as one message. The copies go out from the
// last rank to the first, so that the transposed plan adds the contributions in rank order.
Plan naive_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    if (r != 0) {
      lane.round(r - 1).send(0, r, input(0));
      lane.round(2 * (n - 1) - r);
      for (int c = 0; c < n; ++c) {
        lane.receive(0, c, output(c));
        if (c < n - 1) lane.joined();
      }
      return;
    }
    lane.copy(0, input(0), output(0));
    for (int peer = 1; peer < n; ++peer) lane.round(peer - 1).receive(peer, peer, output(peer));
    for (int peer = n - 1; peer > 0; --peer) {
      lane.round(2 * (n - 1) - peer);
      for (int c = 0; c < n; ++c) {
        lane.send(peer, c, output(c));
        if (c < n - 1) lane.joined();
      }
    }
  });
}

Plan naive_reduce_scatter(const PlanRequest& request) {
  return transpose(naive_all_gather(request_for(all_gather, request)), reduce_scatter);
}

Plan naive_all_reduce(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = 1, .scratch_slots = 1}, [n](int r, LaneBuilder& lane) {
    if (r != 0) {
      lane.round(r - 1).send(0, 0, input(0));
      lane.round(n - 2 + r).receive(0, 0, output(0));
      return;
    }
    lane.fold_in_rank_order(n, r, 0, input(0), 1);
    for (int peer = 1; peer < n; ++peer) lane.round(n - 2 + peer).send(peer, 0, output(0));
  });
}

Plan naive_broadcast(const PlanRequest& request) {
  const int n = request.ranks;
  const int root = request.root;
  return build_plan(request, {.chunks = 1}, [n, root](int r, LaneBuilder& lane) {
    const int v = wrap(r - root, n);
    if (v > 0) {
      lane.round(v - 1).receive(root, 0, output(0));
      return;
    }
    lane.copy(0, input(0), output(0));
    for (int k = 1; k < n; ++k) lane.round(k - 1).send(wrap(root + k, n), 0, input(0));
  });
}

Plan naive_scatter(const PlanRequest& request) {
  const int n = request.ranks;
  const int root = request.root;
  return build_plan(request, {.chunks = n}, [n, root](int r, LaneBuilder& lane) {
    const int v = wrap(r - root, n);
    if (v > 0) {
      lane.round(v - 1).receive(root, r, output(0));
      return;
    }
    lane.copy(root, input(root), output(0));
    for (int k = 1; k < n; ++k) lane.round(k - 1).send(wrap(root + k, n), wrap(root + k, n), input(wrap(root + k, n)));
  });
}

// Not the transposed broadcast, which would begin with the root's own part: this adds in rank order whatever the root.
Plan naive_reduce(const PlanRequest& request) {
  const int n = request.ranks;
  const int root = request.root;
  return build_plan(request, {.chunks = 1, .scratch_slots = 1}, [n, root](int r, LaneBuilder& lane) {
    if (r == root) {
      lane.fold_in_rank_order(n, root, 0, input(0), 1);
    } else {
      lane.round(r < root ? r : r - 1).send(root, 0, input(0));
    }
  });
}

Plan naive_gather(const PlanRequest& request) {
  return transpose(naive_scatter(request_for(scatter, request)), gather);
}

std::uint64_t to_all_others(const Layout& tensor) {
  return static_cast<std::uint64_t>(tensor.ranks() - 1) * tensor.elements();
}

constexpr Variant kVariants[]{
    {&reduce_scatter, naive_reduce_scatter,
     [](const Layout& t, int r) { return r == 0 ? t.elements() - t.length(0) : t.elements(); }},
    {&all_gather, naive_all_gather, [](const Layout& t, int r) { return r == 0 ? to_all_others(t) : t.length(r); }},
    {&all_reduce, naive_all_reduce, [](const Layout& t, int r) { return r == 0 ? to_all_others(t) : t.elements(); }},
    {&broadcast, naive_broadcast, [](const Layout& t, int r) { return r == t.root() ? to_all_others(t) : 0; }},
    {&reduce, naive_reduce, [](const Layout& t, int r) { return r == t.root() ? 0 : t.elements(); }},
    {&scatter, naive_scatter, [](const Layout& t, int r) { return r == t.root() ? t.elements() - t.length(r) : 0; }},
    {&gather, naive_gather, [](const Layout& t, int r) { return r == t.root() ? 0 : t.length(r); }},
};

}  // namespace

const Algorithm naive{.name = "naive", .variants = kVariants};

}  // namespace ringlet
