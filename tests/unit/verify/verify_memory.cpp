// The verifier on memory that is used again too early: what it must refuse.
#include "../hand_plans.hpp"
#include "../support.hpp"
#include "ringlet/verify.hpp"

namespace ringlet::test {
namespace {

// prepare() sets the fences that V7 asks for, so the rule shows where a program comes without them.
TEST_CASE("verify V7: a program whose fences or copies are missing") {
  SUBCASE("a fence") {
    const std::vector<Lane> lanes{
        {reduce(1, 0, input(0), scratch(0)), send(1, 0, scratch(0)), copy(0, scratch(0), output(0)),
         copy(1, input(1), scratch(0)), reduce(1, 1, scratch(0), output(1)), send(1, 1, output(1))},
        {send(0, 0, input(0)), send(0, 1, input(1)), receive(0, 0, output(0)), receive(0, 1, output(1))},
    };
    auto program = prepare(hand_plan(all_reduce, {.chunks = 2, .scratch_slots = 1}, lanes));
    REQUIRE(program);
    auto& notes = program->notes[0][0];
    REQUIRE(notes[3].fences.size() == 1);
    CHECK(notes[3].fences[0].peer == 1);
    CHECK(notes[3].fences[0].message == 0);
    notes.fences.clear();
    const auto violation = check(*program);
    REQUIRE(violation);
    CHECK(violation->rule == "V7");
    CHECK(violation->rank == 0);
    CHECK(violation->step == 3);
    CHECK(violation->chunk == 1);
    CHECK(violation->message.find("rank 1") != std::string::npos);
  }
  SUBCASE("a copy") {
    auto program = prepare(recursive_doubling(2, true));
    REQUIRE(program);
    for (auto& rank : program->notes) {
      rank[0].copied.clear();
      rank[0].fences.clear();
    }
    const auto violation = check(*program);
    REQUIRE(violation);
    CHECK(violation->rule == "V7");
    CHECK(violation->step == 1);
  }
  SUBCASE("none where the order of messages proves that the reader is done") {
    const auto program = prepare(hand_plan(all_reduce, {.in_place = true}, sum_of_two()));
    REQUIRE(program);
    for (const auto& rank : program->notes) {
      CHECK(rank[0].fences.empty());
      CHECK(rank[0].copied.empty());
    }
  }
}

// Right with separate buffers, wrong in place: the output is written while the input is still needed.
TEST_CASE("verify V8: aliasing in place") {
  const std::vector<Lane> lanes{
      {receive(1, 0, output(0)), add(0, output(0), input(0), output(0)), send(1, 0, output(0))},
      {send(0, 0, input(0)), receive(0, 0, output(0))},
  };
  CHECK(prepare(hand_plan(all_reduce, {}, lanes)));
  const auto program = prepare(hand_plan(all_reduce, {.in_place = true}, lanes));
  REQUIRE_FALSE(program);
  CHECK(program.error().rank == 0);
  CHECK(program.error().step == 1);
}

TEST_CASE("verify V8: reduce-scatter's output is its own part of the input") {
  const std::vector<Lane> lanes{
      {receive(1, 0, output(0)), send(1, 1, input(1)), add(0, output(0), input(0), output(0))},
      {send(0, 0, input(0)), reduce(0, 1, input(1), output(0))},
  };
  CHECK(prepare(hand_plan(reduce_scatter, {.chunks = 2}, lanes)));
  CHECK_FALSE(prepare(hand_plan(reduce_scatter, {.chunks = 2, .in_place = true}, lanes)));
}

}  // namespace
}  // namespace ringlet::test
