// The threads that ranks run on, without any run: called again and again, with sleeps in between.
#include "world/rank_threads.hpp"

#include <array>
#include <atomic>
#include <thread>

#include "../support.hpp"

namespace ringlet::test {
namespace {

constexpr int kRanks = 13;

// What a thread knows of itself must survive its sleep: V8's baseline compiler once lost it across the wait, and every
// thread went on as rank 0.
TEST_CASE("rank threads: each keeps its rank, call after call, asleep in between") {
  if (!has_threads()) return;
  RankThreads threads;
  REQUIRE(threads.reserve(kRanks) == kRanks);
  for (int call = 1; call <= 30; ++call) {
    std::array<std::atomic<int>, kRanks> calls{};
    std::array<std::thread::id, kRanks> ids;
    threads.start(kRanks, [&](int rank) {
      calls.at(static_cast<std::size_t>(rank)).fetch_add(1);
      ids.at(static_cast<std::size_t>(rank)) = std::this_thread::get_id();
    });
    threads.join();
    CHECK(threads.finished());
    for (const auto& count : calls) CHECK(count.load() == 1);
    std::sort(ids.begin(), ids.end());
    CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
    if (call % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_CASE("rank threads: a call of fewer ranks leaves the others asleep") {
  if (!has_threads()) return;
  RankThreads threads;
  REQUIRE(threads.reserve(kRanks) == kRanks);
  for (const int ranks : {3, kRanks, 1, 5}) {
    std::array<std::atomic<int>, kRanks> calls{};
    threads.start(ranks, [&](int rank) { calls.at(static_cast<std::size_t>(rank)).fetch_add(1); });
    threads.join();
    for (int rank = 0; rank < kRanks; ++rank) {
      CHECK(calls.at(static_cast<std::size_t>(rank)).load() == (rank < ranks ? 1 : 0));
    }
  }
}

TEST_CASE("rank threads: never called, they end all the same") {
  if (!has_threads()) return;
  for (int round = 0; round < 20; ++round) {
    RankThreads threads;
    REQUIRE(threads.reserve(3) == 3);
  }
}

}  // namespace
}  // namespace ringlet::test
