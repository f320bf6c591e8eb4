// Plans from plans.
#include "ringlet/combinators.hpp"

#include <map>
#include <tuple>

#include "../hand_plans.hpp"
#include "../support.hpp"

namespace ringlet::test {
namespace {

Plan plan_for(const Collective& collective, std::string_view algorithm, int ranks, bool in_place = false) {
  auto plan = make_plan(*find_algorithm(algorithm), {&collective, ranks, 0, in_place});
  REQUIRE(plan);
  return std::move(*plan);
}

// (peer, chunk, round) of a rank's sends, in order.
std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> sends(const Plan& plan, int rank) {
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> result;
  for (const Step& step : plan.lanes[static_cast<std::size_t>(rank)].front()) {
    if (step.kind == StepKind::send) result.emplace_back(step.peer, step.chunk, step.round);
  }
  return result;
}

TEST_CASE("combinators: the transposed mirrored ring all-gather is the ring reduce-scatter") {
  for (int ranks = 2; ranks <= 17; ++ranks) {
    const Plan derived = transpose(mirror(plan_for(all_gather, "ring", ranks)), reduce_scatter);
    const Plan written = plan_for(reduce_scatter, "ring", ranks);
    for (int rank = 0; rank < ranks; ++rank) CHECK(sends(derived, rank) == sends(written, rank));
    CHECK(derived.rounds() == static_cast<std::uint32_t>(ranks - 1));
    verified(derived);
  }
}

TEST_CASE("combinators: without the mirror the ring turns the other way and is as right") {
  Runner runner;
  const auto program = verified(transpose(plan_for(all_gather, "ring", 5), reduce_scatter));
  for (int rank = 0; rank < 5; ++rank) {
    for (const auto& [peer, chunk, round] : sends(program->plan, rank)) CHECK(peer == (rank + 4) % 5);
  }
  const auto inputs = whole_numbers<std::int32_t>(reduce_scatter, 5, 300);
  for (const Drive drive : drives()) {
    CHECK(runner.run(program, Operator::sum, 300, inputs, drive).outputs == summed(reduce_scatter, 300, inputs));
  }
}

// Chunks per directed edge, and messages.
std::map<std::pair<int, int>, std::size_t> traffic(const Plan& plan, bool turned) {
  std::map<std::pair<int, int>, std::size_t> result;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    for (const Lane& lane : plan.lanes[static_cast<std::size_t>(rank)]) {
      for (const Step& step : lane) {
        if (step.kind != StepKind::send) continue;
        ++result[turned ? std::pair{step.peer, rank} : std::pair{rank, step.peer}];
        if (!step.more) result[turned ? std::pair{-1 - step.peer, rank} : std::pair{-1 - rank, step.peer}] += 1;
      }
    }
  }
  return result;
}

TEST_CASE("combinators: transposed, every all-gather is a reduce-scatter with the same traffic the other way round") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 4, 7, 16}) {
    for (const Algorithm* algorithm : algorithms_for(all_gather, ranks)) {
      for (const bool in_place : {false, true}) {
        const Plan gather = plan_for(all_gather, algorithm->name, ranks, in_place);
        const Plan scatter = transpose(gather, reduce_scatter);
        CAPTURE(algorithm->name);
        CAPTURE(ranks);
        CHECK(traffic(scatter, true) == traffic(gather, false));
        CHECK(scatter.rounds() == gather.rounds());
        const auto program = verified(scatter);
        for (const std::size_t count : {0U, 1U, 3U, 400U}) {
          const auto inputs = whole_numbers<double>(reduce_scatter, ranks, count);
          CHECK(same_bits(runner.run(program, Operator::sum, count, inputs).outputs,
                          summed(reduce_scatter, count, inputs)));
        }
      }
    }
  }
}

TEST_CASE("combinators: transposing keeps lanes and slices") {
  Runner runner;
  for (const int ranks : {2, 3, 5}) {
    const auto program = verified(transpose(two_way_ring(ranks), reduce_scatter));
    const auto inputs = whole_numbers<std::int32_t>(reduce_scatter, ranks, 601);
    for (const Drive drive : drives()) {
      CHECK(runner.run(program, Operator::sum, 601, inputs, drive).outputs == summed(reduce_scatter, 601, inputs));
    }
  }
}

TEST_CASE("combinators: any reduce-scatter, then any all-gather, is an all-reduce that moves the bytes of both") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 4, 8}) {
    for (const Algorithm* first : algorithms_for(reduce_scatter, ranks)) {
      for (const Algorithm* second : algorithms_for(all_gather, ranks)) {
        for (const bool in_place : {false, true}) {
          const Plan scatter = plan_for(reduce_scatter, first->name, ranks, in_place);
          const Plan gather = plan_for(all_gather, second->name, ranks, in_place);
          const auto program = verified(sequence(scatter, gather, all_reduce));
          CHECK(program->plan.rounds() == scatter.rounds() + gather.rounds());
          for (const std::size_t count : {0U, 1U, 13U, 1500U}) {
            const auto inputs = whole_numbers<std::int64_t>(all_reduce, ranks, count);
            const auto outcome = runner.run(program, Operator::sum, count, inputs);
            CAPTURE(first->name);
            CAPTURE(second->name);
            CAPTURE(ranks);
            CAPTURE(count);
            CHECK(outcome.outputs == summed(all_reduce, count, inputs));
            const Layout tensor(program->plan, count);
            for (int rank = 0; rank < ranks; ++rank) {
              CHECK(outcome.sent[static_cast<std::size_t>(rank)] ==
                    8 * (first->variant(reduce_scatter)->elements_sent(tensor, rank) +
                         second->variant(all_gather)->elements_sent(tensor, rank)));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("combinators: a sequence of sliced plans with lanes") {
  Runner runner;
  for (const int ranks : {2, 3, 4}) {
    const Plan gather = two_way_ring(ranks);
    const auto program = verified(sequence(transpose(gather, reduce_scatter), gather, all_reduce));
    const auto inputs = whole_numbers<std::int32_t>(all_reduce, ranks, 2003);
    for (const Drive drive : drives()) {
      CAPTURE(ranks);
      CAPTURE(drive);
      CHECK(runner.run(program, Operator::avg, 2003, inputs, drive).outputs ==
            runner.run(program_for(all_reduce, "direct", ranks), Operator::avg, 2003, inputs).outputs);
    }
  }
}

TEST_CASE("combinators: mirrored twice a plan is itself, and mirrored once it is right") {
  for (const int ranks : {1, 2, 3, 6}) {
    for (const Form& form : plain_forms(ranks)) {
      const Plan plan = program_for(form)->plan;
      // A mirror needs a chunk (or its slices) for each rank, and no root.
      if (form.in_place || form.collective->rooted || plan.chunks != plan.slices * static_cast<std::uint32_t>(ranks)) {
        continue;
      }
      CAPTURE(form);
      CHECK(mirror(mirror(plan)).lanes == plan.lanes);
      verified(mirror(plan));
    }
  }
}

// The ring, round by round, as the literature (with NCCL's rotation) has it.
TEST_CASE("combinators: the ring's schedule by hand, three ranks") {
  using Send = std::tuple<int, std::uint32_t, std::uint32_t>;
  const Plan scatter = plan_for(reduce_scatter, "ring", 3);
  CHECK(sends(scatter, 0) == std::vector<Send>{{1, 2, 0}, {1, 1, 1}});
  CHECK(sends(scatter, 1) == std::vector<Send>{{2, 0, 0}, {2, 2, 1}});
  CHECK(sends(scatter, 2) == std::vector<Send>{{0, 1, 0}, {0, 0, 1}});
  const Plan gather = plan_for(all_gather, "ring", 3);
  CHECK(sends(gather, 0) == std::vector<Send>{{1, 0, 0}, {1, 2, 1}});
  CHECK(sends(gather, 1) == std::vector<Send>{{2, 1, 0}, {2, 0, 1}});
  CHECK(sends(gather, 2) == std::vector<Send>{{0, 2, 0}, {0, 1, 1}});
  CHECK(plan_for(all_reduce, "ring", 3).rounds() == 4);
}

}  // namespace
}  // namespace ringlet::test
