// Rabenseifner: recursive halving scatters the reduction, recursive doubling gathers it: 2T(N-1)/N bytes in 2 log2 N
// rounds, for long messages that should not take the ring's N-1 rounds.
//
// Rabenseifner, Optimization of collective reduction operations, 2004.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "fold.hpp"

namespace ringlet {
namespace {

// The chunks that core rank `inner` is responsible for once blocks are `size` long.
int block_of(int inner, int size) { return inner & ~(size - 1); }

Plan rabenseifner_all_reduce(const PlanRequest& request) {
  const int n = request.ranks;
  const Fold fold(n);
  const int chunks = fold.core();
  return build_plan(request, {.chunks = chunks, .scratch_slots = chunks}, [n, fold, chunks](int r, LaneBuilder& lane) {
    const auto message = [&lane](int first, int count, auto&& step) {
      for (int c = first; c < first + count; ++c) {
        step(c);
        lane.joined(c + 1 < first + count);
      }
    };
    const int first_round = chunks < n ? 1 : 0;
    const int last_round = first_round + 2 * fold.rounds();
    if (fold.gives(r)) {
      lane.round(0);
      message(0, chunks, [&](int c) { lane.send(r + 1, c, input(c)); });
      lane.round(last_round);
      message(0, chunks, [&](int c) { lane.receive(r + 1, c, output(c)); });
      return;
    }
    const int inner = fold.inner(r);
    // Partial sums live in scratch, the finished chunk in the output.
    const auto finished = [&](int c, bool last) { return last ? output(c) : scratch(c); };
    bool reduced = false;
    if (fold.takes(r)) {
      lane.round(0);
      message(0, chunks, [&](int c) { lane.reduce_reversed(r - 1, c, input(c), finished(c, chunks == 1)); });
      reduced = true;
    } else if (chunks == 1) {
      lane.copy(0, input(0), output(0));
    }
    int round = first_round;
    for (int half = chunks / 2; half > 0; half /= 2, ++round) {
      const int partner = fold.outer(inner ^ half);
      const int mine = block_of(inner, half);
      const auto held = [&](int c) { return reduced ? scratch(c) : input(c); };
      lane.round(round);
      message(mine ^ half, half, [&](int c) { lane.send(partner, c, held(c)); });
      message(mine, half, [&](int c) {
        if (partner < r) {
          lane.reduce_reversed(partner, c, held(c), finished(c, half == 1));
        } else {
          lane.reduce(partner, c, held(c), finished(c, half == 1));
        }
      });
      reduced = true;
    }
    for (int size = 1; size < chunks; size *= 2, ++round) {
      const int partner = fold.outer(inner ^ size);
      const int mine = block_of(inner, size);
      lane.round(round);
      message(mine, size, [&](int c) { lane.send(partner, c, output(c)); });
      message(mine ^ size, size, [&](int c) { lane.receive(partner, c, output(c)); });
    }
    if (fold.takes(r)) {
      lane.round(last_round);
      message(0, chunks, [&](int c) { lane.send(r - 1, c, output(c)); });
    }
  });
}

std::uint64_t all_reduce_sent(const Layout& t, int r) {
  const Fold fold(t.ranks());
  if (fold.gives(r)) return t.elements();
  const auto inner = static_cast<std::uint64_t>(fold.inner(r));
  const std::uint64_t kept = t.length(inner);
  // Halving sends everything but the own chunk; doubling sends the own block, doubled each time.
  std::uint64_t sent = t.elements() - kept + (fold.takes(r) ? t.elements() : 0);
  for (std::uint64_t size = 1; size < t.chunks(); size *= 2) {
    for (std::uint64_t c = inner & ~(size - 1), i = 0; i < size; ++i) sent += t.length(c + i);
  }
  return sent;
}

constexpr Variant kVariants[]{
    {&all_reduce, rabenseifner_all_reduce, all_reduce_sent},
};

}  // namespace

const Algorithm rabenseifner{.name = "rabenseifner", .variants = kVariants};

}  // namespace ringlet
