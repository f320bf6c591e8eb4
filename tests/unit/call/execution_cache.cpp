// How much a rank keeps of what it has called.
#include "call/execution_cache.hpp"

#include "../support.hpp"

namespace ringlet::test {
namespace {

// Rank 0's calls of all_reduce of so many floats in a world of four, by an algorithm that needs memory of its own.
class Calls {
 public:
  bool knows(std::uint64_t count) { return cache_.find(*world_.core().whole, all_reduce, asked(count)) != nullptr; }

  // The bytes that the call works on.
  std::size_t keep(std::uint64_t count) {
    const Call call{.program = program_, .dtype = DataType::float32, .count = count};
    auto execution = std::make_unique<RankExecution>(world_.core(), *world_.core().whole, call, 0, nobody_);
    return cache_.keep(*world_.core().whole, all_reduce, asked(count), std::move(execution)).memory();
  }

 private:
  static RankCall asked(std::uint64_t count) { return {.count = count, .dtype = DataType::float32}; }

  World world_{4};
  std::vector<Observer*> nobody_;
  std::shared_ptr<const Program> program_ =
      program_for(all_reduce, "recursive_doubling", world_.ranks(), all_reduce.in_place);
  ExecutionCache cache_;
};

TEST_CASE("execution cache: large calls of many sizes do not pile up, and drive out no small one") {
  Calls calls;
  const std::size_t small = calls.keep(100);
  CHECK(small > 0);
  std::size_t kept = 0;
  for (std::uint64_t count = 1 << 20; count < (1 << 20) + 10; ++count) {
    const std::size_t bytes = calls.keep(count);
    CHECK(bytes >= count * sizeof(float));
    CHECK(calls.knows(count));
    kept = 0;
    for (std::uint64_t other = 1 << 20; other <= count; ++other) kept += calls.knows(other) ? bytes : 0;
    CHECK(kept <= (16 << 20) + bytes);
  }
  CHECK(kept > 0);
  CHECK(calls.knows(100));
}

TEST_CASE("execution cache: of many small calls the last ones are kept") {
  Calls calls;
  for (std::uint64_t count = 1; count <= 40; ++count) calls.keep(count);
  CHECK_FALSE(calls.knows(24));
  CHECK(calls.knows(25));
  CHECK(calls.knows(40));
}

}  // namespace
}  // namespace ringlet::test
