// Bruck: in round k everyone sends all that it has to the rank 2^k below, so ceil(log2 N) rounds serve any N.
//
// Bruck et al., Efficient algorithms for all-to-all communications in multiport message-passing systems, 1997.
#include <algorithm>

#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// After the round of `distance`, rank r has the chunks r to r + 2 * distance - 1.
Plan bruck_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    lane.copy(r, input(0), output(r));
    int k = 0;
    for (int distance = 1; distance < n; distance *= 2, ++k) {
      const int count = std::min(distance, n - distance);
      lane.round(k);
      for (int i = 0; i < count; ++i) {
        lane.send(wrap(r - distance, n), wrap(r + i, n), output(wrap(r + i, n))).joined(i + 1 < count);
      }
      for (int i = 0; i < count; ++i) {
        const int chunk = wrap(r + distance + i, n);
        lane.receive(wrap(r + distance, n), chunk, output(chunk)).joined(i + 1 < count);
      }
    }
  });
}

// Time reversed, it is a reduce-scatter by halving distances that works for any N.
Plan bruck_reduce_scatter(const PlanRequest& request) {
  return transpose(bruck_all_gather(request_for(all_gather, request)), reduce_scatter);
}

Plan bruck_all_reduce(const PlanRequest& request) {
  return sequence(bruck_reduce_scatter(request_for(reduce_scatter, request)),
                  bruck_all_gather(request_for(all_gather, request)), all_reduce);
}

// A block travels to the rank that it is for by the binary digits of the distance: in the round of `distance` a rank
// passes on every block whose remaining way has that digit. A block that is passed on comes to the other half of
// scratch than the one that leaves, which its reader may still need.
Plan bruck_all_to_all(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n * n, .scratch_slots = 2 * n}, [n](int r, LaneBuilder& lane) {
    // The blocks that are `way` ranks from home when they begin lie together; after the rounds below `distance` this
    // rank holds the one that began at r - way % distance.
    lane.copy(r * n + r, input(r), output(r));
    const auto chunk = [n](int from, int way) { return from * n + wrap(from + way, n); };
    const auto held = [n](int way, int distance) {
      int hops = 0;
      for (int digit = 1; digit < distance; digit *= 2) hops += (way & digit) != 0 ? 1 : 0;
      return scratch(way + hops % 2 * n);
    };
    int k = 0;
    for (int distance = 1; distance < n; distance *= 2, ++k) {
      const auto moves = [distance](int way) { return (way & distance) != 0; };
      int last = 0;
      for (int way = 1; way < n; ++way) last = moves(way) ? way : last;
      lane.round(k);
      for (int way = 1; way < n; ++way) {
        if (!moves(way)) continue;
        const int from = wrap(r - way % distance, n);
        const bool began_here = way % distance == 0;
        lane.send(wrap(r + distance, n), chunk(from, way), began_here ? input(wrap(r + way, n)) : held(way, distance));
        lane.joined(way < last);
      }
      for (int way = 1; way < n; ++way) {
        if (!moves(way)) continue;
        const int from = wrap(r - distance - way % distance, n);
        const bool arrives = way < 2 * distance;
        lane.receive(wrap(r - distance, n), chunk(from, way), arrives ? output(from) : held(way, 2 * distance));
        lane.joined(way < last);
      }
    }
  });
}

std::uint64_t gathered(const Layout& t, int r) {
  std::uint64_t sent = 0;
  for (int distance = 1; distance < t.ranks(); distance *= 2) {
    for (int i = 0; i < std::min(distance, t.ranks() - distance); ++i) sent += t.length(wrap(r + i, t.ranks()));
  }
  return sent;
}

// What it received while gathering it now sends: everything but its own chunk.
std::uint64_t scattered(const Layout& t, int r) { return t.elements() - t.length(r); }

// Each block is sent on once for every binary one in its way.
std::uint64_t exchanged(const Layout& t, int r) {
  const int n = t.ranks();
  std::uint64_t sent = 0;
  for (int way = 1; way < n; ++way) {
    for (int distance = 1; distance <= way; distance *= 2) {
      const int from = wrap(r - way % distance, n);
      if ((way & distance) != 0) sent += t.length(from * n + wrap(from + way, n));
    }
  }
  return sent;
}

constexpr Variant kVariants[]{
    {&reduce_scatter, bruck_reduce_scatter, scattered},
    {&all_gather, bruck_all_gather, gathered},
    {&all_reduce, bruck_all_reduce, [](const Layout& t, int r) { return scattered(t, r) + gathered(t, r); }},
    {&all_to_all, bruck_all_to_all, exchanged},
};

}  // namespace

const Algorithm bruck{.name = "bruck", .variants = kVariants};

}  // namespace ringlet
