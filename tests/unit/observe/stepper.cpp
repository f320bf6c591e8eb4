// The stepper: one step at a time, for all ranks or for one.
#include "ringlet/stepper.hpp"

#include "../hand_plans.hpp"
#include "../support.hpp"
#include "../watched.hpp"
#include "ringlet/trace.hpp"

namespace ringlet::test {
namespace {

// A run behind a stepper that is paused before the first step, by either driver.
class Stepped {
 public:
  Stepped(Driver driver, const std::shared_ptr<const Program>& program, std::size_t count)
      : driver_(driver),
        inputs_(whole_numbers<std::int32_t>(*program->plan.collective, program->plan.ranks, count)),
        wanted_(summed(*program->plan.collective, count, inputs_)),
        world(program->plan.ranks),
        stepper(world, true),
        trace_(program->plan, Layout(program->plan, count), DataType::int32, Trace::Values::drop) {
    std::vector<RankBuffers> buffers;
    for (const auto& wanted : wanted_) outputs_.emplace_back(wanted.size(), -1);
    for (std::size_t r = 0; r < inputs_.size(); ++r) buffers.push_back({inputs_[r].data(), outputs_[r].data()});
    auto run =
        Run::prepare(world, {program, DataType::int32, Operator::sum, count, kPatience}, buffers, {&stepper, &trace_});
    REQUIRE_MESSAGE(run.has_value(), run.error().message);
    run_ = std::move(*run);
    trace_.begin();
    if (driver == Driver::threads) run_->start();
  }

  // Whether the ranks come to have taken these numbers of steps and to stand still there.
  bool reaches(const std::vector<std::uint32_t>& steps) {
    const bool there = comes_true([&] {
      turn();
      return taken() == steps && still();
    });
    for (int i = 0; i < 5; ++i) {  // and stay there
      turn();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    INFO("first rank has taken " << taken().front());
    return there && taken() == steps;
  }
  bool ends() {
    return comes_true([&] {
      turn();
      return run_->finished();
    });
  }
  bool right() const { return !world.failed() && outputs_ == wanted_; }

 private:
  void turn() {
    if (driver_ == Driver::in_turn) run_->pump(std::chrono::nanoseconds(0));
  }
  std::vector<std::uint32_t> taken() const {
    std::vector<std::uint32_t> result;
    for (int rank = 0; rank < world.ranks(); ++rank) result.push_back(trace_.count(rank).load());
    return result;
  }
  bool still() const {
    for (int rank = 0; rank < world.ranks(); ++rank) {
      const RankState state = world.status(rank).state;
      if (state == RankState::idle || state == RankState::running) return false;
    }
    return true;
  }

  Driver driver_;
  Table<std::int32_t> inputs_, wanted_, outputs_;

 public:
  World world;
  Stepper stepper;

 private:
  Trace trace_;
  std::unique_ptr<Run> run_;
};

TEST_CASE("stepper: a step for all moves each rank by exactly one") {
  for (const Driver driver : drivers()) {
    for (const std::size_t count : {2U, 1000U}) {
      CAPTURE(name(driver));
      CAPTURE(count);
      Stepped stepped(driver, program_for(all_gather, "ring", 3), count);
      REQUIRE(stepped.reaches({0, 0, 0}));
      // Copy, then (send, receive) twice.
      for (std::uint32_t steps = 1; steps <= 4; ++steps) {
        stepped.stepper.step_all();
        REQUIRE(stepped.reaches({steps, steps, steps}));
      }
      stepped.stepper.step_all();
      REQUIRE(stepped.ends());
      CHECK(stepped.right());
    }
  }
}

TEST_CASE("stepper: a step for one rank moves that rank alone, and where it cannot it waits and then goes") {
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    Stepped stepped(driver, program_for(reduce_scatter, "ring", 3), 2);
    REQUIRE(stepped.reaches({0, 0, 0}));
    stepped.stepper.step(1);
    REQUIRE(stepped.reaches({0, 1, 0}));
    stepped.stepper.step(1);  // receives from rank 0, which has not sent
    REQUIRE(stepped.reaches({0, 1, 0}));
    CHECK(stepped.world.status(1).state == RankState::waiting);
    CHECK(stepped.world.status(1).peer == 0);
    CHECK(stepped.world.status(1).step == 1);
    stepped.stepper.step(0);
    REQUIRE(stepped.reaches({1, 2, 0}));
    CHECK(stepped.world.status(0).state == RankState::gate);
    CHECK(stepped.world.status(1).state == RankState::gate);
    stepped.stepper.resume();
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

TEST_CASE("stepper: steps asked for before the ranks have moved all count") {
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    Stepped stepped(driver, program_for(all_gather, "ring", 3), 2);
    REQUIRE(stepped.reaches({0, 0, 0}));
    stepped.stepper.hold(2, true);
    for (int i = 0; i < 3; ++i) stepped.stepper.step_all();
    // Rank 0 waits for rank 2 after its copy and its send.
    REQUIRE(stepped.reaches({2, 3, 0}));
    stepped.stepper.hold(2, false);
    REQUIRE(stepped.reaches({3, 3, 3}));
    stepped.stepper.step_all();
    REQUIRE(stepped.reaches({4, 4, 4}));
    stepped.stepper.resume();
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

TEST_CASE("stepper: a message of many chunks is one step") {
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    Stepped stepped(driver, program_for(all_gather, "naive", 3), 2);
    // Rank 0 copies, receives twice, then sends all three chunks to rank 2 and to rank 1.
    for (int i = 0; i < 3; ++i) {
      stepped.stepper.step_all();
      REQUIRE(stepped.reaches({static_cast<std::uint32_t>(i) + 1, 1, 1}));
    }
    stepped.stepper.step(0);
    REQUIRE(stepped.reaches({6, 1, 4}));
    stepped.stepper.step(0);
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

TEST_CASE("stepper: a held rank stays, stepped or not, and takes its granted step when let go") {
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    Stepped stepped(driver, program_for(all_gather, "direct", 3), 2);
    stepped.stepper.hold(1, true);
    stepped.stepper.step_all();
    REQUIRE(stepped.reaches({1, 0, 1}));
    CHECK(stepped.world.status(1).state == RankState::gate_held);
    CHECK(stepped.stepper.held(1));
    stepped.stepper.hold(1, false);
    REQUIRE(stepped.reaches({1, 1, 1}));
    stepped.stepper.resume();
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

TEST_CASE("stepper: pausing takes back steps that were granted and not taken") {
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    Stepped stepped(driver, program_for(all_gather, "direct", 2), 2);
    stepped.stepper.hold(0, true);
    stepped.stepper.step(0);
    REQUIRE(stepped.reaches({0, 0}));
    stepped.stepper.pause();
    stepped.stepper.hold(0, false);
    REQUIRE(stepped.reaches({0, 0}));
    stepped.stepper.resume();
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

TEST_CASE("stepper: paused in full run, the ranks stop at their gates and go on from there") {
  if (!has_threads()) return;
  Runner runner;
  const auto program = program_for(all_reduce, "ring", 4);
  for (int round = 0; round < 20; ++round) {
    Stepped stepped(Driver::threads, program, 5000);
    stepped.stepper.resume();
    std::this_thread::sleep_for(std::chrono::microseconds(20 * round));
    stepped.stepper.pause();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    stepped.stepper.step_all();
    stepped.stepper.resume();
    REQUIRE(stepped.ends());
    CHECK(stepped.right());
  }
}

}  // namespace
}  // namespace ringlet::test
