// Ranks that misbehave in their own code, and what all ranks are told.
#include <atomic>

#include "../watched.hpp"
#include "told.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("communicator failures: a rank that calls another collective is named, with both calls") {
  if (!has_threads()) return;
  const Told result = told(4, [](Communicator& self) -> Result<void> {
    if (auto done = self.barrier(); !done) return done;
    const CallOptions direct{.algorithm = find_algorithm("direct")};
    if (self.rank() != 2) return all_reduce_of(self, 4, Operator::sum, direct);
    const Values mine(4);
    Values all(16);
    return self.all_gather(std::span(mine), std::span(all), direct);
  });
  CHECK(result.error.code == ErrorCode::mismatch);
  CHECK(result.error.culprits == std::vector<int>{2});
  CHECK(result.error.message ==
        "Ranks disagree about their call 2: ranks 0, 1 and 3 make all_reduce (direct) of 4 int32, sum; rank 2 makes "
        "all_gather (direct) of 4 int32.");
  for (const auto& error : result.ranks) {
    REQUIRE(error);
    CHECK(error->message == result.error.message);
  }
  CHECK(result.took < kLate);
}

TEST_CASE("communicator failures: another count, dtype, operator, root or algorithm on one rank, large and small") {
  if (!has_threads()) return;
  for (const std::size_t count : {std::size_t{3}, std::size_t{5000}}) {
    const auto call = [&](Communicator& self, const RankCall& odd, bool is_odd) -> Result<void> {
      const std::vector<std::int64_t> mine(count + 1);
      std::vector<std::int64_t> all(count + 1);
      RankCall usual{.send = mine.data(), .recv = all.data(), .count = count};
      RankCall made = is_odd ? odd : usual;
      made.send = self.rank() == made.root ? mine.data() : nullptr;
      made.recv = all.data();
      return self.call(broadcast, made);
    };
    const auto reduced = [&](Communicator& self, Operator op, CallOptions options) {
      return all_reduce_of(self, count, op, options);
    };
    const auto told_of = [&](const std::function<Result<void>(Communicator&)>& work) {
      const Told result = told(3, work);
      CHECK(result.error.code == ErrorCode::mismatch);
      CHECK(result.error.culprits == std::vector<int>{1});
      return result.error.message;
    };
    CHECK(contains(told_of([&](Communicator& self) { return call(self, {.count = count + 1}, self.rank() == 1); }),
                   std::to_string(count + 1) + " int32, root 0"));
    CHECK(contains(told_of([&](Communicator& self) {
                     return call(self, {.count = count, .dtype = DataType::float32}, self.rank() == 1);
                   }),
                   "float32, root 0"));
    CHECK(
        contains(told_of([&](Communicator& self) { return call(self, {.count = count, .root = 2}, self.rank() == 1); }),
                 "root 2"));
    CHECK(contains(told_of([&](Communicator& self) {
                     return reduced(self, self.rank() == 1 ? Operator::max : Operator::sum, {});
                   }),
                   "int32, max"));
    CHECK(contains(told_of([&](Communicator& self) {
                     return reduced(self, Operator::sum,
                                    {.algorithm = find_algorithm(self.rank() == 1 ? "ring" : "direct")});
                   }),
                   "all_reduce (ring)"));
  }
}

TEST_CASE("communicator failures: the counts of a v-variant that differ in how they divide") {
  if (!has_threads()) return;
  const Told result = told(2, [](Communicator& self) -> Result<void> {
    const std::array<std::uint64_t, 2> counts{self.rank() == 0 ? 1U : 2U, self.rank() == 0 ? 2U : 1U};
    const Values mine(2);
    Values all(3);
    return self.call(all_gather_v, {.send = mine.data(), .recv = all.data(), .counts = counts});
  });
  CHECK(result.error.code == ErrorCode::mismatch);
  CHECK(contains(result.error.message, "the counts of the parts differ"));
}

TEST_CASE("communicator failures: calls in another order on one rank") {
  if (!has_threads()) return;
  const Told result = told(3, [](Communicator& self) -> Result<void> {
    const bool first = self.rank() != 1;
    if (auto done = first ? all_reduce_of(self, 2) : self.barrier(); !done) return done;
    return first ? self.barrier() : all_reduce_of(self, 2);
  });
  CHECK(result.error.code == ErrorCode::mismatch);
  CHECK(result.error.culprits == std::vector<int>{1});
  CHECK(contains(result.error.message, "rank 1 makes barrier"));
}

TEST_CASE("communicator failures: a rank whose code ends does not keep the others waiting for the deadline") {
  if (!has_threads()) return;
  const Told result = told(3, [](Communicator& self) -> Result<void> {
    return self.rank() == 2 ? Result<void>() : all_reduce_of(self, 5000);
  });
  CHECK(result.error.code == ErrorCode::aborted);
  CHECK(result.error.culprits == std::vector<int>{2});
  CHECK(contains(result.error.message, "waits for rank 2, which has ended and will not come."));
  CHECK(result.took < kLate);
}

TEST_CASE("communicator failures: after an abort nobody uses the memory of what was started") {
  if (!has_threads()) return;
  for (int round = 0; round < 20; ++round) {
    told(4, [&](Communicator& self) -> Result<void> {
      std::vector<float> in(100'000, 1);
      std::vector<float> out(in.size());
      auto request = self.start(all_reduce, {.send = in.data(),
                                             .recv = out.data(),
                                             .count = in.size(),
                                             .dtype = DataType::float32,
                                             .options = {.algorithm = find_algorithm("direct")}});
      if (!request) return {};
      if (self.rank() != 2) return request->wait();
      if (round % 2 == 0) std::this_thread::yield();
      self.abort("Enough.");
      // Where somebody still read or wrote, the thread sanitizer tells.
      std::fill(in.begin(), in.end(), 7.0F);
      std::fill(out.begin(), out.end(), 7.0F);
      return {};
    });
  }
}

TEST_CASE("communicator failures: an operator that aborts ends its call and does not wait for itself") {
  if (!has_threads()) return;
  const Told result = told(2, [](Communicator& self) -> Result<void> {
    const auto abort = [](void* context, void*, const void*, const void*, std::uint64_t) {
      static_cast<Communicator*>(context)->abort("Not such numbers.");
    };
    const UserOperator aborting{.name = "aborting", .combine = abort, .context = &self};
    std::int32_t in = self.rank();
    std::int32_t out = 0;
    return self.call(all_reduce, {.send = &in, .recv = &out, .count = 1, .user_op = &aborting});
  });
  CHECK(result.error.code == ErrorCode::aborted);
  CHECK(result.error.message.find("Not such numbers.") != std::string::npos);
}

TEST_CASE("communicator failures: one rank's error, or its abort, wakes all with the reason") {
  if (!has_threads()) return;
  for (const bool aborts : {true, false}) {
    const Told result = told(16, [&](Communicator& self) -> Result<void> {
      if (self.rank() != 5) return all_reduce_of(self, 3000, Operator::sum, {.timeout = std::chrono::minutes(1)});
      std::this_thread::sleep_for(milliseconds(20));
      if (!aborts) return error(ErrorCode::invalid, "The loss is NaN.");
      self.abort("The loss is NaN.");
      return {};
    });
    CHECK(result.error.code == ErrorCode::aborted);
    CHECK(result.error.culprits == std::vector<int>{5});
    CHECK(result.error.message == std::string("Rank 5 ") + (aborts ? "aborted" : "gave up") + ": The loss is NaN.");
    for (int rank = 0; rank < 16; ++rank)
      CHECK(result.ranks[static_cast<std::size_t>(rank)].has_value() == (rank != 5 || !aborts));
    CHECK(result.took < kLate);
  }
}

TEST_CASE("communicator failures: a request is not over while another rank may still read its buffers") {
  if (!has_threads()) return;
  struct Gate {
    std::atomic<bool> reached{false}, opened{false};
  } gate;
  const auto slow_sum = [](void* context, void* dst, const void* left, const void* right, std::uint64_t n) {
    auto& at = *static_cast<Gate*>(context);
    at.reached = true;
    comes_true([&] { return at.opened.load(); });
    for (std::uint64_t i = 0; i < n; ++i) {
      static_cast<std::int32_t*>(dst)[i] =
          static_cast<const std::int32_t*>(left)[i] + static_cast<const std::int32_t*>(right)[i];
    }
  };
  const UserOperator own{.name = "slow_sum", .combine = slow_sum, .context = &gate};
  bool over_early = true;
  bool over = false;
  const Told result = told(2, [&](Communicator& self) -> Result<void> {
    constexpr std::size_t kCount = 5000;  // too many to be copied into the message
    Values mine(kCount), sum(kCount);
    if (self.rank() == 0)
      return self.call(reduce, {.send = mine.data(), .recv = sum.data(), .count = kCount, .user_op = &own});
    auto request = self.start(reduce, {.send = mine.data(), .count = kCount, .user_op = &own});
    if (!request) return tl::unexpected(request.error());
    comes_true([&] { return gate.reached.load(); });
    std::thread aborting([&] { self.abort("Enough."); });
    std::this_thread::sleep_for(milliseconds(50));
    over_early = request->test();
    gate.opened = true;
    aborting.join();
    over = request->test();
    return {};
  });
  CHECK(gate.reached);
  CHECK_FALSE(over_early);
  CHECK(over);
  CHECK(result.error.message == "Rank 1 aborted: Enough.");
}

TEST_CASE("communicator failures: groups in different orders wait in a circle, and the sentence says so") {
  if (!has_threads()) return;
  const Told result = told(2, [](Communicator& self) -> Result<void> {
    auto first = self.split(0, 0);
    if (!first) return tl::unexpected(first.error());
    auto second = self.split(0, 0);
    if (!second) return tl::unexpected(second.error());
    Communicator& one = self.rank() == 0 ? **first : **second;
    Communicator& other = self.rank() == 0 ? **second : **first;
    if (auto done = one.barrier(kQuick); !done) return done;
    return other.barrier(kQuick);
  });
  CHECK(result.error.code == ErrorCode::deadline);
  CHECK(result.error.culprits == std::vector<int>{0, 1});
  CHECK(contains(result.error.message, "they wait in a circle: 0 -> 1 -> 0"));
  CHECK(contains(result.error.message, "different orders"));
}

TEST_CASE("communicator failures: calls and messages that some make and others never take part in") {
  if (!has_threads()) return;
  const Values mine{1, 2, 3};
  const Told call = told(2, [&](Communicator& self) -> Result<void> {
    Values shared = mine;
    return self.rank() == 0 ? self.broadcast(std::span(shared)) : Result<void>();
  });
  CHECK(call.error.code == ErrorCode::mismatch);
  CHECK(call.error.culprits == std::vector<int>{1});
  CHECK(call.error.message == "All ranks have ended, but rank 0 made 1 call and rank 1 made 0.");

  const Told message = told(3, [&](Communicator& self) -> Result<void> {
    auto pair = self.split(self.rank() == 1 ? -1 : 0, 0);
    if (!pair) return tl::unexpected(pair.error());
    return self.rank() == 0 ? (*pair)->send(std::span(mine), 1) : Result<void>();
  });
  CHECK(message.error.code == ErrorCode::mismatch);
  CHECK(message.error.culprits == std::vector<int>{2});
  CHECK(message.error.message ==
        "All ranks have ended, but rank 2 never received 1 message of rank 0 in the group of ranks 0 and 2.");
}

TEST_CASE("communicator failures: arguments that no rank can mean move nothing") {
  if (!has_threads()) return;
  World world(2);
  std::vector<std::string> said(2);
  (void)run_ranks(world, [&](Communicator& self) -> Result<void> {
    Values values(6);
    const std::span<const std::int32_t> in(values);
    const std::span<std::int32_t> out(values);
    const UserOperator empty{.name = "mine"};
    const Transfer endless{
        Transfer::Direction::send, 0, values.data(), nullptr, std::uint64_t{1} << 61, DataType::int64};
    std::string& mine = said[static_cast<std::size_t>(self.rank())];
    for (const auto& wrong :
         {self.all_gather(in, out.first(5)), self.all_reduce(in.first(4), out.subspan(1, 4)), self.send(in, 2),
          self.broadcast(out, 7), self.call(all_reduce, {.send = nullptr, .recv = values.data(), .count = 1}),
          self.call(all_gather_v, {.send = values.data(), .recv = values.data()}), self.exchange({&endless, 1}),
          self.call(all_reduce, {.send = values.data(), .recv = values.data(), .count = 1, .user_op = &empty})}) {
      if (wrong || wrong.error().code != ErrorCode::invalid) return error(ErrorCode::invalid, "It was taken: " + mine);
      mine += wrong.error().message + "\n";
    }
    return self.barrier();
  });
  REQUIRE_FALSE(world.failed());
  for (const std::string_view part :
       {"send has 6 elements and recv 5", "overlap", "peer is 2; allowed are 0 to 1", "root is 7", "send is null",
        "takes 2 counts, not 0", "2305843009213693952; that many elements of int64",
        "The operator mine has no function"}) {
    CAPTURE(part);
    CHECK(contains(said[0], part));
  }
}

TEST_CASE("communicator failures: a failed world refuses, is rebuilt, and works, again and again") {
  if (!has_threads()) return;
  World world(4);
  for (int round = 0; round < 30; ++round) {
    CHECK_FALSE(run_ranks(world, [&](Communicator& self) -> Result<void> {
      if (self.rank() == round % 4) self.abort("once more");
      return all_reduce_of(self, 3000);
    }));
    const auto refused = run_ranks(world, [](Communicator&) -> Result<void> { return {}; });
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::failed);
    world.rebuild(4);
    CHECK(run_ranks(world, [](Communicator& self) { return all_reduce_of(self, 3000); }));
  }
}

TEST_CASE("communicator failures: a world of a number of ranks that cannot be says so, and can be rebuilt") {
  if (!has_threads()) return;
  for (const int ranks : {0, -1, kMaxRanks + 1}) {
    CAPTURE(ranks);
    World world(ranks);
    const std::string sentence = "ranks is " + std::to_string(ranks) + "; allowed are 1 to 1024.";
    for (const bool rebuilt : {false, true}) {
      CAPTURE(rebuilt);
      bool worked = false;
      const auto refused = run_ranks(world, [&](Communicator&) -> Result<void> {
        worked = true;
        return {};
      });
      REQUIRE_FALSE(refused);
      CHECK(contains(refused.error().message, sentence));
      CHECK_FALSE(worked);
      world.rebuild(2);
      CHECK(run_ranks(world, [](Communicator& self) { return all_reduce_of(self, 10); }));
      world.rebuild(ranks);
    }
  }
}

}  // namespace
}  // namespace ringlet::test
