// Ranks that do not come, and what the others say about it.
#include <atomic>
#include <thread>

#include "../support.hpp"
#include "../watched.hpp"
#include "ringlet/stepper.hpp"

namespace ringlet::test {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// A call with its memory, for tests that watch it from outside.
class Watched {
 public:
  Watched(World& world, std::shared_ptr<const Program> program, std::size_t count, milliseconds timeout,
          std::vector<Observer*> observers, const std::vector<Fault>& faults = {})
      : inputs_(whole_numbers<std::int32_t>(*program->plan.collective, world.ranks(), count)),
        wanted_(summed(*program->plan.collective, count, inputs_)) {
    std::vector<RankBuffers> buffers;
    for (const auto& wanted : wanted_) outputs_.emplace_back(wanted.size(), -1);
    for (std::size_t r = 0; r < inputs_.size(); ++r) buffers.push_back({inputs_[r].data(), outputs_[r].data()});
    auto run = Run::prepare(world, {std::move(program), DataType::int32, Operator::sum, count, timeout}, buffers,
                            std::move(observers), faults);
    REQUIRE_MESSAGE(run.has_value(), run.error().message);
    run_ = std::move(*run);
  }
  Run& run() { return *run_; }
  bool right() const { return outputs_ == wanted_; }

 private:
  Table<std::int32_t> inputs_, wanted_, outputs_;
  std::unique_ptr<Run> run_;
};

// Generous where the machine is shared; the deadline itself must have passed.
constexpr milliseconds kLate{2500};

void check_held(const Form& form, std::size_t count, Driver driver, milliseconds timeout) {
  World world(4);
  Stepper stepper(world, false);
  stepper.hold(2, true);
  Watched watched(world, program_for(form), count, timeout, {&stepper});
  const auto begin = Clock::now();
  const auto result = watched.run().wait(driver);
  const auto took = Clock::now() - begin;
  CAPTURE(form);
  CAPTURE(count);
  CAPTURE(name(driver));
  REQUIRE_FALSE(result);
  const Error& error = result.error();
  CAPTURE(error.message);
  CHECK(error.code == ErrorCode::deadline);
  CHECK(error.culprits == std::vector<int>{2});
  CHECK(took >= timeout);
  CHECK(took < timeout + kLate);
  CHECK(error.message.find("rank 2") != std::string::npos);
  CHECK(error.message.find(std::to_string(timeout.count()) + " ms") != std::string::npos);
  CHECK(error.message.find(form.collective->name) != std::string::npos);
  CHECK(error.message.find(form.algorithm->name) != std::string::npos);
  CHECK_FALSE(error.waiting.empty());
  for (const Waiting& waiting : error.waiting) {
    CHECK(waiting.rank != 2);
    CHECK(waiting.rank != waiting.for_rank);
  }
}

// Where there is a root, others may well be done without rank 2.
TEST_CASE("failures: one of what a sentence counts is no plural") {
  CHECK(counted(0, "rank") == "0 ranks");
  CHECK(counted(1, "rank") == "1 rank");
  CHECK(counted(2, "whole number") == "2 whole numbers");
}

TEST_CASE("failures: a rank that is held back gives the others a deadline error that names it") {
  std::size_t count = 4;
  for (const Form& form : plain_forms(4)) {
    if (form.in_place || form.collective->rooted) continue;
    check_held(form, 4, Driver::in_turn, milliseconds(30));
    check_held(form, 4000, Driver::in_turn, milliseconds(30));
    if (has_threads()) check_held(form, count, Driver::threads, milliseconds(150));
    count = 4004 - count;
  }
}

// Rank 2 is absent. Rank 3 sent once and waits for it; rank 0 got rank 3's first message only, rank 1 rank 0's two.
TEST_CASE("failures: who waits for whom in the ring, by hand") {
  for (const Driver driver : drivers()) {
    World world(4);
    Stepper stepper(world, false);
    stepper.hold(2, true);
    Watched watched(world, program_for(reduce_scatter, "ring", 4), 5, milliseconds(200), {&stepper});
    const auto result = watched.run().wait(driver);
    REQUIRE_FALSE(result);
    std::vector<std::array<int, 3>> waiting;
    for (const Waiting& w : result.error().waiting) waiting.push_back({w.rank, w.for_rank, static_cast<int>(w.step)});
    CHECK(waiting == std::vector<std::array<int, 3>>{{0, 3, 3}, {1, 0, 5}, {3, 2, 1}});
    CHECK(result.error().culprits == std::vector<int>{2});
  }
}

TEST_CASE("failures: of an absent rank those that wait for it tell, however late the caller looks") {
  World world(3);
  Watched watched(world, program_for(all_reduce, "ring", 3), 9, milliseconds(50), {}, {{2, FaultKind::absent, {}}});
  Run& run = watched.run();
  run.pump(std::chrono::nanoseconds(0));
  run.pump(milliseconds(1));
  std::this_thread::sleep_for(milliseconds(300));
  const auto result = run.wait(Driver::in_turn);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::deadline);
  CAPTURE(result.error().message);
  CHECK(result.error().message.find("rank 0 waits for rank 2") != std::string::npos);
  CHECK(result.error().culprits == std::vector<int>{2});
}

TEST_CASE("failures: while a rank is held back the others say what they wait for, and it says that it is held") {
  if (!has_threads()) return;
  World world(3);
  Stepper stepper(world, false);
  stepper.hold(1, true);
  Watched watched(world, program_for(all_reduce, "ring", 3), 9, kPatience, {&stepper});
  watched.run().start();
  REQUIRE(comes_true([&] {
    return world.status(0).state == RankState::waiting && world.status(1).state == RankState::gate_held &&
           world.status(2).state == RankState::waiting;
  }));
  CHECK(world.status(2).peer == 1);
  CHECK(world.status(2).step == 1);
  CHECK(world.status(0).peer == 2);
  CHECK(world.status(0).step == 3);
  CHECK(world.status(1).step == 0);
  CHECK_FALSE(watched.run().finished());
  stepper.hold(1, false);
  REQUIRE(comes_true([&] { return watched.run().finished(); }));
  for (int rank = 0; rank < 3; ++rank) CHECK(world.status(rank).state == RankState::done);
  CHECK(watched.right());
}

TEST_CASE("failures: a rank that comes late, but in time, does no harm") {
  if (!has_threads()) return;
  World world(4);
  Stepper stepper(world, false);
  stepper.hold(3, true);
  Watched watched(world, program_for(all_reduce, "direct", 4), 4000, kPatience, {&stepper});
  watched.run().start();
  std::this_thread::sleep_for(milliseconds(60));
  CHECK_FALSE(watched.run().finished());
  stepper.hold(3, false);
  REQUIRE(comes_true([&] { return watched.run().finished(); }));
  CHECK_FALSE(world.failed());
  CHECK(watched.right());
}

TEST_CASE("failures: the shortest deadlines name the culprit too") {
  for (const int timeout : {0, 1, 2}) {
    for (const Driver driver : drivers()) {
      World world(2);
      Stepper stepper(world, false);
      stepper.hold(1, true);
      Watched watched(world, program_for(all_gather, "ring", 2), 5, milliseconds(timeout), {&stepper});
      REQUIRE(ends_by_itself(watched.run(), world, driver));
      REQUIRE(world.failure());
      CAPTURE(timeout);
      CAPTURE(name(driver));
      CAPTURE(world.failure()->message);
      CHECK(world.failure()->code == ErrorCode::deadline);
      CHECK(world.failure()->culprits == std::vector<int>{1});
      CHECK(world.failure()->waiting.size() == 1);
    }
  }
}

TEST_CASE("failures: pausing stops the clock, holding does not") {
  constexpr milliseconds kTimeout{60};
  for (const Driver driver : drivers()) {
    CAPTURE(name(driver));
    World world(3);
    Stepper stepper(world, true);
    Watched watched(world, program_for(all_reduce, "ring", 3), 9, kTimeout, {&stepper});
    const auto look_on = [&](milliseconds time) {
      const auto until = Clock::now() + time;
      while (Clock::now() < until) {
        if (driver == Driver::in_turn) watched.run().pump(std::chrono::nanoseconds(0));
        std::this_thread::sleep_for(milliseconds(1));
      }
    };
    if (driver == Driver::threads) watched.run().start();
    stepper.step(0);
    look_on(milliseconds(50));
    stepper.step(0);  // waits for rank 2, which is at its gate
    stepper.hold(1, true);
    look_on(5 * kTimeout);
    CHECK_FALSE(world.failed());
    CHECK(world.status(0).state == RankState::waiting);
    stepper.resume();
    REQUIRE(ends_by_itself(watched.run(), world, driver));
    REQUIRE(world.failure());
    CHECK(world.failure()->code == ErrorCode::deadline);
    CHECK(world.failure()->culprits == std::vector<int>{1});
  }
}

TEST_CASE("failures: resumed after a pause longer than the deadline, all is well") {
  for (const Driver driver : drivers()) {
    World world(3);
    Stepper stepper(world, true);
    Watched watched(world, program_for(all_reduce, "ring", 3), 3000, milliseconds(1000), {&stepper});
    if (driver == Driver::threads) watched.run().start();
    stepper.step_all();
    for (int i = 0; i < 130; ++i) {
      if (driver == Driver::in_turn) watched.run().pump(std::chrono::nanoseconds(0));
      std::this_thread::sleep_for(milliseconds(10));
    }
    stepper.resume();
    REQUIRE(ends_by_itself(watched.run(), world, driver));
    CHECK_FALSE(world.failed());
    CHECK(watched.right());
  }
}

TEST_CASE("failures: an abort from outside wakes all ranks at once, wherever they wait") {
  if (!has_threads()) return;
  constexpr int kRanks = 16;
  for (const bool paused : {false, true}) {
    World world(kRanks);
    Stepper stepper(world, paused);
    if (!paused) stepper.hold(7, true);
    Watched watched(world, program_for(all_reduce, "ring", kRanks), 3000, std::chrono::minutes(5), {&stepper});
    watched.run().start();
    REQUIRE(comes_true([&] {
      for (int rank = 0; rank < kRanks; ++rank) {
        const RankState state = world.status(rank).state;
        if (state != RankState::waiting && state != RankState::gate && state != RankState::gate_held) return false;
      }
      return true;
    }));
    const auto begin = Clock::now();
    world.fail({ErrorCode::aborted, "Somebody pulled the plug.", {}, {4}});
    REQUIRE(comes_true([&] { return watched.run().finished(); }));
    CHECK(Clock::now() - begin < std::chrono::milliseconds(1500));
    const auto result = watched.run().wait(Driver::threads);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::aborted);
    CHECK(result.error().message == "Somebody pulled the plug.");
    CHECK(result.error().culprits == std::vector<int>{4});
    for (int rank = 0; rank < kRanks; ++rank) CHECK(world.status(rank).state == RankState::failed);
  }
}

// At any moment: before the first step, in the middle, after the last.
TEST_CASE("failures: aborted at any moment, a run ends, and the world can be rebuilt") {
  if (!has_threads()) return;
  World world(4);
  Random random(3);
  const auto program = program_for(all_reduce, "ring", 4);
  for (int round = 0; round < 100; ++round) {
    {
      Watched watched(world, program, 3000, kPatience, {});
      std::thread aborter([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(200)));
        world.fail({ErrorCode::aborted, "Now.", {}, {}});
      });
      const auto result = watched.run().wait(Driver::threads);
      aborter.join();
      CHECK(watched.run().finished());
      if (result) CHECK(watched.right());
      CHECK(world.failure()->message == "Now.");
    }
    world.rebuild(4);
  }
}

// Not even when many fail at once: the first error stands, and whoever comes later finds the world failed.
TEST_CASE("failures: the first error wins") {
  if (!has_threads()) return;
  std::atomic<int> found_whole{0};
  for (int round = 0; round < 50; ++round) {
    World world(2);
    std::vector<std::thread> threads;
    threads.reserve(3);
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&world, &found_whole, i] {
        world.fail({ErrorCode::aborted, std::to_string(i), {}, {i}});
        if (!world.failed()) ++found_whole;
      });
    }
    REQUIRE(comes_true([&] { return world.failed(); }));
    const auto first = world.failure();
    for (auto& thread : threads) thread.join();
    CHECK(world.failure()->message == first->message);
  }
  CHECK(found_whole == 0);
}

}  // namespace
}  // namespace ringlet::test
