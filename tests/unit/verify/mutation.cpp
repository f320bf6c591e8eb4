// Mutation tests: every step of every algorithm is spoilt in every way (mutants.hpp). The verifier must refuse the
// mutant, or the mutant must be equivalent: it gives the right result when it is played under many schedules (by
// player.hpp, which shares no code with the verifier), and for one of the reasons below, each decided for itself.
//
// `ringlet_tests -tc="mutation*"` prints the score.
#include <algorithm>
#include <array>
#include <iomanip>
#include <map>
#include <sstream>

#include "../support.hpp"
#include "mutants.hpp"
#include "pace.hpp"
#include "player.hpp"

namespace ringlet::test {
namespace {

// Why a mutant may live.
enum class Reason : std::uint8_t { none, same_memory, same_value, made_twice, independent, other_order, commutes };
constexpr std::size_t kReasons = 7;
constexpr std::array<std::string_view, kReasons> kReasonNames{
    "no reason",
    "the same memory by its other name, in place",
    "the same value from or to another cell",
    "a local step made twice, which does not read what it writes",
    "independent steps the other way round: the same additions",
    "contributions added in another order, which the fingerprint tells (V6)",
    "operands reversed: the operator commutes, and V5 tells where it need not",
};

bool same_memory(const Mutant& mutant, Slot a, Slot b) {
  if (!mutant.plan.in_place || a.space == b.space) return false;
  const Shape shape = mutant.plan.shape();
  const auto chunk = [&](Slot slot) {
    const auto range = slot.space == Space::input ? mutant.plan.collective->input : mutant.plan.collective->output;
    return range(shape, mutant.rank).chunk(slot.index);
  };
  return a && b && a.space != Space::scratch && b.space != Space::scratch && chunk(a) == chunk(b);
}

Reason reason_of(const Mutant& mutant, bool same_trees) {
  const Step& was = mutant.was;
  switch (mutant.kind) {
    case Spoilt::dropped:
      return was.kind == StepKind::local && same_memory(mutant, was.src, was.dst) ? Reason::same_memory : Reason::none;
    case Spoilt::doubled: {
      const bool idempotent =
          was.kind == StepKind::local && was.dst != was.acc && !same_memory(mutant, was.dst, was.acc);
      return idempotent ? Reason::made_twice : Reason::none;
    }
    case Spoilt::swapped: return same_trees ? Reason::independent : Reason::other_order;
    case Spoilt::source:
    case Spoilt::destination:
    case Spoilt::accumulator: {
      const Step& is = *mutant.is;
      const bool aliases = (was.src == is.src || same_memory(mutant, was.src, is.src)) &&
                           (was.dst == is.dst || same_memory(mutant, was.dst, is.dst)) &&
                           (was.acc == is.acc || same_memory(mutant, was.acc, is.acc));
      if (aliases) return Reason::same_memory;
      return same_trees && bool(was.acc) == bool(is.acc) ? Reason::same_value : Reason::none;
    }
    case Spoilt::reversed: return same_trees ? Reason::commutes : Reason::none;
    default: return Reason::none;
  }
}

class Score {
 public:
  // Refused, or equivalent for that reason.
  void refused(Spoilt kind) { ++refused_.at(index(kind)); }
  void equivalent(Spoilt kind, Reason reason) { ++equivalent_[{index(kind), index(reason)}]; }

  std::size_t mutants(Spoilt kind) const {
    std::size_t sum = refused_.at(index(kind));
    for (const auto& [at, count] : equivalent_) sum += at.first == index(kind) ? count : 0;
    return sum;
  }
  std::size_t refused_of(Spoilt kind) const { return refused_.at(index(kind)); }

  std::string table() const {
    std::ostringstream out;
    std::size_t all = 0;
    std::size_t dead = 0;
    out << "spoilt                          mutants   killed  equivalent\n";
    for (std::size_t kind = 0; kind < kSpoiltKinds; ++kind) {
      const auto spoilt = static_cast<Spoilt>(kind);
      all += mutants(spoilt);
      dead += refused_of(spoilt);
      out << std::left << std::setw(30) << kSpoiltNames.at(kind) << std::right << std::setw(9) << mutants(spoilt)
          << std::setw(9) << refused_of(spoilt) << std::setw(12) << mutants(spoilt) - refused_of(spoilt) << '\n';
    }
    for (const auto& [at, count] : equivalent_) {
      out << "  " << kSpoiltNames.at(at.first) << ", " << count << ": " << kReasonNames.at(at.second) << '\n';
    }
    out << all << " mutants, " << dead << " killed, " << all - dead << " equivalent";
    return out.str();
  }

 private:
  template <class Enum>
  static std::size_t index(Enum value) {
    return static_cast<std::size_t>(value);
  }

  std::array<std::size_t, kSpoiltKinds> refused_{};
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> equivalent_;
};

struct Sample {
  std::size_t every = 1;  // of so many mutants one is tried
  std::uint64_t schedules = 6;
  std::uint32_t queue_slots = kQueueSlots;
};

void kill_mutants_of(const Plan& plan, const Sample& sample, Score& score) {
  const auto right = prepare(plan, sample.queue_slots);
  if (!right) {
    // With a single slot some plans cannot run, which V3 says; there is nothing to spoil.
    REQUIRE(sample.queue_slots < kQueueSlots);
    return;
  }
  const auto trees = reduction_trees(*right);
  std::size_t number = 0;
  for_each_mutant(plan, [&](const Mutant& mutant) {
    if (number++ % sample.every != 0) return;
    const auto program = prepare(mutant.plan, sample.queue_slots);
    if (!program) return score.refused(mutant.kind);
    const Reason reason = reason_of(mutant, reduction_trees(*program) == trees);
    INFO(plan.collective->name << " by " << plan.algorithm << ", " << plan.ranks << " ranks, root " << plan.root
                               << std::string(plan.in_place ? ", in place: " : ": ")
                               << kSpoiltNames.at(static_cast<std::size_t>(mutant.kind)) << " at rank " << mutant.rank);
    CHECK(reason != Reason::none);
    for (std::uint64_t schedule = 0; schedule < sample.schedules; ++schedule) {
      const Played played = play(*program, schedule, sample.queue_slots);
      CAPTURE(schedule);
      REQUIRE(played.fault == "");
      REQUIRE(played.in_rank_order == program->order.in_rank_order);
    }
    score.equivalent(mutant.kind, reason);
  });
}

void kill_mutants(int ranks, const Sample& sample, Score& score) {
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      if (!variant.ranks.holds(ranks)) continue;
      for (const int root : variant.collective->rooted ? std::vector<int>{0, ranks - 1} : std::vector<int>{0}) {
        for (const bool in_place : {false, true}) {
          if (in_place && !variant.collective->in_place) continue;
          // Two slices show what more slices repeat.
          auto plan = make_plan(*algorithm, {variant.collective, ranks, root, in_place, variant.slices > 1 ? 2U : 0U});
          REQUIRE(plan);
          kill_mutants_of(*plan, sample, score);
        }
      }
    }
  }
}

#ifdef __EMSCRIPTEN__
constexpr std::size_t kThinned = 20;
#else
constexpr std::size_t kThinned = kSanitized ? 20 : 1;
#endif

TEST_CASE("mutation: every mutant dies, or is equivalent for a reason that is known") {
  Score score;
  for (const int ranks : {2, 3, 4, 5}) kill_mutants(ranks, {.every = kThinned}, score);
  kill_mutants(8, {.every = 11 * kThinned}, score);
  MESSAGE(score.table());
  for (std::size_t kind = 0; kind < kSpoiltKinds; ++kind) {
    const auto spoilt = static_cast<Spoilt>(kind);
    INFO(kSpoiltNames.at(kind));
    CHECK(score.mutants(spoilt) > 0);
    if (spoilt != Spoilt::reversed) CHECK(score.refused_of(spoilt) > 0);
  }
}

TEST_CASE("mutation: queues of one slot") {
  Score score;
  for (const int ranks : {2, 3}) kill_mutants(ranks, {.every = kThinned, .queue_slots = 1}, score);
  MESSAGE(score.table());
}

// The player is a judge of its own: it must find what is wrong with plans that nobody verified.
TEST_CASE("mutation: the player tells wrong plans from right ones") {
  const auto plan = make_plan(*find_algorithm("ring"), {&reduce_scatter, 3});
  REQUIRE(plan);
  const auto right = prepare(*plan);
  REQUIRE(right);
  for (std::uint64_t schedule = 0; schedule < 8; ++schedule) CHECK(play(*right, schedule).fault == "");
  std::size_t wrong = 0;
  std::size_t mutants = 0;
  for_each_mutant(*plan, [&](const Mutant& mutant) {
    if (mutant.kind != Spoilt::source && mutant.kind != Spoilt::destination) return;
    ++mutants;
    Program unverified = *right;
    unverified.plan = mutant.plan;
    wrong += play(unverified, 0).fault.empty() ? 0U : 1U;
  });
  CHECK(wrong == mutants);
}

}  // namespace
}  // namespace ringlet::test
