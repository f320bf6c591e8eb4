// The vocabulary in which algorithms are written: send, receive, reduce, copy.
#pragma once

#include <utility>

#include "ringlet/algorithms.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

// n modulo ranks, also for negative n.
constexpr int wrap(int n, int ranks) { return ((n % ranks) + ranks) % ranks; }

// Writes one rank's lane.
class LaneBuilder {
 public:
  explicit LaneBuilder(Lane& lane) : lane_(lane) {}

  // The steps that follow belong to this round.
  LaneBuilder& round(int number) {
    round_ = static_cast<std::uint32_t>(number);
    return *this;
  }
  LaneBuilder& send(int peer, int chunk, Slot src) { return add({StepKind::send, peer, chunk, src, {}, {}}); }
  LaneBuilder& receive(int peer, int chunk, Slot dst) { return add({StepKind::recv, peer, chunk, {}, {}, dst}); }
  // dst <- acc (+) message
  LaneBuilder& reduce(int peer, int chunk, Slot acc, Slot dst) {
    return add({StepKind::recv, peer, chunk, {}, acc, dst});
  }
  LaneBuilder& copy(int chunk, Slot src, Slot dst) { return add({StepKind::local, -1, chunk, src, {}, dst}); }
  // dst <- acc (+) src, both of this rank
  LaneBuilder& reduce_own(int chunk, Slot acc, Slot src, Slot dst) {
    return add({StepKind::local, -1, chunk, src, acc, dst});
  }
  // output 0 <- ((x0 + x1) + x2) + ... of the parts that ranks 0 to last - 1 have of the chunk, this rank's own being
  // at `own`. In place the output is that own part, so partial results stay in scratch 0 until the last one.
  LaneBuilder& fold_in_rank_order(int last, int rank, int chunk, Slot own, int rounds_apart = 0) {
    if (rank == 0 && last == 1) return copy(chunk, own, output(0));
    for (int from = 0; from < last; ++from) {
      const Slot before = from == 1 && rank == 0 ? own : scratch(0);
      const Slot after = from == last - 1 ? output(0) : scratch(0);
      if (from == rank) {
        if (rank > 0) reduce_own(chunk, before, own, after);
        continue;
      }
      if (from == 0) {
        receive(from, chunk, after);
      } else {
        reduce(from, chunk, before, after);
      }
      round(static_cast<int>(round_) + rounds_apart);
    }
    return *this;
  }
  // dst <- message (+) acc: the sender's part is the left operand.
  LaneBuilder& reduce_reversed(int peer, int chunk, Slot acc, Slot dst) {
    reduce(peer, chunk, acc, dst);
    lane_.back().reverse = true;
    return *this;
  }
  // The last step is one message with the next.
  LaneBuilder& joined(bool with_next = true) {
    lane_.back().more = with_next;
    return *this;
  }

 private:
  struct Parts {
    StepKind kind;
    int peer, chunk;
    Slot src, acc, dst;
  };
  LaneBuilder& add(const Parts& parts) {
    lane_.push_back({.kind = parts.kind,
                     .peer = parts.peer,
                     .chunk = static_cast<std::uint32_t>(parts.chunk),
                     .src = parts.src,
                     .acc = parts.acc,
                     .dst = parts.dst,
                     .round = round_});
    return *this;
  }

  Lane& lane_;
  std::uint32_t round_ = 0;
};

// An algorithm's own numbers; the rest of the plan comes from the request.
struct PlanSize {
  int chunks = 1;
  int scratch_slots = 0;
};

// A plan of one lane per rank: `write(rank, lane)` writes each.
template <class Write>
Plan build_plan(const PlanRequest& request, PlanSize size, Write&& write) {
  Plan plan{.collective = request.collective,
            .ranks = request.ranks,
            .root = request.root,
            .chunks = static_cast<std::uint32_t>(size.chunks),
            .scratch_slots = static_cast<std::uint32_t>(size.scratch_slots),
            .in_place = request.in_place,
            .lanes = std::vector(static_cast<std::size_t>(request.ranks), std::vector<Lane>(1))};
  for (int rank = 0; rank < request.ranks; ++rank) {
    Lane& steps = plan.lanes[static_cast<std::size_t>(rank)].front();
    LaneBuilder lane(steps);
    write(rank, lane);
    steps.shrink_to_fit();
  }
  return plan;
}

// The same request for another collective: how an algorithm asks itself for the parts of a sequence.
inline PlanRequest request_for(const Collective& collective, PlanRequest request) {
  request.collective = &collective;
  return request;
}

}  // namespace ringlet
