// Plans of several lanes: the lanes of a rank run interleaved, each with its own connections.
#include "../hand_plans.hpp"
#include "../support.hpp"
#include "../watched.hpp"
#include "ringlet/stepper.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("lanes: a ring that turns both ways gathers, for small and large parts, by every driver") {
  Runner runner;
  for (const int ranks : {2, 3, 4, 5, 8}) {
    const auto program = verified(two_way_ring(ranks));
    for (const std::size_t count : {1U, 2U, 7U, 1000U, 5001U}) {
      const auto inputs = whole_numbers<std::int32_t>(all_gather, ranks, count);
      for (const Drive drive : drives()) {
        CAPTURE(ranks);
        CAPTURE(count);
        CAPTURE(drive);
        const auto outcome = runner.run(program, Operator::sum, count, inputs, drive);
        CHECK_FALSE(outcome.error);
        CHECK(outcome.outputs == summed(all_gather, count, inputs));
        CHECK(outcome.sent == std::vector<std::uint64_t>(static_cast<std::size_t>(ranks),
                                                         static_cast<std::uint64_t>(ranks - 1) * count * 4));
      }
    }
  }
}

// Rank 0's lane 0 has nothing left to do while its lane 1 waits for rank 1.
Plan one_lane_early() {
  return plan_of_lanes(all_gather, {.chunks = 4, .slices = 2},
                       {
                           {
                               {copy(0, input(0), output(0)), copy(1, input(1), output(1)), send(1, 0, output(0)),
                                send(1, 1, output(1))},
                               {receive(1, 2, output(2)), receive(1, 3, output(3))},
                           },
                           {
                               {receive(0, 0, output(0)), receive(0, 1, output(1))},
                               {copy(2, input(0), output(2)), copy(3, input(1), output(3)), send(0, 2, output(2)),
                                send(0, 3, output(3))},
                           },
                       });
}

TEST_CASE("lanes: a rank with a finished lane still keeps its deadline in the other") {
  const auto program = verified(one_lane_early());
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    World world(2);
    Stepper stepper(world, false);
    stepper.hold(1, true);
    const Table<std::int32_t> inputs{{1, 2}, {3, 4}};
    Table<std::int32_t> outputs(2, std::vector<std::int32_t>(4));
    const Call call{program, DataType::int32, Operator::sum, 2, std::chrono::milliseconds(100)};
    auto run = Run::prepare(world, call, {{inputs[0].data(), outputs[0].data()}, {inputs[1].data(), outputs[1].data()}},
                            {&stepper});
    REQUIRE(run);
    REQUIRE(ends_by_itself(**run, world, driver));
    REQUIRE(world.failure());
    CHECK(world.failure()->code == ErrorCode::deadline);
    CHECK(world.failure()->culprits == std::vector<int>{1});
  }
}

TEST_CASE("lanes: a rank's unequal numbers of lanes") {
  Runner runner;
  const auto program = verified(plan_of_lanes(
      all_reduce, {.chunks = 2},
      {
          {{send(1, 0, input(0)), receive(1, 0, output(0))}, {send(1, 1, input(1)), reduce(1, 1, input(1), output(1))}},
          {{reduce(0, 0, input(0), output(0)), send(0, 0, output(0))},
           {send(0, 1, input(1)), reduce_reversed(0, 1, input(1), output(1))}},
      }));
  const auto inputs = whole_numbers<double>(all_reduce, 2, 1001);
  for (const Drive drive : drives()) {
    CHECK(same_bits(runner.run(program, Operator::sum, 1001, inputs, drive).outputs, summed(all_reduce, 1001, inputs)));
  }
}

TEST_CASE("lanes: a cell that one lane writes is no other lane's to read or write, whoever comes first") {
  const auto refusal = [](Plan plan) {
    const auto program = prepare(std::move(plan));
    return program ? std::string("accepted") : std::string(program.error().rule);
  };
  SUBCASE("one lane reads what another wrote") {
    CHECK(refusal(plan_of_lanes(all_reduce, {.scratch_slots = 1},
                                {{{copy(0, input(0), scratch(0))}, {copy(0, scratch(0), output(0))}}})) == "V3");
  }
  SUBCASE("two lanes write one cell") {
    CHECK(refusal(plan_of_lanes(all_reduce, {}, {{{copy(0, input(0), output(0))}, {copy(0, input(0), output(0))}}})) ==
          "V3");
  }
  SUBCASE("a lane overwrites what it read itself and another lane reads too") {
    CHECK(refusal(plan_of_lanes(
              all_reduce, {.scratch_slots = 1, .in_place = true},
              {
                  {{send(1, 0, input(0)), reduce(1, 0, input(0), output(0))}, {send(1, 0, input(0))}},
                  {{send(0, 0, input(0)), reduce(0, 0, input(0), output(0))}, {receive(0, 0, scratch(0))}},
              })) == "V3");
  }
}

}  // namespace
}  // namespace ringlet::test
