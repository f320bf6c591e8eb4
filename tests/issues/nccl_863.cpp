// https://github.com/NVIDIA/nccl/issues/863
// One rank aborts: every rank that waits must wake with the reason.
#include <atomic>
#include <thread>

#include "ringlet/communicator.hpp"
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

// Rank `who`, on its own thread and in the middle of its plan, gives up.
class GivesUp final : public Observer {
 public:
  GivesUp(World& world, int who, std::uint32_t after) : world_(world), who_(who), after_(after) {}

  bool may_step(int rank) noexcept override { return rank != who_ || !gave_up_.load(); }
  void on_step(const StepEvent& event) noexcept override {
    if (event.rank != who_ || event.index != after_) return;
    gave_up_.store(true);
    world_.fail({ErrorCode::aborted, "Rank " + std::to_string(who_) + " gave up.", {}, {who_}});
  }

 private:
  World& world_;
  int who_;
  std::uint32_t after_;
  std::atomic<bool> gave_up_{false};
};

TEST_CASE("issue nccl#863: one rank aborts in the middle, every waiter wakes with its reason") {
  const auto program = program_for(all_reduce, "ring", 8);
  const auto inputs = whole_numbers<float>(all_reduce, 8, 4000);
  for (const Driver driver : drivers()) {
    for (const int who : {0, 3, 7}) {
      for (const std::uint32_t after : {0U, 5U, 14U}) {
        World world(8);
        GivesUp gives_up(world, who, after);
        Table<float> outputs(8, std::vector<float>(4000));
        std::vector<RankBuffers> buffers;
        for (std::size_t r = 0; r < 8; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
        const auto run = Run::prepare(world, {program, DataType::float32, Operator::sum, 4000, std::chrono::minutes(5)},
                                      buffers, {&gives_up});
        REQUIRE(run);
        const auto begin = std::chrono::steady_clock::now();
        const auto result = (*run)->wait(driver);
        CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
        REQUIRE_FALSE(result);
        CHECK(result.error().code == ErrorCode::aborted);
        CHECK(result.error().message == "Rank " + std::to_string(who) + " gave up.");
        for (int rank = 0; rank < 8; ++rank) CHECK(world.status(rank).state == RankState::failed);
      }
    }
  }
}

TEST_CASE("issue nccl#863: one rank's own code aborts, every rank that waits in a call wakes with its reason") {
  if (!has_threads()) return;
  constexpr int kRanks = 8;
  for (const int who : {0, 5, 7}) {
    World world(kRanks);
    std::vector<std::optional<Error>> errors(kRanks);
    const auto begin = std::chrono::steady_clock::now();
    const auto ended = run_ranks(world, [&](Communicator& communicator) -> Result<void> {
      if (communicator.rank() == who) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        communicator.abort("Enough.");
        return {};
      }
      std::vector<float> values(4000, 1.0F);
      auto result = communicator.all_reduce<float>(values, values, Operator::sum, {.timeout = std::chrono::minutes(5)});
      if (!result) errors[static_cast<std::size_t>(communicator.rank())] = result.error();
      return result;
    });
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
    CHECK_FALSE(ended);
    for (int rank = 0; rank < kRanks; ++rank) {
      if (rank == who) continue;
      const auto& error = errors[static_cast<std::size_t>(rank)];
      REQUIRE(error);
      CAPTURE(error->message);
      CHECK(error->code == ErrorCode::aborted);
      CHECK(error->message.find("Enough.") != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace ringlet::test
