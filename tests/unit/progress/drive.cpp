// How a rank's work is taken to its end.
#include "progress/drive.hpp"

#include <chrono>

#include "../support.hpp"

namespace ringlet::test {
namespace {

// Waits for one of its peers after the other, another at each look; done after a while.
class Waiter : public Operation {
 public:
  Waiter(const Group& group, std::vector<int> peers) : group_(group), peers_(std::move(peers)) {}

  Progress advance() override { return over() ? Progress::done : Progress::blocked; }
  Block block() override {
    return over() ? Block{Block::Why::done} : Block{Block::Why::peer, peers_[looks_++ % peers_.size()]};
  }
  Error disagreement() const override { return {}; }
  const Group& group() const override { return group_; }
  const Plan* plan() const override { return nullptr; }
  std::vector<const void*> order() const override { return {}; }

 private:
  bool over() const { return std::chrono::steady_clock::now() > end_; }

  const Group& group_;
  std::vector<int> peers_;
  std::size_t looks_ = 0;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

// Rank 0 waits for these, of which rank 1 has ended.
bool ends_well(std::vector<int> peers, World& world) {
  World::Core& core = world.core();
  core.post(1, {RankState::done, -1, 0});
  core.post(2, {RankState::running, -1, 0});
  Waiter work(*core.whole, std::move(peers));
  return drive(core, 0, kPatience, {}, work);
}

// It gave what was waited for just before it ended; by the second look, the rank waits for another.
TEST_CASE("drive: a peer that ended is not to blame once the rank waits for another one") {
  World world(3);
  CHECK(ends_well({1, 2}, world));
  CHECK_FALSE(world.failed());
}

TEST_CASE("drive: a rank that still waits for a peer that ended fails at once") {
  World world(3);
  CHECK_FALSE(ends_well({1}, world));
  REQUIRE(world.failure());
  CHECK(world.failure()->code == ErrorCode::aborted);
  CHECK(world.failure()->culprits == std::vector<int>{1});
}

constexpr std::chrono::milliseconds kShort{10};

// What the others call is known just when the deadline passes.
class LateDiffering final : public Waiter {
 public:
  using Waiter::Waiter;
  bool differs() override { return std::chrono::steady_clock::now() >= known_; }
  Error disagreement() const override { return {ErrorCode::mismatch, "Ranks disagree.", {}, {}}; }

 private:
  std::chrono::steady_clock::time_point known_ = std::chrono::steady_clock::now() + kShort;
};

TEST_CASE("drive: a deadline that passes does not hide that calls differ") {
  World world(2);
  World::Core& core = world.core();
  core.post(1, {RankState::running, -1, 0});
  LateDiffering work(*core.whole, {1});
  CHECK_FALSE(drive(core, 0, kShort, {}, work));
  REQUIRE(world.failure());
  CHECK(world.failure()->code == ErrorCode::mismatch);
}

}  // namespace
}  // namespace ringlet::test
