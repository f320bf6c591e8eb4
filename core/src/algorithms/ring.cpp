// The ring: every rank talks only to its neighbours, and every link carries a chunk in every round.
//
// Chunk c starts at rank c+1, travels rightwards and is added to at each stop, so after N-1 rounds it is complete at
// rank c: rank r sends chunk r-1-s in round s and receives r-2-s. (The textbook's 'send chunk r-s' leaves chunk r+1 on
// rank r; NCCL's layout wants chunk r there.) Gathering is the same tour with copies: rank r sends chunk r-s.
//
// Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009; NCCL's Ring.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

Plan ring_reduce_scatter(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n, .scratch_slots = 2}, [n](int r, LaneBuilder& lane) {
    if (n == 1) lane.copy(0, input(0), output(0));
    for (int s = 0; s < n - 1; ++s) {
      const int sent = wrap(r - 1 - s, n);
      const int received = wrap(r - 2 - s, n);
      const Slot partial = scratch(s % 2);
      const bool last = s == n - 2;
      lane.round(s);
      lane.send(wrap(r + 1, n), sent, s == 0 ? input(sent) : scratch((s - 1) % 2));
      lane.reduce(wrap(r - 1, n), received, input(received), last ? output(0) : partial);
    }
  });
}

Plan ring_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    lane.copy(r, input(0), output(r));
    for (int s = 0; s < n - 1; ++s) {
      const int sent = wrap(r - s, n);
      const int received = wrap(r - s - 1, n);
      lane.round(s);
      lane.send(wrap(r + 1, n), sent, s == 0 ? input(0) : output(sent));
      lane.receive(wrap(r - 1, n), received, output(received));
    }
  });
}

Plan ring_all_reduce(const PlanRequest& request) {
  return sequence(ring_reduce_scatter(request_for(reduce_scatter, request)),
                  ring_all_gather(request_for(all_gather, request)), all_reduce);
}

// The chain that a ring is without its last link: the root passes the slices on one after the other.
Plan ring_broadcast(const PlanRequest& request) {
  const int n = request.ranks;
  const int root = request.root;
  return build_plan(request, {.chunks = 1}, [n, root](int r, LaneBuilder& lane) {
    const int v = wrap(r - root, n);
    if (v == 0) lane.copy(0, input(0), output(0));
    if (v > 0) lane.round(v - 1).receive(wrap(r - 1, n), 0, output(0));
    if (v < n - 1) lane.round(v).send(wrap(r + 1, n), 0, v == 0 ? input(0) : output(0));
  });
}

Plan ring_reduce(const PlanRequest& request) {
  return transpose(ring_broadcast(request_for(broadcast, request)), reduce);
}

// Everything but the chunk that ends here, then everything but the chunk that ends at the right neighbour.
std::uint64_t scattered(const Layout& tensor, int rank) { return tensor.elements() - tensor.length(rank); }
std::uint64_t gathered(const Layout& tensor, int rank) {
  return tensor.elements() - tensor.length(wrap(rank + 1, tensor.ranks()));
}

constexpr std::uint32_t kSlices = 8;  // of a chain, where only slices keep several links busy

constexpr Variant kVariants[]{
    {&reduce_scatter, ring_reduce_scatter, scattered},
    {&all_gather, ring_all_gather, gathered},
    {&all_reduce, ring_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); }},
    {&broadcast, ring_broadcast,
     [](const Layout& t, int r) { return wrap(r + 1, t.ranks()) == t.root() ? 0 : t.elements(); }, kAnyRanks, kSlices},
    {&reduce, ring_reduce, [](const Layout& t, int r) { return r == t.root() ? 0 : t.elements(); }, kAnyRanks, kSlices},
};

}  // namespace

const Algorithm ring{.name = "ring", .variants = kVariants};

}  // namespace ringlet
