// Plans that nobody would write: the verifier answers all of them, in time and without taking them at their word.
#include <limits>

#include "../hand_plans.hpp"
#include "../support.hpp"
#include "mutants.hpp"
#include "player.hpp"

namespace ringlet::test {
namespace {

constexpr auto kHuge = std::numeric_limits<std::uint32_t>::max();

std::string refusal(Plan plan, std::string_view rule, std::uint32_t queue_slots = kQueueSlots) {
  const auto program = prepare(std::move(plan), queue_slots);
  REQUIRE_FALSE(program);
  CHECK(program.error().rule == rule);
  return program.error().message;
}

TEST_CASE("hostile plans: numbers beyond all memory are refused before memory is asked for") {
  const std::vector<Lane> lanes{{send(1, 0, input(0))}, {receive(0, 0, output(0))}};
  CHECK(refusal(hand_plan(all_reduce, {.chunks = kHuge}, lanes), "V1") ==
        "V1: its chunks and scratch slots are 17179869180 on all ranks, and at most 67108864 can be checked.");
  refusal(hand_plan(all_reduce, {.chunks = kHuge, .in_place = true}, lanes), "V1");
  refusal(hand_plan(all_reduce, {.scratch_slots = kHuge}, lanes), "V1");
  auto far = lanes;
  far[0][0].src = scratch(kHuge);
  refusal(hand_plan(all_reduce, {}, far), "V1");
  far = lanes;
  far[0][0].peer = std::numeric_limits<std::int32_t>::max();
  refusal(hand_plan(all_reduce, {}, far), "V1");
  far = lanes;
  far[0][0].chunk = kHuge;
  refusal(hand_plan(all_reduce, {}, far), "V1");
}

// Everyone sends two messages to the right before taking one from the left.
std::vector<Lane> eager_ring(int ranks) {
  std::vector<Lane> lanes;
  for (int r = 0; r < ranks; ++r) {
    const int right = (r + 1) % ranks;
    const int left = (r + ranks - 1) % ranks;
    lanes.push_back({send(right, 0, input(0)), send(right, 0, input(0)), receive(left, 0, scratch(0)),
                     receive(left, 0, scratch(0))});
  }
  return lanes;
}

TEST_CASE("hostile plans: a circle of waits is a deadlock that names who waits for whom, and for what") {
  CHECK(refusal(hand_plan(all_reduce, {.scratch_slots = 1}, eager_ring(3)), "V3", 1) ==
        "V3: rank 0, step 1, chunk 0: deadlock with 1 queue slot: rank 0 waits for rank 1 to make room at its step 1, "
        "rank 1 waits for rank 2 to make room at its step 1, rank 2 waits for rank 0 to make room at its step 1.");
  CHECK(refusal(hand_plan(all_reduce, {.scratch_slots = 1}, eager_ring(20)), "V3", 1).find(", and 12 more wait.") !=
        std::string::npos);
  // With a second slot the circle opens, and what is left is the wrong result.
  refusal(hand_plan(all_reduce, {.scratch_slots = 1}, eager_ring(3)), "V4", 2);
  const std::vector<Lane> nobody_sends{{receive(1, 0, output(0)), send(1, 0, input(0))},
                                       {receive(0, 0, output(0)), send(0, 0, input(0))}};
  CHECK(refusal(hand_plan(all_reduce, {}, nobody_sends), "V3").find("rank 0 waits for rank 1 to send at its step 0") !=
        std::string::npos);
}

TEST_CASE("hostile plans: a message of many chunks takes one slot, in every algorithm") {
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      for (const int ranks : {4, 6, 8, 13}) {
        if (!variant.ranks.holds(ranks)) continue;
        auto plan = make_plan(*algorithm, {.collective = variant.collective, .ranks = ranks});
        REQUIRE(plan);
        const auto program = prepare(std::move(*plan), 1);
        INFO(algorithm->name << " " << variant.collective->name << " of " << ranks);
        REQUIRE_MESSAGE(program, program.error().message);
        CHECK(play(*program, 1, 1).fault == "");
      }
    }
  }
}

// One to four changes at once, anywhere.
void spoil(Plan& plan, Random& random) {
  const auto any_of = [&random](auto& list) -> auto& {
    return list[static_cast<std::size_t>(random.below(list.size()))];
  };
  for (std::uint64_t change = random.below(4) + 1; change > 0; --change) {
    Lane& lane = any_of(any_of(plan.lanes));
    if (lane.empty()) continue;
    Step& step = any_of(lane);
    const auto small = [&random](std::uint64_t limit) { return static_cast<std::uint32_t>(random.below(limit)); };
    const Slot slot{static_cast<Space>(random.below(4)), small(plan.chunks + 1)};
    switch (random.below(10)) {
      case 0: std::swap(step, any_of(lane)); break;
      case 1: std::swap(step, any_of(any_of(any_of(plan.lanes)))); break;
      case 2: step.src = slot; break;
      case 3: step.acc = slot; break;
      case 4: step.dst = slot; break;
      case 5: step.peer = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(plan.ranks) + 1)); break;
      case 6: step.chunk = small(plan.chunks + 1); break;
      case 7: step.kind = static_cast<StepKind>(random.below(3)); break;
      case 8: step.more = !step.more; break;
      default: step.reverse = !step.reverse; break;
    }
  }
}

TEST_CASE(
    "hostile plans: whatever is accepted of plans spoilt at random plays right, and the rest says where it fails") {
  Random random(2024);
  std::size_t accepted = 0;
  std::size_t tried = 0;
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      for (const int ranks : {2, 3, 4}) {
        for (const bool in_place : {false, true}) {
          if (!variant.ranks.holds(ranks) || (in_place && !variant.collective->in_place)) continue;
          const auto right = make_plan(*algorithm, {variant.collective, ranks, 0, in_place, 1});
          REQUIRE(right);
          for (int i = 0; i < 60; ++i, ++tried) {
            Plan plan = *right;
            spoil(plan, random);
            const auto program = prepare(plan, 1 + static_cast<std::uint32_t>(i % 3));
            INFO(algorithm->name << " " << variant.collective->name << " of " << ranks << ", " << i);
            if (!program) {
              const std::string& message = program.error().message;
              CHECK(message.find(std::string(program.error().rule) + ": rank ") == 0);
              CHECK(message.back() == '.');
              continue;
            }
            ++accepted;
            for (std::uint64_t schedule = 0; schedule < 6; ++schedule) {
              const Played played = play(*program, schedule, 1 + static_cast<std::uint32_t>(i % 3));
              REQUIRE(played.fault == "");
              CHECK(played.in_rank_order == program->order.in_rank_order);
            }
          }
        }
      }
    }
  }
  CHECK(accepted > tried / 50);
}

}  // namespace
}  // namespace ringlet::test
