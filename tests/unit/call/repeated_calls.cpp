// What a rank calls again and again is bound once; each call still means what its arguments say.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "../support.hpp"
#include "pace.hpp"
#include "ringlet/communicator.hpp"

namespace {
std::atomic<std::uint64_t> allocations{0};
}

#if !RINGLET_SANITIZED  // sanitizers have allocators of their own
// Counts for the whole test program; what `new` promises stays as it is.
void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace ringlet::test {
namespace {

using Floats = std::vector<float>;

Result<void> differ(const std::string& what) { return error(ErrorCode::invalid, "wrong: " + what); }

void all_ranks(int ranks, const std::function<Result<void>(Communicator&)>& work) {
  if (!has_threads()) return;
  World world(ranks);
  const auto result = run_ranks(world, work);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
}

TEST_CASE("repeated calls: from other buffers each time, in place and apart") {
  for (const std::size_t count : {std::size_t{3}, std::size_t{3000}}) {
    all_ranks(3, [count](Communicator& self) -> Result<void> {
      Floats one(count), two(count), three(count);
      for (int call = 0; call < 9; ++call) {
        const auto base = static_cast<float>(100 * call);
        std::fill(one.begin(), one.end(), base + static_cast<float>(self.rank()));
        std::fill(two.begin(), two.end(), base + static_cast<float>(10 * self.rank()));
        const float sums[]{3 * base + 3, 3 * base + 30};
        if (auto done = self.all_reduce<float>(one, three); !done) return done;
        if (three != Floats(count, sums[0])) return differ("apart");
        if (auto done = self.all_reduce<float>(two, call % 2 == 0 ? two : three); !done) return done;
        if ((call % 2 == 0 ? two : three) != Floats(count, sums[1])) return differ("with others");
        if (auto done = self.all_reduce<float>(one, one); !done) return done;
        if (one != Floats(count, sums[0])) return differ("in place");
      }
      return {};
    });
  }
}

TEST_CASE("repeated calls: another root, count, operator, factor or operator of one's own is another call") {
  const auto subtract = [](void*, void* dst, const void* left, const void* right, std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i) {
      static_cast<float*>(dst)[i] = static_cast<const float*>(left)[i] - static_cast<const float*>(right)[i];
    }
  };
  all_ranks(3, [&](Communicator& self) -> Result<void> {
    const auto rank = static_cast<float>(self.rank());
    for (int round = 0; round < 40; ++round) {
      const int root = round % 3;
      Floats shared{self.rank() == root ? static_cast<float>(round) : -1.0F};
      if (auto done = self.broadcast<float>(shared, root); !done) return done;
      if (shared[0] != static_cast<float>(round)) return differ("broadcast");

      const auto count = static_cast<std::size_t>(round % 5);
      const Floats mine(count, rank);
      Floats sum(count);
      if (auto done = self.all_reduce<float>(mine, sum, round % 2 == 0 ? Operator::sum : Operator::max); !done) {
        return done;
      }
      if (sum != Floats(count, round % 2 == 0 ? 3.0F : 2.0F)) return differ("operator");

      const float factor = static_cast<float>(round) + rank;
      float scaled = 0;
      const float one = 1;
      const RankCall premul{.send = &one,
                            .recv = &scaled,
                            .count = 1,
                            .dtype = DataType::float32,
                            .op = Operator::premul_sum,
                            .scalar = &factor};
      if (auto done = self.call(all_reduce, premul); !done) return done;
      if (scaled != static_cast<float>(3 * round) + 3) return differ("factor");

      float difference = 0;
      const UserOperator own{.name = "subtract", .combine = subtract, .commutative = false};
      const RankCall with_own{
          .send = &rank, .recv = &difference, .count = 1, .dtype = DataType::float32, .user_op = &own};
      if (auto done = self.call(all_reduce, with_own); !done) return done;
      if (difference != 0.0F - 1.0F - 2.0F) return differ("own operator");
    }
    return {};
  });
}

TEST_CASE("repeated calls: an operator of one's own is the same by whatever name, which lasts no longer than a call") {
  const auto largest = [](void*, void* dst, const void* left, const void* right, std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i) {
      static_cast<float*>(dst)[i] = std::max(static_cast<const float*>(left)[i], static_cast<const float*>(right)[i]);
    }
  };
  std::atomic<std::uint64_t> seen{0};
  all_ranks(3, [&](Communicator& self) -> Result<void> {
    std::vector<std::unique_ptr<std::string>> names;
    for (int call = 0; call < 10; ++call) names.push_back(std::make_unique<std::string>(100, 'a' + call));
    const auto rank = static_cast<float>(self.rank());
    const auto call_all = [&](std::size_t from, std::size_t to) -> Result<void> {
      for (std::size_t i = from; i < to; ++i) {
        float most = 0;
        const UserOperator own{.name = *names[i], .combine = largest};
        const RankCall call{.send = &rank, .recv = &most, .count = 1, .dtype = DataType::float32, .user_op = &own};
        if (auto done = self.call(all_reduce, call); !done) return done;
        if (most != 2) return differ("largest");
        names[i].reset();
      }
      return self.barrier();
    };
    if (auto done = call_all(0, 2); !done) return done;
    const std::uint64_t before = allocations.load();
    if (auto done = call_all(2, names.size()); !done) return done;
    seen += allocations.load() - before;
    return {};
  });
  CHECK(seen.load() == 0);
}

TEST_CASE("repeated calls: more different ones than are kept, in groups, with requests between them") {
  all_ranks(4, [](Communicator& self) -> Result<void> {
    auto half = self.split(self.rank() % 2, self.rank());
    if (!half) return tl::unexpected(half.error());
    for (int round = 0; round < 3; ++round) {
      for (std::size_t count = 1; count <= 40; ++count) {
        const Floats mine(count, static_cast<float>(self.rank()));
        Floats all(count), two(count), later(count);
        const RankCall call{
            .send = mine.data(), .recv = later.data(), .count = count, .dtype = DataType::float32, .op = Operator::max};
        auto request = count % 4 == 0 ? self.start(all_reduce, call) : Result<Request>(tl::unexpected(Error{}));
        if (auto done = self.all_reduce<float>(mine, all); !done) return done;
        if (auto done = (*half)->all_reduce<float>(mine, two); !done) return done;
        if (request) {
          if (auto done = request->wait(); !done) return done;
          if (later != Floats(count, 3)) return differ("request");
        }
        if (all != Floats(count, 6)) return differ("all");
        if (two != Floats(count, self.rank() % 2 == 0 ? 2 : 4)) return differ("group");
      }
    }
    return {};
  });
}

TEST_CASE("repeated calls: allocate nothing") {
  if (kSanitized) return;
  for (const std::size_t count : {std::size_t{8}, std::size_t{5000}}) {
    std::atomic<std::uint64_t> seen{0};
    all_ranks(3, [&](Communicator& self) -> Result<void> {
      Floats in(3 * count, 1), out(3 * count);
      const auto all = [&]() -> Result<void> {
        if (auto done = self.all_reduce<float>(in, out); !done) return done;
        if (auto done = self.reduce_scatter<float>(in, std::span(out).first(count)); !done) return done;
        if (auto done = self.all_gather<float>(std::span(in).first(count), out); !done) return done;
        if (auto done = self.broadcast<float>(out, 1); !done) return done;
        const int next = (self.rank() + 1) % self.size();
        const int before = (self.rank() + self.size() - 1) % self.size();
        const std::array<Transfer, 2> round = {
            Transfer{.direction = Transfer::Direction::send, .peer = next, .send = in.data(), .count = count},
            Transfer{.direction = Transfer::Direction::recv, .peer = before, .recv = out.data(), .count = count}};
        if (auto done = self.exchange(round); !done) return done;
        return self.barrier();
      };
      for (int call = 0; call < 3; ++call) {
        if (auto done = all(); !done) return done;
      }
      const std::uint64_t before = allocations.load();
      if (auto done = self.barrier(); !done) return done;
      for (int call = 0; call < 50; ++call) {
        if (auto done = all(); !done) return done;
      }
      if (auto done = self.barrier(); !done) return done;
      seen += allocations.load() - before;
      return {};
    });
    CHECK(seen.load() == 0);
  }
}

TEST_CASE("repeated calls: a rank that waits for long uses little of a core") {
#ifndef __EMSCRIPTEN__
  for (const int ranks : {2, 4, 32}) {
    std::atomic<double> used{0};
    all_ranks(ranks, [&](Communicator& self) -> Result<void> {
      if (auto done = self.barrier(); !done) return done;
      if (self.rank() > 0) return self.barrier();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      const std::clock_t begin = std::clock();
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      used = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      return self.barrier();
    });
    CAPTURE(ranks);
    CHECK(used.load() < 0.05 * 0.4 * (ranks - 1) * (kSanitized ? 10 : 1));
  }
#endif
}

}  // namespace
}  // namespace ringlet::test
