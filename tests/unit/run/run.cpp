// The life of a run and of its world: reuse, refusals, what is left behind.
#include "ringlet/run.hpp"

#include <limits>

#include "../hand_plans.hpp"
#include "../support.hpp"
#include "../watched.hpp"
#include "ringlet/stepper.hpp"

namespace ringlet::test {
namespace {

// Buffers of one out-of-place call that live as long as the test needs.
struct Memory {
  Memory(const Collective& collective, int ranks, std::size_t count, std::uint64_t seed)
      : inputs(whole_numbers<std::int32_t>(collective, ranks, count, seed)), wanted(summed(collective, count, inputs)) {
    for (const auto& row : wanted) outputs.emplace_back(row.size(), -1);
  }

  std::vector<RankBuffers> buffers() {
    std::vector<RankBuffers> result;
    for (std::size_t r = 0; r < inputs.size(); ++r) result.push_back({inputs[r].data(), outputs[r].data()});
    return result;
  }

  Table<std::int32_t> inputs, wanted, outputs;
};

Call call_of(std::shared_ptr<const Program> program, std::size_t count) {
  return {std::move(program), DataType::int32, Operator::sum, count, kPatience};
}

TEST_CASE("run: one world serves many runs of different plans, drivers and sizes") {
  World world(5);
  const auto all = forms(5);
  for (std::size_t round = 0; round < 2 * all.size(); ++round) {
    const Form& form = all[round % all.size()];
    if (form.in_place || form.root != 0 || form.collective->uniform != nullptr) continue;
    const std::size_t count = round * round % 997;
    Memory memory(*form.collective, 5, count, round);
    const auto run = Run::prepare(world, call_of(program_for(form), count), memory.buffers());
    REQUIRE(run);
    REQUIRE((*run)->wait(drivers()[round / 2 % drivers().size()]));
    REQUIRE(memory.outputs == memory.wanted);
  }
}

TEST_CASE("run: says whether it has finished, and on how many threads it ran") {
  World world(4);
  const auto program = program_for(all_reduce, "ring", 4);
  for (const Driver driver : drivers()) {
    Memory memory(all_reduce, 4, 100, 1);
    const auto run = Run::prepare(world, call_of(program, 100), memory.buffers());
    REQUIRE(run);
    CHECK_FALSE((*run)->finished());
    REQUIRE((*run)->wait(driver));
    CHECK((*run)->finished());
    CHECK((*run)->threads() == (driver == Driver::threads ? 4 : 1));
    CHECK((*run)->elapsed() > std::chrono::nanoseconds(0));
  }
}

TEST_CASE("run: start returns at once and wait then waits for the same run") {
  if (!has_threads()) return;
  World world(3);
  const auto program = program_for(reduce_scatter, "ring", 3);
  for (int round = 0; round < 20; ++round) {
    Memory memory(reduce_scatter, 3, 3000, 1);
    const auto run = Run::prepare(world, call_of(program, 3000), memory.buffers());
    REQUIRE(run);
    (*run)->start();
    REQUIRE((*run)->wait(Driver::threads));
    CHECK(memory.outputs == memory.wanted);
  }
}

TEST_CASE("run: ranks, world and buffers have to agree") {
  World world(3);
  Memory memory(all_reduce, 3, 4, 1);
  const auto four = Run::prepare(world, call_of(program_for(all_reduce, "ring", 4), 4), memory.buffers());
  REQUIRE_FALSE(four);
  CHECK(four.error().code == ErrorCode::invalid);
  auto two = memory.buffers();
  two.pop_back();
  const auto short_of_one = Run::prepare(world, call_of(program_for(all_reduce, "ring", 3), 4), two);
  REQUIRE_FALSE(short_of_one);
  CHECK(short_of_one.error().code == ErrorCode::invalid);
  CHECK_FALSE(world.failed());
}

TEST_CASE("run: a size in bytes beyond what can be counted or addressed is refused") {
  World world(4);
  Memory memory(all_reduce, 4, 4, 1);
  for (const Collective* collective : {&reduce_scatter, &all_gather, &all_reduce, &broadcast}) {
    for (const std::uint64_t count : {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 62,
                                      (std::uint64_t{1} << 62) + 1, std::uint64_t{1} << 60}) {
      CAPTURE(collective->name);
      CAPTURE(count);
      Call call{program_for(*collective, "ring", 4), DataType::float64, Operator::sum, count, kPatience};
      const auto run = Run::prepare(world, call, memory.buffers());
      REQUIRE_FALSE(run);
      CHECK(run.error().code == ErrorCode::invalid);
      CHECK(run.error().message.find(std::to_string(count)) != std::string::npos);
    }
  }
}

TEST_CASE("run: an unfinished run in turn leaves nothing behind that a later run could take") {
  for (int turns = 1; turns < 12; ++turns) {
    CAPTURE(turns);
    World world(3);
    const auto program = program_for(all_reduce, "ring", 3);
    {
      Memory dropped(all_reduce, 3, 3000, 1);
      const auto run = Run::prepare(world, call_of(program, 3000), dropped.buffers());
      REQUIRE(run);
      for (int i = 0; i < turns; ++i) (*run)->pump(std::chrono::nanoseconds(0));
    }
    Memory memory(all_reduce, 3, 3000, 2);
    const auto next = Run::prepare(world, call_of(program, 3000), memory.buffers());
    if (!next) {
      CHECK(next.error().code == ErrorCode::failed);
      continue;
    }
    REQUIRE((*next)->wait(Driver::in_turn));
    CHECK(memory.outputs == memory.wanted);
  }
}

TEST_CASE("run: destroyed while its ranks are waiting, it ends them first and fails the world") {
  if (!has_threads()) return;
  for (int round = 0; round < 10; ++round) {
    World world(4);
    Stepper stepper(world, false);
    stepper.hold(2, true);
    {
      Memory memory(all_reduce, 4, 4000, 1);
      const auto run =
          Run::prepare(world, call_of(program_for(all_reduce, "ring", 4), 4000), memory.buffers(), {&stepper});
      REQUIRE(run);
      (*run)->start();
      if (round % 2 == 1) REQUIRE(comes_true([&] { return world.status(3).state == RankState::waiting; }));
    }
    REQUIRE(world.failed());
    CHECK(world.failure()->code == ErrorCode::aborted);
  }
}

TEST_CASE("run: prepared and never begun, it harms nobody") {
  World world(3);
  const auto program = program_for(all_reduce, "direct", 3);
  for (const Driver driver : drivers()) {
    Memory memory(all_reduce, 3, 3000, 1);
    { const auto never = Run::prepare(world, call_of(program, 3000), memory.buffers()); }
    const auto run = Run::prepare(world, call_of(program, 3000), memory.buffers());
    REQUIRE(run);
    REQUIRE((*run)->wait(driver));
    CHECK(memory.outputs == memory.wanted);
  }
}

TEST_CASE("run: a second live run in a world is refused, since both would number the same messages") {
  const auto program = program_for(all_gather, "ring", 2);
  World world(2);
  Memory first(all_gather, 2, 1000, 1);
  Memory second(all_gather, 2, 1000, 2);
  {
    const auto one = Run::prepare(world, call_of(program, 1000), first.buffers());
    REQUIRE(one);
    const auto two = Run::prepare(world, call_of(program, 1000), second.buffers());
    REQUIRE_FALSE(two);
    CHECK(two.error().code == ErrorCode::invalid);
    REQUIRE((*one)->wait(Driver::in_turn));
    CHECK(first.outputs == first.wanted);
  }
  const auto after = Run::prepare(world, call_of(program, 1000), second.buffers());
  REQUIRE(after);
  REQUIRE((*after)->wait(Driver::in_turn));
  CHECK(second.outputs == second.wanted);
}

TEST_CASE("run: a run begun in turn and waited for with threads comes to its end all the same") {
  if (!has_threads()) return;
  World world(3);
  Memory memory(all_reduce, 3, 3000, 1);
  const auto run = Run::prepare(world, call_of(program_for(all_reduce, "ring", 3), 3000), memory.buffers());
  REQUIRE(run);
  (*run)->pump(std::chrono::nanoseconds(0));
  REQUIRE((*run)->wait(Driver::threads));
  CHECK((*run)->finished());
  CHECK(memory.outputs == memory.wanted);
}

TEST_CASE("run: a large send keeps the sender until its memory was read") {
  for (const Driver driver : drivers()) {
    const auto program = program_for(all_gather, "direct", 2);
    World world(2);
    Stepper stepper(world, false);
    Memory memory(all_gather, 2, 1000, 1);
    const auto run = Run::prepare(world, call_of(program, 1000), memory.buffers(), {&stepper});
    REQUIRE(run);
    // Rank 1 copies its own part and sends it, but does not take rank 0's.
    if (driver == Driver::threads) {
      stepper.pause();
      (*run)->start();
      for (const std::uint32_t next : {1U, 2U}) {
        REQUIRE(comes_true([&] { return world.status(1).state == RankState::gate; }));
        stepper.step(1);
        REQUIRE(comes_true([&] { return world.status(1).state == RankState::gate && world.status(1).step == next; }));
      }
      stepper.hold(1, true);
      stepper.resume();
      REQUIRE(comes_true([&] { return world.status(0).state == RankState::waiting; }));
      CHECK(world.status(0).peer == 1);
      CHECK(world.status(0).step == 3);  // past its last step
      stepper.hold(1, false);
      REQUIRE(comes_true([&] { return (*run)->finished(); }));
    } else {
      for (int turn = 0; turn < 2; ++turn) (*run)->pump(std::chrono::nanoseconds(0));
      stepper.hold(1, true);
      for (int turn = 0; turn < 5; ++turn) (*run)->pump(std::chrono::nanoseconds(0));
      CHECK(world.status(0).state == RankState::waiting);
      CHECK(world.status(0).step == 3);
      stepper.hold(1, false);
      REQUIRE(ends_by_itself(**run, world, driver));
    }
    CHECK_FALSE(world.failed());
    CHECK(memory.outputs == memory.wanted);
  }
}

// Seen by the address sanitizer: rank 1 must not read rank 0's scratch after it is gone.
TEST_CASE("run: ranks that end after a failure, in turn, read no memory that is gone") {
  const auto program = program_for(reduce_scatter, "ring", 4);
  for (std::uint32_t steps = 0; steps < 6; ++steps) {
    World world(4);
    Memory memory(reduce_scatter, 4, 1000, 1);
    Stepper stepper(world, true);
    const auto run = Run::prepare(world, call_of(program, 1000), memory.buffers(), {&stepper});
    REQUIRE(run);
    for (std::uint32_t i = 0; i < steps; ++i) {
      stepper.step_all();
      (*run)->pump(std::chrono::nanoseconds(0));
    }
    stepper.hold(1, true);
    stepper.resume();
    for (int turn = 0; turn < 20; ++turn) (*run)->pump(std::chrono::nanoseconds(0));
    stepper.hold(1, false);
    const auto before = memory.outputs;
    world.fail({ErrorCode::aborted, "Enough.", {}, {}});
    REQUIRE((*run)->pump(std::chrono::seconds(1)));
    CHECK(memory.outputs == before);
    CHECK(world.failure()->message == "Enough.");
  }
}

TEST_CASE("run: a failed world refuses runs, and a rebuilt or a new one works") {
  World world(3);
  const auto program = program_for(all_reduce, "ring", 3);
  world.fail({ErrorCode::aborted, "The user has had enough.", {}, {}});
  world.fail({ErrorCode::deadline, "Too late to matter.", {}, {}});
  Memory memory(all_reduce, 3, 10, 1);
  const auto refused = Run::prepare(world, call_of(program, 10), memory.buffers());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::failed);
  CHECK(refused.error().message.find("The user has had enough.") != std::string::npos);

  World fresh(3);
  world.rebuild(3);
  for (World* usable : {&world, &fresh}) {
    for (const Driver driver : drivers()) {
      Memory again(all_reduce, 3, 10, 2);
      const auto run = Run::prepare(*usable, call_of(program, 10), again.buffers());
      REQUIRE(run);
      REQUIRE((*run)->wait(driver));
      CHECK(again.outputs == again.wanted);
    }
  }
}

TEST_CASE("run: a world can be rebuilt larger and smaller") {
  World world(1);
  for (const int ranks : {2, 7, 3, 1, 5, 7}) {
    world.rebuild(ranks);
    CHECK(world.ranks() == ranks);
    for (const Driver driver : drivers()) {
      Memory memory(all_gather, ranks, 500, 1);
      const auto run = Run::prepare(world, call_of(program_for(all_gather, "ring", ranks), 500), memory.buffers());
      REQUIRE(run);
      REQUIRE((*run)->wait(driver));
      CHECK(memory.outputs == memory.wanted);
    }
  }
}

TEST_CASE("run: buffers that overlap otherwise than the plan allows are refused") {
  World world(2);
  std::vector<std::int32_t> a(8), b(8), c(8), d(8);
  const auto prepare_with = [&](bool in_place, const std::vector<RankBuffers>& buffers) {
    return Run::prepare(world, call_of(program_for(reduce_scatter, "ring", 2, in_place), 4), buffers);
  };
  SUBCASE("in place buffers for a plan that is not") {
    const auto run = prepare_with(false, {{a.data(), a.data()}, {b.data(), b.data() + 4}});
    REQUIRE_FALSE(run);
    CHECK(run.error().code == ErrorCode::invalid);
  }
  SUBCASE("separate buffers for a plan in place") {
    const auto run = prepare_with(true, {{a.data(), c.data()}, {b.data(), d.data()}});
    REQUIRE_FALSE(run);
    CHECK(run.error().code == ErrorCode::invalid);
  }
  SUBCASE("at the wrong place in the tensor") {
    const auto run = prepare_with(true, {{a.data(), a.data()}, {b.data(), b.data()}});
    REQUIRE_FALSE(run);
    CHECK(run.error().code == ErrorCode::invalid);
  }
}

}  // namespace
}  // namespace ringlet::test
