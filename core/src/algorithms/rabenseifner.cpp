// Rabenseifner: recursive halving scatters the reduction, then recursive doubling gathers it, or a tree gathers it at
// the root: 2T(N-1)/N bytes in 2 log2 N rounds, for long messages that should not take the ring's N-1 rounds.
//
// There is a chunk for every rank, and core rank i (see fold.hpp) is to finish block i: the chunks of the ranks that it
// stands for. In the round of `half`, partners at that distance have the same 2 * half blocks; each gives away the half
// of them that is the other's to finish, so after log2 N rounds every block is finished.
// A fold makes some blocks twice as long: together ranks send as much as ever, but a rank with long blocks up to about
// 1.4 T more than without a fold.
//
// Rabenseifner, Optimization of collective reduction operations, 2004; MPICH's recursive halving.
#include "../plan/builder.hpp"
#include "catalogue.hpp"
#include "fold.hpp"

namespace ringlet {
namespace {

struct Chunks {
  int first, end;
};

Chunks everything(const Fold& fold) { return {0, fold.first_of(fold.core())}; }
// The chunks of `size` blocks, those from a multiple of `size` on among which block `inner` is.
Chunks around(const Fold& fold, int inner, int size) {
  const int first = inner & ~(size - 1);
  return {fold.first_of(first), fold.first_of(first + size)};
}

// What one rank does, phase by phase. Partial sums are in scratch.
class Phases {
 public:
  Phases(const PlanRequest& request, const Fold& fold, int rank, LaneBuilder& lane)
      : fold_(fold),
        rank_(rank),
        out_(
            request.collective->output({request.ranks, request.root, static_cast<std::uint32_t>(request.ranks)}, rank)),
        lane_(lane) {}

  // One of a pair gives all that it has to the other, and is left out until the end.
  void fold() {
    if (fold_.gives(rank_)) send(neighbour(), everything(fold_), [](int c) { return input(c); });
    if (fold_.takes(rank_)) add(neighbour(), everything(fold_), false);
    if (fold_.has_extra()) ++round_;
  }

  void halve() {
    if (fold_.core() == 1) lane_.copy(0, input(0), output(0));
    for (int half = fold_.core() / 2; half > 0; half /= 2, ++round_) {
      if (fold_.gives(rank_)) continue;
      send(partner(half), around(fold_, inner() ^ half, half), [this](int c) { return partial(c); });
      add(partner(half), around(fold_, inner(), half), half == 1);
    }
  }

  void double_up() {
    for (int size = 1; size < fold_.core(); size *= 2, ++round_) {
      if (fold_.gives(rank_)) continue;
      send(partner(size), around(fold_, inner(), size), [this](int c) { return result(c); });
      receive(partner(size), around(fold_, inner() ^ size, size));
    }
  }

  // A binomial tree: in each round half of those that are left pass on all that they have, towards the root.
  void gather_at(int root) {
    if (fold_.gives(rank_)) return;
    const int way = inner() ^ fold_.inner(root);
    for (int size = 1; size < fold_.core(); size *= 2, ++round_) {
      if ((way & size) != 0)
        return send(partner(size), around(fold_, inner(), size), [this](int c) { return result(c); });
      receive(partner(size), around(fold_, inner() ^ size, size));
    }
  }

  // The one that gave gets what it is to have, of the chunks that the other finished or gathered.
  void unfold(Chunks chunks) {
    if (fold_.takes(rank_)) send(neighbour(), chunks, [this](int c) { return result(c); });
    if (fold_.gives(rank_)) receive(neighbour(), chunks);
  }

 private:
  int inner() const { return fold_.inner(rank_); }
  int neighbour() const { return fold_.neighbour(rank_); }
  int partner(int distance) const { return fold_.outer(inner() ^ distance); }

  Slot partial(int chunk) const { return added_ ? scratch(chunk) : input(chunk); }
  // The output, where the chunk belongs there; what is on its way to others is in scratch.
  Slot result(int chunk) const {
    const std::uint32_t slot = out_.slot(static_cast<std::uint32_t>(chunk));
    return slot < out_.count ? output(slot) : scratch(chunk);
  }

  template <class From>
  void send(int peer, Chunks chunks, From&& from) {
    lane_.round(round_);
    for (int c = chunks.first; c < chunks.end; ++c) lane_.send(peer, c, from(c)).joined(c + 1 < chunks.end);
  }
  void receive(int peer, Chunks chunks) {
    lane_.round(round_);
    for (int c = chunks.first; c < chunks.end; ++c) lane_.receive(peer, c, result(c)).joined(c + 1 < chunks.end);
  }
  void add(int peer, Chunks chunks, bool finishes) {
    lane_.round(round_);
    for (int c = chunks.first; c < chunks.end; ++c) {
      const Slot to = finishes ? result(c) : scratch(c);
      if (peer < rank_) {
        lane_.reduce_reversed(peer, c, partial(c), to);
      } else {
        lane_.reduce(peer, c, partial(c), to);
      }
      lane_.joined(c + 1 < chunks.end);
    }
    added_ = true;
  }

  const Fold& fold_;
  int rank_;
  ChunkRange out_;
  LaneBuilder& lane_;
  bool added_ = false;
  int round_ = 0;
};

Plan rabenseifner_all_reduce(const PlanRequest& request) {
  const Fold fold(request.ranks);
  return build_plan(request, {.chunks = request.ranks, .scratch_slots = request.ranks}, [&](int r, LaneBuilder& lane) {
    Phases phases(request, fold, r, lane);
    phases.fold();
    phases.halve();
    phases.double_up();
    phases.unfold(everything(fold));
  });
}

Plan rabenseifner_reduce_scatter(const PlanRequest& request) {
  const Fold fold(request.ranks);
  return build_plan(request, {.chunks = request.ranks, .scratch_slots = request.ranks}, [&](int r, LaneBuilder& lane) {
    const int giver = fold.takes(r) ? fold.neighbour(r) : r;
    Phases phases(request, fold, r, lane);
    phases.fold();
    phases.halve();
    phases.unfold({giver, giver + 1});
  });
}

// The root never gives its part away, so nothing has to be handed back.
Plan rabenseifner_reduce(const PlanRequest& request) {
  const Fold fold(request.ranks, request.root);
  return build_plan(request, {.chunks = request.ranks, .scratch_slots = request.ranks}, [&](int r, LaneBuilder& lane) {
    Phases phases(request, fold, r, lane);
    phases.fold();
    phases.halve();
    phases.gather_at(request.root);
  });
}

std::uint64_t elements_of(const Layout& t, Chunks chunks) {
  std::uint64_t elements = 0;
  for (int c = chunks.first; c < chunks.end; ++c) elements += t.length(c);
  return elements;
}

// Halving sends everything but the own block; a rank that gives sends everything.
std::uint64_t sent_halving(const Layout& t, const Fold& fold, int r) {
  return t.elements() - (fold.gives(r) ? 0 : elements_of(t, around(fold, fold.inner(r), 1)));
}

std::uint64_t all_reduce_sent(const Layout& t, int r) {
  const Fold fold(t.ranks());
  std::uint64_t sent = sent_halving(t, fold, r);
  if (fold.gives(r)) return sent;
  for (int size = 1; size < fold.core(); size *= 2) sent += elements_of(t, around(fold, fold.inner(r), size));
  return sent + (fold.takes(r) ? t.elements() : 0);
}

std::uint64_t reduce_scatter_sent(const Layout& t, int r) {
  const Fold fold(t.ranks());
  return sent_halving(t, fold, r) + (fold.takes(r) ? t.length(fold.neighbour(r)) : 0);
}

// What goes towards the root is a subtree: as many blocks as the lowest binary one in the way to it.
std::uint64_t reduce_sent(const Layout& t, int r) {
  const Fold fold(t.ranks(), t.root());
  const std::uint64_t sent = sent_halving(t, fold, r);
  if (fold.gives(r) || r == t.root()) return sent;
  const int way = fold.inner(r) ^ fold.inner(t.root());
  return sent + elements_of(t, around(fold, fold.inner(r), way & -way));
}

constexpr Variant kVariants[]{
    {&reduce_scatter, rabenseifner_reduce_scatter, reduce_scatter_sent},
    {&all_reduce, rabenseifner_all_reduce, all_reduce_sent},
    {&reduce, rabenseifner_reduce, reduce_sent},
};

}  // namespace

const Algorithm rabenseifner{.name = "rabenseifner", .variants = kVariants};

}  // namespace ringlet
