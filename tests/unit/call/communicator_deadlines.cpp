// How long the calls of a communicator wait, and what they say when that was in vain.
#include "fail/failures.hpp"
#include "told.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("communicator deadlines: a rank that computes on and never calls, within the deadline and a little") {
  if (!has_threads()) return;
  std::atomic<bool> others_told{false};
  const Told result = told(3, [&](Communicator& self) -> Result<void> {
    if (self.rank() != 1) {
      auto done = all_reduce_of(self, 2, Operator::sum, kQuick);
      others_told = true;
      return done;
    }
    while (!others_told) std::this_thread::sleep_for(milliseconds(1));
    return {};
  });
  CHECK(result.error.code == ErrorCode::deadline);
  CHECK(result.error.culprits == std::vector<int>{1});
  CHECK(contains(result.error.message, ") passed its deadline of 150 ms: "));
  CHECK(contains(result.error.message, "waits for rank 1"));
  CHECK(contains(result.error.message, "rank 1 has not begun it"));
  CHECK(result.took >= kQuick.timeout);
  CHECK(result.took < kQuick.timeout + kLate);
  for (const Waiting& waiting : result.error.waiting) CHECK(waiting.collective == "all_reduce");
}

TEST_CASE("communicator deadlines: a receive that nobody answers, and one of another size") {
  if (!has_threads()) return;
  const Told absent = told(2, [](Communicator& self) -> Result<void> {
    Values got(3);
    if (self.rank() == 0) return self.recv(std::span(got), 1, kQuick);
    std::this_thread::sleep_for(kQuick.timeout * 3);
    return {};
  });
  CHECK(absent.error.code == ErrorCode::deadline);
  CHECK(absent.error.culprits == std::vector<int>{1});
  CHECK(contains(absent.error.message, "send and receive passed its deadline of 150 ms: rank 0 waits for rank 1"));

  const Told other = told(2, [](Communicator& self) -> Result<void> {
    Values values(3);
    if (self.rank() == 0) return self.recv(std::span(values), 1);
    return self.send(std::span<const std::int32_t>(values).first(2), 0);
  });
  CHECK(other.error.code == ErrorCode::mismatch);
  CHECK(other.error.message == "Rank 1 sends 2 int32, rank 0 receives 3 int32.");
}

TEST_CASE("communicator deadlines: a request whose peers never come ends at its deadline, waited for or not") {
  if (!has_threads()) return;
  for (const bool waits : {true, false}) {
    const Told result = told(2, [&](Communicator& self) -> Result<void> {
      if (self.rank() == 1) {
        std::this_thread::sleep_for(kQuick.timeout * 3);
        return {};
      }
      Values in(9), out(9);
      auto request = self.start(all_reduce, {.send = in.data(), .recv = out.data(), .count = 9, .options = kQuick});
      if (!request) return tl::unexpected(request.error());
      while (!waits && !request->test()) std::this_thread::sleep_for(milliseconds(1));
      return request->wait();
    });
    CHECK(result.error.code == ErrorCode::deadline);
    CHECK(result.error.culprits == std::vector<int>{1});
  }
}

TEST_CASE("communicator deadlines: each request has its own deadline, whatever becomes of those beside it") {
  if (!has_threads()) return;
  using enum Transfer::Direction;
  // The short one is over at once; the long one may take its time.
  World world(3);
  CHECK(run_ranks(world, [](Communicator& self) -> Result<void> {
    Values soon(3), late(3);
    if (self.rank() == 1) std::this_thread::sleep_for(kQuick.timeout * 2);
    if (self.rank() != 0) return self.send(std::span<const std::int32_t>(soon), 0);
    const Transfer of_1{recv, 1, nullptr, late.data(), 3}, of_2{recv, 2, nullptr, soon.data(), 3};
    auto slow = self.start_exchange({&of_1, 1}, {.timeout = std::chrono::minutes(1)});
    auto quick = self.start_exchange({&of_2, 1}, kQuick);
    if (!slow || !quick) return error(ErrorCode::invalid, "The requests did not start.");
    return slow->wait();
  }));

  // One that waits is not saved by others that go on.
  std::atomic<bool> over{false};
  const Told result = told(3, [&](Communicator& self) -> Result<void> {
    auto pair = self.split(self.rank() == 1 ? -1 : 0, 0);
    if (!pair) return tl::unexpected(pair.error());
    while (self.rank() == 1 && !over) std::this_thread::sleep_for(milliseconds(1));
    if (self.rank() == 1) return {};
    Values got(3);
    const Transfer of_1{recv, 1, nullptr, got.data(), 3};
    if (self.rank() == 0) {
      if (auto request = self.start_exchange({&of_1, 1}, kQuick); !request) return tl::unexpected(request.error());
    }
    Result<void> done;
    for (const auto until = Clock::now() + kLate; done && Clock::now() < until;) {
      done = (*pair)->barrier();
      std::this_thread::sleep_for(milliseconds(10));
    }
    over = true;
    return done;
  });
  CHECK(result.error.code == ErrorCode::deadline);
  CHECK(result.error.culprits == std::vector<int>{1});
  CHECK(contains(result.error.message, "send and receive passed its deadline of 150 ms: rank 0 waits for rank 1"));
}

TEST_CASE("communicator deadlines: the longest deadline is for ever, and one before now is now") {
  if (!has_threads()) return;
  const auto late_barrier = [](milliseconds timeout) {
    World world(2);
    return run_ranks(world, [&](Communicator& self) -> Result<void> {
      if (self.rank() == 1) std::this_thread::sleep_for(milliseconds(20));
      return self.barrier({.timeout = timeout});
    });
  };
  CHECK(late_barrier(milliseconds::max()));
  for (const milliseconds timeout : {milliseconds(0), milliseconds(-5), milliseconds::min()}) {
    const auto result = late_barrier(timeout);
    REQUIRE_FALSE(result);
    CHECK(contains(result.error().message, "passed its deadline of 0 ms"));
  }
}

TEST_CASE("communicator deadlines: those who wait to hear of other calls do so no longer than the deadline allows") {
  World world(3);
  const Group& group = *world.core().whole;
  CallBoard& board = world.core().whole->board;
  for (const int rank : {0, 1}) {
    const CallRecord record{.collective = rank == 0 ? &all_reduce : &all_gather};
    board.post(rank, 1, record.digest(), record);
  }
  const auto took = [&](milliseconds left) {
    const auto begin = Clock::now();
    const auto error = calls_differ(world.core(), group, 1, left);
    REQUIRE(error);
    CHECK(error->culprits == std::vector<int>{0, 1});
    return Clock::now() - begin;
  };
  CHECK(took(milliseconds(5000)) >= milliseconds(200));
  // A loaded machine takes its time, but not always.
  auto least = took(milliseconds(0));
  for (int i = 0; i < 9; ++i) least = std::min(least, took(milliseconds(-1000)));
  CHECK(least < milliseconds(100));
}

}  // namespace
}  // namespace ringlet::test
