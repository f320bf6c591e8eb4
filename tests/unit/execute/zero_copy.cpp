// Plans in which a receiver reads memory that its sender wants to reuse: with fences, with copies, and with ranks that
// dawdle at random, so that a missing fence shows as a wrong number.
#include <thread>

#include "../hand_plans.hpp"
#include "../support.hpp"
#include "ringlet/stepper.hpp"
#include "transport/mesh.hpp"

namespace ringlet::test {
namespace {

// Sleeps before some steps, on the rank's own thread; each rank has its own sequence of delays.
class Dawdler final : public Observer {
 public:
  // Without threads there is nobody to be late for.
  Dawdler(int ranks, std::uint64_t seed, bool dawdles) : dawdles_(dawdles) {
    for (int rank = 0; rank < ranks; ++rank) random_.emplace_back(seed * 1000 + static_cast<std::uint64_t>(rank));
  }

  void on_step(const StepEvent& event) noexcept override {
    Random& random = random_[static_cast<std::size_t>(event.rank)];
    if (dawdles_ && random.below(4) == 0) std::this_thread::sleep_for(std::chrono::microseconds(random.below(400)));
  }

 private:
  bool dawdles_;
  std::vector<Random> random_;
};

// Rank 0 sends one scratch slot again and again, with another chunk each time, and overwrites it in between.
Plan reused_scratch(int ranks) {
  const auto n = static_cast<std::uint32_t>(ranks);
  std::vector<Lane> lanes(n);
  for (std::uint32_t chunk = 0; chunk < n; ++chunk) {
    lanes[0].push_back(copy(chunk, input(chunk), scratch(0)));
    for (std::uint32_t r = 1; r < n; ++r) {
      const auto peer = static_cast<int>(r);
      lanes[r].push_back(send(0, chunk, input(chunk)));
      lanes[0].push_back(reduce(peer, chunk, scratch(0), scratch(0)));
    }
    for (std::uint32_t r = 1; r < n; ++r) {
      lanes[0].push_back(send(static_cast<int>(r), chunk, scratch(0)));
      lanes[r].push_back(receive(0, chunk, output(chunk)));
    }
    lanes[0].push_back(copy(chunk, scratch(0), output(chunk)));
  }
  return hand_plan(all_reduce, {.chunks = n, .scratch_slots = 1}, std::move(lanes));
}

std::size_t fences(const Program& program) {
  std::size_t count = 0;
  for (const auto& rank : program.notes) {
    for (const LaneNotes& lane : rank) count += lane.fences.size();
  }
  return count;
}

std::size_t copies(const Program& program) {
  std::size_t count = 0;
  for (const auto& rank : program.notes) {
    for (const LaneNotes& lane : rank) count += lane.copied.size();
  }
  return count;
}

TEST_CASE("zero copy: memory that is reused gets fences, and the numbers survive dawdling ranks") {
  Runner runner;
  for (const int ranks : {2, 3, 4}) {
    const auto program = verified(reused_scratch(ranks));
    CHECK(fences(*program) > 0);
    CHECK(copies(*program) == 0);
    for (const std::size_t count : {9U, 2000U, 8001U}) {
      const auto inputs = whole_numbers<std::int64_t>(all_reduce, ranks, count, count);
      for (const Drive drive : drives()) {
        for (std::uint64_t seed = 0; seed < (drive == Drive::threads || drive == Drive::shuffled ? 10U : 1U); ++seed) {
          Dawdler dawdler(ranks, seed, drive == Drive::threads);
          CAPTURE(ranks);
          CAPTURE(count);
          CAPTURE(drive);
          CHECK(runner.run(program, Operator::sum, count, inputs, drive, {&dawdler}).outputs ==
                summed(all_reduce, count, inputs));
        }
      }
    }
  }
}

TEST_CASE("zero copy: where a fence would deadlock the planner copies") {
  CHECK(copies(*verified(recursive_doubling(2, true))) > 0);
  CHECK(copies(*verified(recursive_doubling(4, true))) > 0);
  // Out of place the first round reads the constant input; the second overwrites what it sends.
  CHECK(copies(*verified(recursive_doubling(2, false))) == 0);
  CHECK(copies(*verified(recursive_doubling(4, false))) > 0);
}

TEST_CASE("zero copy: recursive doubling survives dawdling ranks, in place too") {
  Runner runner;
  for (const int ranks : {2, 4, 8}) {
    for (const bool in_place : {false, true}) {
      const auto program = verified(recursive_doubling(ranks, in_place));
      for (const std::size_t count : {1U, 100U, 3000U, 20000U}) {
        const auto inputs = whole_numbers<std::int32_t>(all_reduce, ranks, count, count);
        for (const Drive drive : drives()) {
          for (std::uint64_t seed = 0; seed < (drive == Drive::threads || drive == Drive::shuffled ? 10U : 1U);
               ++seed) {
            Dawdler dawdler(ranks, seed, drive == Drive::threads);
            CAPTURE(ranks);
            CAPTURE(in_place);
            CAPTURE(count);
            CAPTURE(drive);
            CHECK(runner.run(program, Operator::sum, count, inputs, drive, {&dawdler}).outputs ==
                  summed(all_reduce, count, inputs));
          }
        }
      }
    }
  }
}

// Shows that these tests would see a race: without its copies and fences the plan gives wrong numbers in some order.
TEST_CASE("zero copy: a missing fence or copy shows in a shuffled run") {
  Runner runner;
  for (const Plan& plan : {recursive_doubling(4, true), reused_scratch(3)}) {
    auto program = *verified(plan);
    for (auto& rank : program.notes) {
      rank[0].copied.clear();
      rank[0].fences.clear();
    }
    const auto unsafe = std::make_shared<const Program>(std::move(program));
    const auto inputs = whole_numbers<std::int32_t>(all_reduce, plan.ranks, 3000);
    bool seen = false;
    for (int i = 0; i < 200 && !seen; ++i) {
      seen =
          runner.run(unsafe, Operator::sum, 3000, inputs, Drive::shuffled).outputs != summed(all_reduce, 3000, inputs);
    }
    CHECK(seen);
  }
}

TEST_CASE("zero copy: every algorithm is right in two hundred orders of steps, with messages by pointer") {
  Runner runner;
  for (const int ranks : {2, 3, 5}) {
    for (const Form& form : plain_forms(ranks)) {
      const auto program = program_for(form);
      const Asked asked = form.asked(1501);
      const auto inputs = whole_numbers<std::int32_t>(asked);
      const auto wanted = summed(asked, inputs);
      for (int order = 0; order < 200; ++order) {
        INFO(form << ", order " << order);
        REQUIRE(runner.run(program, Operator::sum, asked, inputs, Drive::shuffled).outputs == wanted);
      }
    }
  }
}

TEST_CASE("zero copy: every algorithm survives dawdling ranks with large messages") {
  if (!has_threads()) return;
  Runner runner;
  for (const int ranks : {2, 3, 5}) {
    for (const Form& form : plain_forms(ranks)) {
      const auto program = program_for(form);
      const Asked asked = form.asked(6001);
      const auto inputs = whole_numbers<float>(asked);
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Dawdler dawdler(ranks, seed, true);
        CAPTURE(form);
        CHECK(same_bits(runner.run(program, Operator::sum, asked, inputs, Drive::threads, {&dawdler}).outputs,
                        summed(asked, inputs)));
      }
    }
  }
}

TEST_CASE("zero copy: a message that fits a slot lets its sender go before anyone has read it, a larger one does not") {
  constexpr std::size_t kFits = kEagerBytes / sizeof(std::int32_t);
  const auto program = program_for(all_gather, "direct", 2);
  for (const std::size_t count : {kFits, kFits + 1}) {
    World world(2);
    Stepper stepper(world, false);
    const auto inputs = whole_numbers<std::int32_t>(all_gather, 2, count);
    Table<std::int32_t> outputs(2, std::vector<std::int32_t>(2 * count));
    const auto run =
        Run::prepare(world, {program, DataType::int32, Operator::sum, count, kPatience},
                     {{inputs[0].data(), outputs[0].data()}, {inputs[1].data(), outputs[1].data()}}, {&stepper});
    REQUIRE(run);
    for (int turn = 0; turn < 2; ++turn) (*run)->pump(std::chrono::nanoseconds(0));  // copy, send
    stepper.hold(1, true);
    for (int turn = 0; turn < 4; ++turn) (*run)->pump(std::chrono::nanoseconds(0));
    CHECK(world.status(0).state == (count == kFits ? RankState::done : RankState::waiting));
    stepper.hold(1, false);
    REQUIRE((*run)->wait(Driver::in_turn));
    CHECK(outputs == summed(all_gather, count, inputs));
  }
}

// A message of several chunks is one slot: with a queue of four, five messages of many chunks still go round.
TEST_CASE("zero copy: messages of many chunks, small, large and mixed with empty ones") {
  constexpr std::uint32_t kChunks = 9;
  Lane sender;
  Lane receiver;
  for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
    sender.push_back(with_next(send(1, chunk, input(chunk))));
    receiver.push_back(with_next(reduce(0, chunk, input(chunk), output(chunk))));
  }
  sender.back().more = receiver.back().more = false;
  for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
    receiver.push_back(with_next(send(0, chunk, output(chunk))));
    sender.push_back(with_next(receive(1, chunk, output(chunk))));
  }
  sender.back().more = receiver.back().more = false;
  Runner runner;
  for (const bool in_place : {false, true}) {
    const auto program =
        verified(hand_plan(all_reduce, {.chunks = kChunks, .in_place = in_place}, {sender, receiver}), 1);
    for (const std::size_t count : {0U, 1U, 5U, 9U, 128U, 129U, 5000U}) {
      const auto inputs = whole_numbers<double>(all_reduce, 2, count);
      for (const Drive drive : drives()) {
        CAPTURE(count);
        CAPTURE(drive);
        CHECK(same_bits(runner.run(program, Operator::sum, count, inputs, drive).outputs,
                        summed(all_reduce, count, inputs)));
      }
    }
  }
}

// More messages in a row than a queue holds: the sender has to wait for room, and the counter of messages runs on.
TEST_CASE("zero copy: a sender far ahead of its receiver waits for room") {
  constexpr std::uint32_t kChunks = 40;
  Lane zero;
  Lane one;
  for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
    zero.push_back(send(1, chunk, input(chunk)));
    one.push_back(reduce(0, chunk, input(chunk), output(chunk)));
  }
  for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
    one.push_back(send(0, chunk, output(chunk)));
    zero.push_back(receive(1, chunk, output(chunk)));
  }
  Runner runner;
  const auto program = verified(hand_plan(all_reduce, {.chunks = kChunks}, {zero, one}));
  for (const std::size_t count : {40U, 41U, 20000U}) {
    const auto inputs = whole_numbers<std::int32_t>(all_reduce, 2, count);
    for (const Drive drive : drives()) {
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Dawdler dawdler(2, seed, drive == Drive::threads);
        CHECK(runner.run(program, Operator::sum, count, inputs, drive, {&dawdler}).outputs ==
              summed(all_reduce, count, inputs));
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
