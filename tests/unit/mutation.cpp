// Spoils every step of every algorithm in every way that keeps it well formed enough to be tried: the verifier must
// refuse the mutant, or the mutant must give the right result all the same.
#include <array>
#include <functional>

#include "support.hpp"

namespace ringlet::test {
namespace {

enum class Spoilt : std::uint8_t { dropped, doubled, swapped, peer, chunk, slot, accumulator, joined };
constexpr std::size_t kKinds = 8;
constexpr std::array<std::string_view, kKinds> kKindNames{"dropped", "doubled", "swapped",     "peer",
                                                          "chunk",   "slot",    "accumulator", "joined"};

using Visit = std::function<void(Spoilt, const Plan&)>;

// Every other slot that exists on this rank; the input is not tried as a destination, V1 refuses that from the form.
std::vector<Slot> slots_of(const Plan& plan, int rank, bool writable) {
  std::vector<Slot> all;
  const auto add = [&all](Space space, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) all.push_back({space, i});
  };
  if (!writable) add(Space::input, plan.collective->input(plan.shape(), rank).count);
  add(Space::output, plan.collective->output(plan.shape(), rank).count);
  add(Space::scratch, plan.scratch_slots);
  return all;
}

void mutate_slots(Plan& mutant, int rank, Step& step, const Visit& visit) {
  const Step right = step;
  for (Slot Step::*const which : {&Step::src, &Step::acc, &Step::dst}) {
    const Slot was = step.*which;
    if (!was) continue;
    for (const Slot other : slots_of(mutant, rank, which == &Step::dst)) {
      if (other == was) continue;
      step.*which = other;
      visit(Spoilt::slot, mutant);
    }
    step = right;
  }
  if (step.kind == StepKind::send) return;
  for (const Slot other : slots_of(mutant, rank, false)) {
    if (step.acc) break;
    step.acc = other;
    visit(Spoilt::accumulator, mutant);
    step = right;
  }
  if (right.acc) {
    step.acc = {};
    visit(Spoilt::accumulator, mutant);
    step = right;
  }
}

void mutate_step(Plan& mutant, int rank, Lane& lane, std::size_t i, const Visit& visit) {
  const Lane right = lane;
  lane.erase(lane.begin() + static_cast<std::ptrdiff_t>(i));
  visit(Spoilt::dropped, mutant);
  lane = right;
  lane.insert(lane.begin() + static_cast<std::ptrdiff_t>(i), right[i]);
  visit(Spoilt::doubled, mutant);
  lane = right;
  lane[i].more = !lane[i].more;
  visit(Spoilt::joined, mutant);
  lane = right;
  if (i + 1 < lane.size() && lane[i] != lane[i + 1]) {
    std::swap(lane[i], lane[i + 1]);
    visit(Spoilt::swapped, mutant);
    lane = right;
  }
  for (int peer = 0; lane[i].kind != StepKind::local && peer < mutant.ranks; ++peer) {
    if (peer == right[i].peer) continue;
    lane[i].peer = peer;
    visit(Spoilt::peer, mutant);
  }
  lane = right;
  for (std::uint32_t chunk = 0; chunk < mutant.chunks; ++chunk) {
    if (chunk == right[i].chunk) continue;
    lane[i].chunk = chunk;
    visit(Spoilt::chunk, mutant);
  }
  lane = right;
  mutate_slots(mutant, rank, lane[i], visit);
}

void for_each_mutant(const Plan& plan, const Visit& visit) {
  Plan mutant = plan;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    for (Lane& lane : mutant.lanes[static_cast<std::size_t>(rank)]) {
      for (std::size_t i = 0; i < lane.size(); ++i) mutate_step(mutant, rank, lane, i, visit);
    }
  }
}

// Sums that wrap are exact, and hardly any wrong combination of random 64-bit numbers is right by chance.
Table<std::int64_t> random_inputs(const Collective& collective, int ranks, std::size_t count) {
  Random random(99);
  Table<std::int64_t> inputs = whole_numbers<std::int64_t>(collective, ranks, count);
  for (auto& row : inputs) {
    for (auto& value : row) value = static_cast<std::int64_t>(random.next());
  }
  return inputs;
}

Table<std::int64_t> right_outputs(const Collective& collective, std::size_t count, const Table<std::int64_t>& inputs) {
  const auto wrapping = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  };
  return expected<std::int64_t>({&collective, static_cast<int>(inputs.size()), 0, count}, inputs, wrapping);
}

// Survivors run in turn and in this many shuffled orders less one.
constexpr std::size_t kOrders = 2;

struct Score {
  std::array<std::size_t, kKinds> refused{}, equivalent{};
};

void kill_mutants_of(Runner& runner, const Plan& plan, std::uint32_t queue_slots, Score& score) {
  const Collective& collective = *plan.collective;
  // Ragged chunks in slots, and chunks that go by pointer.
  const std::array counts{static_cast<std::size_t>(2 * plan.ranks + 1), static_cast<std::size_t>(140 * plan.ranks + 1)};
  std::array<Table<std::int64_t>, counts.size()> inputs;
  std::array<Table<std::int64_t>, counts.size()> wanted;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    inputs.at(i) = random_inputs(collective, plan.ranks, counts.at(i));
    wanted.at(i) = right_outputs(collective, counts.at(i), inputs.at(i));
  }
  for_each_mutant(plan, [&](Spoilt kind, const Plan& mutant) {
    const auto index = static_cast<std::size_t>(kind);
    auto program = prepare(mutant, queue_slots);
    if (!program) {
      ++score.refused.at(index);
      return;
    }
    ++score.equivalent.at(index);
    const auto survivor = std::make_shared<const Program>(std::move(*program));
    for (std::size_t i = 0; i < 2 * kOrders; ++i) {
      const Drive drive = i < 2 ? Drive::in_turn : Drive::shuffled;
      const auto outcome = runner.run(survivor, Operator::sum, counts.at(i % 2), inputs.at(i % 2), drive);
      INFO(collective.name << " " << plan.algorithm << " of " << plan.ranks << (plan.in_place ? ", in place, " : ", ")
                           << kKindNames.at(index));
      REQUIRE_FALSE(outcome.error);
      REQUIRE(outcome.outputs == wanted.at(i % 2));
    }
  });
}

Score kill_mutants(int ranks, bool in_place, std::uint32_t queue_slots) {
  Runner runner;
  Score score;
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      auto plan = make_plan(*algorithm, {variant.collective, ranks, 0, in_place});
      if (!plan) continue;
      if (prepare(*plan, queue_slots)) kill_mutants_of(runner, *plan, queue_slots, score);
    }
  }
  return score;
}

void check_score(const Score& score) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    INFO(kKindNames.at(kind));
    CHECK(score.refused.at(kind) > 0);
  }
  std::string text;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    text += std::string(kKindNames.at(kind)) + " " + std::to_string(score.refused.at(kind)) + " refused, " +
            std::to_string(score.equivalent.at(kind)) + " equivalent; ";
  }
  INFO(text);
  // Nothing is superfluous and every address matters, so only order, scratch and doubled constants leave a choice.
  CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::dropped)) == 0);
  CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::peer)) == 0);
  CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::chunk)) == 0);
  CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::accumulator)) == 0);
  CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::joined)) == 0);
}

TEST_CASE("mutation: separate buffers") {
  for (const int ranks : {2, 3, 4, 5}) check_score(kill_mutants(ranks, false, kQueueSlots));
}

// In place a copy of a cell onto itself may be dropped, and a cell has two names.
TEST_CASE("mutation: in place") {
  for (const int ranks : {2, 3, 4}) {
    const Score score = kill_mutants(ranks, true, kQueueSlots);
    CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::peer)) == 0);
    CHECK(score.equivalent.at(static_cast<std::size_t>(Spoilt::chunk)) == 0);
  }
}

TEST_CASE("mutation: queues of one slot") {
  for (const int ranks : {2, 3}) {
    for (const bool in_place : {false, true}) kill_mutants(ranks, in_place, 1);
  }
}

}  // namespace
}  // namespace ringlet::test
