#include "static_checks.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>

#include "ringlet/error.hpp"

namespace ringlet {

std::span<const Rule> rules() {
  static constexpr std::array all{
      Rule{"V1", "peers, slots and chunks are in range, nobody sends to itself, the input is never written"},
      Rule{"V2", "each connection has as many receives as sends, and each pair names the same chunk"},
      Rule{"V3", "no deadlock with the slots that a queue has"},
      Rule{"V4", "every output chunk holds each contribution exactly once"},
      Rule{"V7", "no receive reads memory that its sender may already have overwritten"},
      Rule{"V8", "all of this again with the output over the input, in place"},
  };
  return all;
}

Violation violation(std::string_view rule, int rank, int lane, std::size_t step, std::uint32_t chunk,
                    std::string_view what) {
  std::string message(rule);
  message += ": rank " + std::to_string(rank) + ", step " + std::to_string(step);
  if (lane > 0) message += " of lane " + std::to_string(lane);
  message += ", chunk " + std::to_string(chunk) + ": ";
  message += what;
  return {rule, rank, lane, static_cast<std::uint32_t>(step), chunk, std::move(message)};
}

std::string text(Slot slot) { return std::string(name(slot.space)) + " " + std::to_string(slot.index); }

std::size_t message_end(const Lane& lane, std::size_t first) {
  std::size_t last = first;
  while (lane[last].more && last + 1 < lane.size()) ++last;
  return last + 1;
}

namespace {

// Slots that a rank has in each space.
struct Room {
  std::uint32_t input, output, scratch;

  std::uint32_t of(Space space) const {
    return space == Space::input ? input : space == Space::output ? output : scratch;
  }
};

std::string out_of_range(std::string_view what, std::int64_t value, std::uint32_t limit) {
  return std::string(what) + " " + std::to_string(value) + " does not exist, there " + (limit == 1 ? "is " : "are ") +
         std::to_string(limit) + ".";
}

// What is wrong with the form of one step, or nothing.
std::string fault(const Plan& plan, const Room& room, int rank, const Lane& lane, std::size_t index) {
  const Step& step = lane[index];
  if (step.chunk >= plan.chunks) return out_of_range("chunk", step.chunk, plan.chunks);
  const bool local = step.kind == StepKind::local;
  if (!local && (step.peer < 0 || step.peer >= plan.ranks)) {
    return out_of_range("peer", step.peer, static_cast<std::uint32_t>(plan.ranks));
  }
  if (!local && step.peer == rank) return "a rank cannot send to or receive from itself.";
  for (const Slot slot : {step.src, step.acc, step.dst}) {
    if (slot && slot.index >= room.of(slot.space)) return text(slot) + " does not exist on this rank.";
  }
  if (step.dst.space == Space::input) return "it writes " + text(step.dst) + ", and inputs are read only.";
  const bool takes_src = step.kind != StepKind::recv;
  const bool takes_dst = step.kind != StepKind::send;
  if (takes_src != bool(step.src))
    return takes_src ? "it has no src." : "a recv has no src, the message is its source.";
  if (takes_dst != bool(step.dst)) return takes_dst ? "it has no dst." : "a send has no dst.";
  if (step.kind == StepKind::send && step.acc) return "a send has no acc.";
  if (step.more) {
    const bool joins =
        !local && index + 1 < lane.size() && lane[index + 1].kind == step.kind && lane[index + 1].peer == step.peer;
    if (!joins) return "'more' joins it to a next step of the same kind with the same peer, and there is none.";
  }
  return {};
}

// A send or receive, as seen from its connection.
struct End {
  std::uint32_t peer;  // the destination of a send; the rank of a receive
  std::uint32_t lane;
  std::uint32_t step;

  auto connection() const { return std::tie(peer, lane); }
};

template <class Use>
void each_step(const Plan& plan, std::size_t rank, StepKind kind, Use&& use) {
  const auto& lanes = plan.lanes[rank];
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    for (std::size_t i = 0; i < lanes[l].size(); ++i) {
      if (lanes[l][i].kind == kind) use(lanes[l][i], static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(i));
    }
  }
}

// Ends by a rank, for each rank in the order in which they are put.
class EndsByRank {
 public:
  explicit EndsByRank(std::size_t ranks) : starts_(ranks + 1) {}

  // First of all, how many each rank will have.
  void count(int rank) { ++starts_[static_cast<std::size_t>(rank) + 1]; }
  void put(int rank, End end) {
    if (ends_.empty()) {
      std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
      next_ = starts_;
      ends_.resize(starts_.back());
    }
    ends_[next_[static_cast<std::size_t>(rank)]++] = end;
  }
  std::span<const End> of(std::size_t rank) const {
    return std::span(ends_).subspan(starts_[rank], starts_[rank + 1] - starts_[rank]);
  }

 private:
  std::vector<std::size_t> starts_, next_;
  std::vector<End> ends_;
};

// All receives by their source, those of a source by connection.
EndsByRank receives_by_source(const Plan& plan) {
  EndsByRank result(plan.lanes.size());
  for (std::size_t rank = 0; rank < plan.lanes.size(); ++rank) {
    each_step(plan, rank, StepKind::recv, [&](const Step& step, auto, auto) { result.count(step.peer); });
  }
  for (std::size_t rank = 0; rank < plan.lanes.size(); ++rank) {
    each_step(plan, rank, StepKind::recv, [&](const Step& step, std::uint32_t lane, std::uint32_t index) {
      result.put(step.peer, {static_cast<std::uint32_t>(rank), lane, index});
    });
  }
  return result;
}

// A rank's sends by connection.
void sends_by_connection(const Plan& plan, std::size_t rank, std::vector<End>& sends) {
  sends.clear();
  each_step(plan, rank, StepKind::send, [&](const Step& step, std::uint32_t lane, std::uint32_t index) {
    sends.push_back({static_cast<std::uint32_t>(step.peer), lane, index});
  });
  std::stable_sort(sends.begin(), sends.end(),
                   [](const End& a, const End& b) { return a.connection() < b.connection(); });
}

// More cells than a plan of kMaxRanks ranks needs, and as many as fit into memory.
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 26;

// Cells that a symbolic run keeps, of all ranks.
std::uint64_t cells(const Plan& plan) {
  std::uint64_t sum = 0;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const std::uint64_t in = plan.collective->input(plan.shape(), rank).count;
    const std::uint64_t out = plan.collective->output(plan.shape(), rank).count;
    sum += (plan.in_place ? plan.chunks : in + out) + plan.scratch_slots;
  }
  return sum;
}

// What is wrong with the plan as a whole, or nothing.
std::string fault(const Plan& plan) {
  if (plan.ranks < 1) return "a plan needs at least 1 rank.";
  if (plan.root < 0 || plan.root >= plan.ranks)
    return out_of_range("root", plan.root, static_cast<std::uint32_t>(plan.ranks));
  if (plan.chunks == 0 || plan.slices == 0) return "a plan needs at least 1 chunk and 1 slice.";
  const std::uint64_t parts = plan.collective->parts(plan.ranks);
  if (parts > 1 && plan.chunks != parts * plan.slices) {
    return std::string(plan.collective->name) + " has " + counted(parts * plan.slices, "chunk") + ", not " +
           std::to_string(plan.chunks) + ".";
  }
  if (plan.in_place && !plan.collective->in_place) return std::string(plan.collective->name) + " has no in-place form.";
  if (plan.lanes.size() != static_cast<std::size_t>(plan.ranks)) {
    return "there are lanes for " + counted(plan.lanes.size(), "rank") + ", not for " + std::to_string(plan.ranks) +
           ".";
  }
  if (const std::uint64_t needed = cells(plan); needed > kMostCells) {
    return "its chunks and scratch slots are " + std::to_string(needed) + " on all ranks, and at most " +
           std::to_string(kMostCells) + " can be checked.";
  }
  for (const auto& lanes : plan.lanes) {
    if (lanes.empty()) return "each rank needs at least one lane, if an empty one.";
    if (lanes.size() > kMaxLanes) return "a rank has more than " + std::to_string(kMaxLanes) + " lanes.";
  }
  return {};
}

}  // namespace

std::optional<Violation> check_steps(const Plan& plan) {
  if (std::string what = fault(plan); !what.empty()) return Violation{"V1", 0, 0, 0, 0, "V1: " + what};
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const Room room{plan.collective->input(plan.shape(), rank).count, plan.collective->output(plan.shape(), rank).count,
                    plan.scratch_slots};
    const auto& lanes = plan.lanes[static_cast<std::size_t>(rank)];
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      for (std::size_t i = 0; i < lanes[l].size(); ++i) {
        if (const std::string what = fault(plan, room, rank, lanes[l], i); !what.empty()) {
          return violation("V1", rank, static_cast<int>(l), i, lanes[l][i].chunk, what);
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<Violation> check_pairs(const Plan& plan) {
  const EndsByRank received = receives_by_source(plan);
  std::vector<End> sends;
  for (std::size_t source = 0; source < plan.lanes.size(); ++source) {
    sends_by_connection(plan, source, sends);
    const std::span<const End> receives = received.of(source);
    const auto rank = static_cast<int>(source);
    for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
      const End* send = i < sends.size() ? &sends[i] : nullptr;
      const End* receive = i < receives.size() ? &receives[i] : nullptr;
      if (receive == nullptr || (send != nullptr && send->connection() < receive->connection())) {
        return violation("V2", rank, static_cast<int>(send->lane), send->step,
                         plan.lanes[source][send->lane][send->step].chunk,
                         "rank " + std::to_string(send->peer) + " never receives what it sends.");
      }
      const Step& to = plan.lanes[receive->peer][receive->lane][receive->step];
      const auto wrong = [&](const std::string& what) {
        return violation("V2", static_cast<int>(receive->peer), static_cast<int>(receive->lane), receive->step,
                         to.chunk, "rank " + std::to_string(rank) + what);
      };
      if (send == nullptr || receive->connection() < send->connection()) {
        return wrong(" never sends what it receives.");
      }
      const Step& from = plan.lanes[source][send->lane][send->step];
      if (from.chunk != to.chunk) {
        return wrong(" sends chunk " + std::to_string(from.chunk) + " here, at its step " + std::to_string(send->step) +
                     ".");
      }
      if (from.more != to.more) {
        return wrong(" cuts its messages elsewhere, at its step " + std::to_string(send->step) + ".");
      }
    }
  }
  return std::nullopt;
}

}  // namespace ringlet
