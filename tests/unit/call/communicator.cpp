// What a rank's own code can do: collectives, messages, groups and requests, each on its own thread.
#include "ringlet/communicator.hpp"

#include <numeric>

#include "../support.hpp"
#include "../watched.hpp"

namespace ringlet::test {
namespace {

using Values = std::vector<std::int32_t>;

Values of_rank(int rank, std::size_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), rank * 1000);
  return values;
}

// Every rank does this; all must succeed.
void all_ranks(int ranks, const std::function<Result<void>(Communicator&)>& work) {
  if (!has_threads()) return;
  World world(ranks);
  const auto result = run_ranks(world, work);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
}

Result<void> differ(const char* what) { return error(ErrorCode::invalid, std::string("wrong: ") + what); }

TEST_CASE("communicator: each collective from each rank's own code") {
  for (const int ranks : {1, 2, 3, 5}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{7}, std::size_t{5000}}) {
      all_ranks(ranks, [&](Communicator& self) -> Result<void> {
        const auto n = static_cast<std::size_t>(self.size());
        const Values mine = of_rank(self.rank(), count);
        const int root = self.size() - 1;
        Values sum(count, -1);
        if (auto done = self.all_reduce(std::span(mine), std::span(sum)); !done) return done;
        Values at_root(self.rank() == root ? count : 0);
        if (auto done = self.reduce(std::span(mine), std::span(at_root), root); !done) return done;
        Values all(n * count);
        if (auto done = self.all_gather(std::span(mine), std::span(all)); !done) return done;
        Values shared = mine;
        if (auto done = self.broadcast(std::span(shared), root); !done) return done;
        Values part(count);
        if (auto done = self.reduce_scatter(std::span<const std::int32_t>(all), std::span(part)); !done) return done;
        Values mixed(n * count);
        if (auto done = self.all_to_all(std::span<const std::int32_t>(all), std::span(mixed)); !done) return done;
        Values before(count);
        if (auto done = self.scan(std::span(mine), std::span(before)); !done) return done;
        if (auto done = self.barrier(); !done) return done;
        for (std::size_t i = 0; i < count; ++i) {
          const auto of = [&](int rank) { return static_cast<std::int32_t>(rank * 1000 + static_cast<int>(i)); };
          std::int32_t total = 0;
          std::int32_t prefix = 0;
          for (int rank = 0; rank < self.size(); ++rank) {
            total += of(rank);
            if (rank <= self.rank()) prefix += of(rank);
            if (all[static_cast<std::size_t>(rank) * count + i] != of(rank)) return differ("all_gather");
            if (mixed[static_cast<std::size_t>(rank) * count + i] != of(self.rank())) return differ("all_to_all");
          }
          if (sum[i] != total) return differ("all_reduce");
          if (self.rank() == root && at_root[i] != total) return differ("reduce");
          if (shared[i] != of(root)) return differ("broadcast");
          if (part[i] != of(self.rank()) * self.size()) return differ("reduce_scatter");
          if (before[i] != prefix) return differ("scan");
        }
        return {};
      });
    }
  }
}

TEST_CASE("communicator: in place on some ranks and not on others") {
  all_ranks(4, [](Communicator& self) -> Result<void> {
    for (const Algorithm* algorithm : algorithms()) {
      const Variant* variant = algorithm->variant(all_reduce);
      if (variant == nullptr || !variant->ranks.holds(4)) continue;
      Values mine = of_rank(self.rank(), 3000);
      Values apart(mine.size());
      const bool in_place = self.rank() % 2 == 0;
      const std::span<std::int32_t> out = in_place ? std::span(mine) : std::span(apart);
      const std::span<const std::int32_t> in(mine);
      if (auto done = self.all_reduce(in, out, Operator::sum, {.algorithm = algorithm}); !done) return done;
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (out[i] != 6000 + 4 * static_cast<std::int32_t>(i)) return differ("all_reduce");
      }
    }
    return {};
  });
}

TEST_CASE("communicator: every verified program for in place holds out of place too") {
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      if (!variant.collective->in_place) continue;
      for (int ranks = 1; ranks <= 9; ++ranks) {
        if (!variant.ranks.holds(ranks)) continue;
        for (const int root : {0, ranks - 1}) {
          auto plan = make_plan(*algorithm, {variant.collective, ranks, variant.collective->rooted ? root : 0, true});
          REQUIRE(plan);
          auto program = prepare(std::move(*plan));
          REQUIRE(program);
          program->plan.in_place = false;
          const auto violation = check(*program);
          INFO(algorithm->name << " " << variant.collective->name << " " << ranks);
          CHECK_MESSAGE(!violation, violation->message);
        }
      }
    }
  }
}

TEST_CASE("communicator: messages, one by one and as an exchange, also to itself") {
  all_ranks(5, [](Communicator& self) -> Result<void> {
    const int next = (self.rank() + 1) % self.size();
    const int previous = (self.rank() + self.size() - 1) % self.size();
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{3}, std::size_t{256}, std::size_t{257}, std::size_t{9000}}) {
      const Values mine = of_rank(self.rank(), count);
      Values theirs(count), own(count);
      using enum Transfer::Direction;
      const std::array<Transfer, 4> both{Transfer{send, next, mine.data(), nullptr, count, DataType::int32},
                                         Transfer{recv, self.rank(), nullptr, own.data(), count, DataType::int32},
                                         Transfer{send, self.rank(), mine.data(), nullptr, count, DataType::int32},
                                         Transfer{recv, previous, nullptr, theirs.data(), count, DataType::int32}};
      if (auto done = self.exchange(both); !done) return done;
      if (theirs != of_rank(previous, count) || own != mine) return differ("exchange");
      if (self.rank() == 0) {
        if (auto done = self.send(std::span(mine), next); !done) return done;
        if (auto done = self.recv(std::span(theirs), previous); !done) return done;
      } else {
        if (auto done = self.recv(std::span(theirs), previous); !done) return done;
        if (auto done = self.send(std::span(mine), next); !done) return done;
      }
      if (theirs != of_rank(previous, count)) return differ("send and recv");
    }
    return {};
  });
}

TEST_CASE("communicator: a split by colour and key, and groups of groups") {
  all_ranks(7, [](Communicator& self) -> Result<void> {
    const int colour = self.rank() == 6 ? -1 : self.rank() % 2;
    auto half = self.split(colour, -self.rank());
    if (!half) return tl::unexpected(half.error());
    if (colour < 0) return half->has_value() ? differ("a group for no colour") : Result<void>();
    Communicator& group = **half;
    if (group.size() != 3 || group.rank() != 2 - self.rank() / 2) return differ("the order by key");
    for (int round = 0; round < 20; ++round) {
      const Values mine{self.rank()};
      Values all(3);
      if (auto done = group.all_gather(std::span(mine), std::span(all)); !done) return done;
      if (all != Values{4 + colour, 2 + colour, colour}) return differ("the group's all_gather");
    }
    auto pair = group.split(group.rank() < 2 ? 1 : 2, 0);
    if (!pair) return tl::unexpected(pair.error());
    const Values one{1};
    Values count(1);
    if (auto done = (*pair)->all_reduce(std::span(one), std::span(count)); !done) return done;
    return count.front() == (group.rank() < 2 ? 2 : 1) ? Result<void>() : differ("the group of a group");
  });
}

TEST_CASE("communicator: several requests under way, in several groups, while the rank computes and calls") {
  all_ranks(4, [](Communicator& self) -> Result<void> {
    auto pair = self.split(self.rank() / 2, 0);
    if (!pair) return tl::unexpected(pair.error());
    for (int round = 0; round < 30; ++round) {
      constexpr std::size_t kCount = 2000;
      const Values mine(kCount, self.rank() + round);
      std::array<Values, 3> sums{Values(kCount), Values(kCount), Values(kCount)};
      std::vector<Request> requests;
      for (std::size_t i = 0; i < sums.size(); ++i) {
        Communicator& where = i == 1 ? **pair : self;
        auto request = where.start(all_reduce, {.send = mine.data(), .recv = sums[i].data(), .count = kCount});
        if (!request) return tl::unexpected(request.error());
        requests.push_back(std::move(*request));
      }
      Values direct(kCount);
      if (round % 2 == 0) {
        if (auto done = self.all_reduce(std::span(mine), std::span(direct)); !done) return done;
      }
      for (auto& request : requests) {
        while (round % 3 == 0 && !request.test()) std::this_thread::yield();
        if (auto done = request.wait(); !done) return done;
      }
      if (round % 2 == 0 && direct != sums[0]) return differ("a call beside requests");
      if (sums[0] != Values(kCount, 6 + 4 * round) || sums[2] != sums[0]) return differ("requests");
      if (sums[1] != Values(kCount, (self.rank() / 2 == 0 ? 1 : 5) + 2 * round)) return differ("a group's request");
    }
    return {};
  });
}

TEST_CASE("communicator: each rank's own factor for premul_sum is the one of when it called") {
  all_ranks(3, [](Communicator& self) -> Result<void> {
    for (const std::size_t count : {std::size_t{1}, std::size_t{2000}}) {
      const std::vector<float> in(count, 2), wanted(count, 12);
      std::vector<float> called(count), started(count);
      auto factor = static_cast<float>(self.rank() + 1);
      RankCall call{.send = in.data(),
                    .recv = called.data(),
                    .count = count,
                    .dtype = DataType::float32,
                    .op = Operator::premul_sum,
                    .scalar = &factor};
      if (auto done = self.call(all_reduce, call); !done) return done;
      if (called != wanted) return differ("premul_sum");
      call.recv = started.data();
      auto request = self.start(all_reduce, call);
      if (!request) return tl::unexpected(request.error());
      factor = 99;
      if (auto done = request->wait(); !done) return done;
      if (started != wanted) return differ("premul_sum of a request");
    }
    return {};
  });
}

TEST_CASE("communicator: requests go on while their rank computes without a look at them") {
  all_ranks(2, [](Communicator& self) -> Result<void> {
    Values in(50'000, 1), out(50'000);
    auto request = self.start(all_reduce, {.send = in.data(), .recv = out.data(), .count = in.size()});
    if (!request) return tl::unexpected(request.error());
    if (!comes_true([&] { return request->test(); })) return differ("nothing went on by itself");
    return request->wait();
  });
}

TEST_CASE("communicator: a receive that waits does not keep a later call from going on") {
  all_ranks(2, [](Communicator& self) -> Result<void> {
    Values got(4), mine(4, 7);
    using enum Transfer::Direction;
    const Transfer message = self.rank() == 0 ? Transfer{recv, 1, nullptr, got.data(), 4, DataType::int32}
                                              : Transfer{send, 0, mine.data(), nullptr, 4, DataType::int32};
    std::optional<Request> request;
    if (self.rank() == 0) {
      auto begun = self.start_exchange({&message, 1});
      if (!begun) return tl::unexpected(begun.error());
      request = std::move(*begun);
    }
    if (auto done = self.barrier(); !done) return done;
    if (self.rank() == 1) return self.exchange({&message, 1});
    if (auto done = request->wait(); !done) return done;
    return got == Values(4, 7) ? Result<void>() : differ("the message");
  });
}

}  // namespace
}  // namespace ringlet::test
