// Recursive doubling: in round k everyone exchanges what it has with the rank at distance 2^k. log2 N rounds, so the
// best latency; every rank ends with the same bits, and contributions stay in rank order (safe for operators that do
// not commute).
//
// Thakur, Rabenseifner and Gropp, Optimization of collective communication operations in MPICH, 2005.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "fold.hpp"

namespace ringlet {
namespace {

// Whoever receives reads the sender's memory late, so each round writes another place than it sends.
Plan doubling_all_reduce(const PlanRequest& request) {
  const int n = request.ranks;
  const Fold fold(n);
  return build_plan(request, {.chunks = 1, .scratch_slots = 2}, [n, fold](int r, LaneBuilder& lane) {
    if (n == 1) lane.copy(0, input(0), output(0));
    const int last = fold.rounds();
    if (fold.gives(r)) {
      lane.round(0).send(r + 1, 0, input(0));
      lane.round(last + 1).receive(r + 1, 0, output(0));
      return;
    }
    const int first = fold.core() < n ? 1 : 0;
    Slot held = input(0);
    if (fold.takes(r)) {
      const Slot sum = fold.rounds() == 0 ? output(0) : scratch(1);
      lane.round(0).reduce_reversed(r - 1, 0, held, sum);
      held = sum;
    }
    for (int k = 0; k < fold.rounds(); ++k) {
      const int partner = fold.outer(fold.inner(r) ^ (1 << k));
      const Slot sum = k + 1 == fold.rounds() ? output(0) : scratch(k % 2);
      lane.round(first + k).send(partner, 0, held);
      if (partner < r) {
        lane.reduce_reversed(partner, 0, held, sum);
      } else {
        lane.reduce(partner, 0, held, sum);
      }
      held = sum;
    }
    if (fold.takes(r)) lane.round(last + 1).send(r - 1, 0, held);
  });
}

Plan doubling_all_gather(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = n}, [n](int r, LaneBuilder& lane) {
    lane.copy(r, input(0), output(r));
    int k = 0;
    for (int distance = 1; distance < n; distance *= 2, ++k) {
      const int mine = r & ~(distance - 1);
      const int theirs = mine ^ distance;
      lane.round(k);
      for (int c = mine; c < mine + distance; ++c)
        lane.send(r ^ distance, c, output(c)).joined(c + 1 < mine + distance);
      for (int c = theirs; c < theirs + distance; ++c) {
        lane.receive(r ^ distance, c, output(c)).joined(c + 1 < theirs + distance);
      }
    }
  });
}

// The rounds of a scan over ranks first to n - 1, each beginning with what `held` has: a rank takes in what the rank
// `distance` below has gathered and passes its own on (Hillis and Steele). The result ends in output 0.
void scan_rounds(LaneBuilder& lane, int n, int r, int first, Slot held) {
  int k = 0;
  for (int distance = 1; first + distance < n; distance *= 2, ++k) {
    lane.round(first + k);
    if (r + distance < n) lane.send(r + distance, 0, held);
    if (r - distance < first) continue;
    const Slot sum = r - 2 * distance < first ? output(0) : scratch(k % 2);
    lane.reduce_reversed(r - distance, 0, held, sum);
    held = sum;
  }
}

Plan doubling_scan(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = 1, .scratch_slots = 2}, [n](int r, LaneBuilder& lane) {
    scan_rounds(lane, n, r, 0, input(0));
    if (r == 0) lane.copy(0, input(0), output(0));
  });
}

// Everyone takes over the input of the rank below; the rest is a scan of the ranks from 1 on.
Plan doubling_exscan(const PlanRequest& request) {
  const int n = request.ranks;
  return build_plan(request, {.chunks = 1, .scratch_slots = 3}, [n](int r, LaneBuilder& lane) {
    const Slot below = r == 1 ? output(0) : scratch(2);
    if (r + 1 < n) lane.send(r + 1, 0, input(0));
    if (r == 0) return;
    lane.receive(r - 1, 0, below);
    scan_rounds(lane, n, r, 1, below);
  });
}

std::uint64_t all_reduce_sent(const Layout& t, int r) {
  const Fold fold(t.ranks());
  if (fold.gives(r)) return t.elements();
  const auto rounds = static_cast<std::uint64_t>(fold.rounds()) + (fold.takes(r) ? 1 : 0);
  return rounds * t.elements();
}

std::uint64_t all_gather_sent(const Layout& t, int r) {
  std::uint64_t sent = 0;
  for (int distance = 1; distance < t.ranks(); distance *= 2) {
    for (int c = r & ~(distance - 1), i = 0; i < distance; ++i) sent += t.length(c + i);
  }
  return sent;
}

// To the ranks at distance 1, 2, 4, ... above.
std::uint64_t scan_sent(const Layout& t, int r) {
  std::uint64_t sent = 0;
  for (int distance = 1; r + distance < t.ranks(); distance *= 2) sent += t.elements();
  return sent;
}

std::uint64_t exscan_sent(const Layout& t, int r) {
  const bool hands_over = r + 1 < t.ranks();
  return (hands_over ? t.elements() : 0) + (r > 0 ? scan_sent(t, r) : 0);
}

constexpr Variant kVariants[]{
    {&all_reduce, doubling_all_reduce, all_reduce_sent},
    {&all_gather, doubling_all_gather, all_gather_sent, kPowerOfTwo},
    {&scan, doubling_scan, scan_sent},
    {&exscan, doubling_exscan, exscan_sent},
    {&barrier, doubling_all_reduce, all_reduce_sent},
};

}  // namespace

const Algorithm recursive_doubling{.name = "recursive_doubling", .variants = kVariants};

}  // namespace ringlet
