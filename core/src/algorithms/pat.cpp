// PAT, parallel aggregated trees (NCCL 2.23): every chunk is gathered along its own binomial tree, and what different
// trees send between the same two ranks in the same round travels as one message. Offsets are counted from the chunk's
// owner: offset s hears from s without its lowest binary one. Widest hops first, any N, ceil(log2 N) rounds.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// The largest power of two below n, or 0 for one rank.
int widest_hop(int n) {
  int hop = 1;
  while (2 * hop < n) hop *= 2;
  return n > 1 ? hop : 0;
}

// Calls use(offset) for the offsets that send in the round of `hop`: those that have the chunk and a child at +hop.
template <class Use>
void senders(int n, int hop, Use&& use) {
  for (int offset = 0; offset + hop < n; offset += 2 * hop) use(offset);
}

Plan pat_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    lane.copy(r, input(0), output(r));
    int round = 0;
    for (int hop = widest_hop(n); hop > 0; hop /= 2, ++round) {
      lane.round(round);
      const auto joins = [n, hop](int offset) { return offset + 3 * hop < n; };
      senders(n, hop, [&](int offset) {
        const int chunk = wrap(r - offset, n);
        lane.send(wrap(r + hop, n), chunk, output(chunk)).joined(joins(offset));
      });
      senders(n, hop, [&](int offset) {
        const int chunk = wrap(r - hop - offset, n);
        lane.receive(wrap(r - hop, n), chunk, output(chunk)).joined(joins(offset));
      });
    }
  });
}

Plan pat_reduce_scatter(const PlanRequest& request) {
  return transpose(pat_all_gather(request_for(all_gather, request)), reduce_scatter);
}

Plan pat_all_reduce(const PlanRequest& request) {
  return sequence(pat_reduce_scatter(request_for(reduce_scatter, request)),
                  pat_all_gather(request_for(all_gather, request)), all_reduce);
}

std::uint64_t gathered(const Layout& t, int r) {
  std::uint64_t sent = 0;
  for (int hop = widest_hop(t.ranks()); hop > 0; hop /= 2) {
    senders(t.ranks(), hop, [&](int offset) { sent += t.length(wrap(r - offset, t.ranks())); });
  }
  return sent;
}

// What it received while gathering it now sends: everything but its own chunk.
std::uint64_t scattered(const Layout& t, int r) { return t.elements() - t.length(r); }

constexpr Variant kVariants[]{
    {&reduce_scatter, pat_reduce_scatter, scattered},
    {&all_gather, pat_all_gather, gathered},
    {&all_reduce, pat_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); }},
};

}  // namespace

const Algorithm pat{.name = "pat", .variants = kVariants};

}  // namespace ringlet
