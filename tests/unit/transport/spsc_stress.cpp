// Two threads at one queue, and at the doorbells that wake them.
#include <atomic>
#include <thread>

#include "../support.hpp"
#include "transport/mesh.hpp"
#include "wait/doorbell.hpp"

namespace ringlet::test {
namespace {

using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

#if defined(__EMSCRIPTEN__)
constexpr int kMessages = 100'000;
constexpr int kRings = 3'000;
#else
constexpr int kMessages = 1'000'000;
constexpr int kRings = 20'000;
#endif

// Much longer than any wake-up takes: a sleep of this length is a wake-up that got lost.
constexpr seconds kNap{20};

struct Parcel {
  int number;
  std::array<int, 7> contents;
};

TEST_CASE("stress: a million messages arrive whole and in order") {
  if (!has_threads()) return;
  SpscQueue<Parcel, 4> queue;
  bool whole = true;
  std::thread consumer([&] {
    for (int i = 0; i < kMessages;) {
      const Parcel* parcel = queue.front();
      if (parcel == nullptr) {
        std::this_thread::yield();
        continue;
      }
      whole = whole && parcel->number == i;
      for (const int content : parcel->contents) whole = whole && content == i * 3;
      queue.pop();
      ++i;
    }
  });
  for (int i = 0; i < kMessages;) {
    Parcel* parcel = queue.try_claim();
    if (parcel == nullptr) {
      std::this_thread::yield();
      continue;
    }
    parcel->number = i;
    parcel->contents.fill(i * 3);
    queue.publish();
    ++i;
  }
  consumer.join();
  CHECK(whole);
  CHECK(queue.taken(kMessages - 1));
}

// Waits at the bell until ready; says whether it slept through a ring.
template <class Ready>
bool overslept(Doorbell& bell, Ready&& ready) {
  bool slept_through = false;
  while (!ready()) {
    const auto begin = Clock::now();
    bell.wait(kNap, ready);
    slept_through = slept_through || Clock::now() - begin >= kNap;
  }
  return slept_through;
}

TEST_CASE("stress: no wake-up is lost between two doorbells") {
  if (!has_threads()) return;
  std::atomic<int> turn{0};
  Doorbell mine;
  Doorbell yours;
  bool lost = false;
  std::thread other([&] {
    for (int i = 1; i < kRings; i += 2) {
      lost = overslept(yours, [&] { return turn.load(std::memory_order_seq_cst) == i; }) || lost;
      turn.store(i + 1, std::memory_order_seq_cst);
      mine.ring();
    }
  });
  bool lost_here = false;
  for (int i = 0; i < kRings; i += 2) {
    lost_here = overslept(mine, [&] { return turn.load(std::memory_order_seq_cst) == i; }) || lost_here;
    turn.store(i + 1, std::memory_order_seq_cst);
    yours.ring();
  }
  other.join();
  CHECK_FALSE(lost);
  CHECK_FALSE(lost_here);
}

// As ranks do it: either side parks as soon as it cannot go on, so full and empty both happen all the time.
TEST_CASE("stress: no wake-up is lost at a queue that is always full or empty") {
  if (!has_threads()) return;
  SpscQueue<int, 1> queue;
  Doorbell producer_bell;
  Doorbell consumer_bell;
  bool right = true;
  bool lost = false;
  std::thread consumer([&] {
    for (int i = 0; i < kRings; ++i) {
      lost = overslept(consumer_bell, [&] { return queue.front() != nullptr; }) || lost;
      right = right && *queue.front() == i;
      queue.pop();
      producer_bell.ring();
    }
  });
  bool lost_here = false;
  for (int i = 0; i < kRings; ++i) {
    lost_here = overslept(producer_bell, [&] { return queue.try_claim() != nullptr; }) || lost_here;
    *queue.try_claim() = i;
    queue.publish();
    consumer_bell.ring();
  }
  consumer.join();
  CHECK(right);
  CHECK_FALSE(lost);
  CHECK_FALSE(lost_here);
}

TEST_CASE("doorbell: does not sleep when there is no need to") {
  Doorbell bell;
  const auto begin = Clock::now();
  bell.wait(kNap, [] { return true; });
  bell.ring();
  CHECK(Clock::now() - begin < kNap / 2);
}

TEST_CASE("doorbell: sleeps no longer than it was told") {
  if (!has_threads()) return;
  Doorbell bell;
  const auto begin = Clock::now();
  bell.wait(std::chrono::milliseconds(30), [] { return false; });
  const auto slept = Clock::now() - begin;
  CHECK(slept >= std::chrono::milliseconds(25));
  CHECK(slept < seconds(5));
}

TEST_CASE("mesh: both ends that ask at once get the same queue, and every edge has its own") {
  if (!has_threads()) return;
  constexpr int kRanks = 6;
  constexpr int kLanes = 3;
  for (int round = 0; round < 30; ++round) {
    Mesh mesh(kRanks);
    const auto ask = [&mesh] {
      std::vector<Channel*> channels;
      for (int source = 0; source < kRanks; ++source) {
        for (int destination = 0; destination < kRanks; ++destination) {
          for (int lane = 0; lane < kLanes; ++lane) channels.push_back(&mesh.channel(source, destination, lane));
        }
      }
      return channels;
    };
    std::vector<Channel*> theirs;
    std::thread other([&] { theirs = ask(); });
    const auto ours = ask();
    other.join();
    CHECK(ours == theirs);
    auto distinct = ours;
    std::sort(distinct.begin(), distinct.end());
    CHECK(std::unique(distinct.begin(), distinct.end()) == distinct.end());
  }
}

}  // namespace
}  // namespace ringlet::test
