// That the benchmark's own check finds what is wrong, and that every collective passes it.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "bench/values.hpp"
#include "reduce/kernels.hpp"
#include "ringlet/reduction.hpp"

using namespace ringlet;
using bench::bytes_of;
using bench::count_of;
using bench::Effort;
using bench::Question;

namespace {

constexpr Effort kShort{.batch = std::chrono::microseconds(0), .batches = 2, .warm_up = {}};

bench::Measurement measured(const Question& question) {
  World world(question.ranks);
  auto result = bench::measure(world, question, kShort);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
  return *result;
}

}  // namespace

TEST_CASE("bench: sizes are those of the longest buffer, rounded down to whole parts") {
  CHECK(count_of({.collective = &all_reduce, .ranks = 3, .bytes = 1024}) == 256);
  CHECK(count_of({.collective = &reduce_scatter, .ranks = 3, .bytes = 1024}) == 85);
  CHECK(bytes_of({.collective = &reduce_scatter, .ranks = 3, .bytes = 1024}) == 1020);
  CHECK(count_of({.collective = &all_to_all, .ranks = 4, .bytes = 1024, .dtype = DataType::bfloat16}) == 128);
  CHECK(bytes_of({.collective = &gather, .ranks = 4, .bytes = 1 << 20, .root = 2}) == 1 << 20);
  CHECK(bytes_of({.collective = &barrier, .ranks = 4, .bytes = 1024}) == 0);
}

TEST_CASE("bench: the memory that a question needs is that of all buffers of all ranks") {
  constexpr std::uint64_t kMiB = 1 << 20;
  CHECK(bench::memory_of({.collective = &all_reduce, .ranks = 4, .bytes = kMiB}) == 8 * kMiB);
  CHECK(bench::memory_of({.collective = &all_reduce, .ranks = 4, .bytes = kMiB, .in_place = true}) == 4 * kMiB);
  CHECK(bench::memory_of({.collective = &reduce_scatter, .ranks = 4, .bytes = kMiB}) == 5 * kMiB);
  CHECK(bench::memory_of({.collective = &broadcast, .ranks = 4, .bytes = kMiB, .root = 1}) == 5 * kMiB);
  CHECK(bench::memory_of({.collective = &all_to_all, .ranks = 1024, .bytes = kMiB << 14}) == 2048 * (kMiB << 14));
  CHECK(bench::memory_of({.collective = &barrier, .ranks = 4}) == 0);
}

TEST_CASE("bench: what is kept aside is a slot for each that a rank writes, and premul_sum's copies") {
  constexpr std::uint64_t kMiB = 1 << 20;
  const auto aside = [](const Question& question) {
    const auto plan = make_plan(*question.algorithm, {.collective = question.collective, .ranks = question.ranks});
    REQUIRE(plan);
    return bench::memory_aside(question, *plan);
  };
  Question question{.collective = &all_reduce, .algorithm = find_algorithm("one_shot"), .ranks = 4, .bytes = kMiB};
  CHECK(aside(question) == 4 * kMiB);
  question.op = Operator::premul_sum;
  CHECK(aside(question) == 12 * kMiB);
  CHECK(aside({.collective = &all_reduce, .algorithm = find_algorithm("direct"), .ranks = 4, .bytes = kMiB}) == kMiB);
  CHECK(aside({.collective = &all_gather, .algorithm = find_algorithm("ring"), .ranks = 4, .bytes = kMiB}) == 0);
  CHECK(aside({.collective = &barrier, .algorithm = &default_algorithm(barrier), .ranks = 4}) == 0);
}

TEST_CASE("bench: no plan keeps more aside than the most that is told without it") {
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms()) {
      for (const int ranks : {1, 2, 3, 4, 7, 8, 12, 16}) {
        if (collective->uniform != nullptr || !algorithm->serves(*collective, ranks)) continue;
        for (const bool in_place : {false, true}) {
          if (in_place && !collective->in_place) continue;
          const Question question{
              .collective = collective, .algorithm = algorithm, .ranks = ranks, .bytes = 1 << 20, .in_place = in_place};
          const auto plan = make_plan(*algorithm, {.collective = collective, .ranks = ranks, .in_place = in_place});
          REQUIRE(plan);
          CAPTURE(collective->name);
          CAPTURE(algorithm->name);
          CAPTURE(ranks);
          CHECK(bench::memory_aside(question, *plan) <= bench::most_memory_aside(question));
        }
      }
    }
  }
}

TEST_CASE("bench: the factors of the bus bandwidth are nccl-tests'") {
  CHECK(bench::bus_factor(all_reduce, 4) == 1.5);
  CHECK(bench::bus_factor(reduce_scatter, 4) == 0.75);
  CHECK(bench::bus_factor(all_gather, 2) == 0.5);
  CHECK(bench::bus_factor(all_to_all, 8) == 0.875);
  CHECK(bench::bus_factor(broadcast, 4) == 1);
  CHECK(bench::bus_factor(reduce, 4) == 1);
  CHECK_FALSE(bench::bus_factor(barrier, 4).has_value());
  CHECK(bench::bandwidth(1'000'000, 100) == 10);
}

TEST_CASE("bench: the time of a batch is the slowest rank's, the median that of the batches") {
  bench::Times times{.call_us = {5, 1, 9, 2, 3}};
  CHECK(times.median_us() == 3);
  CHECK(times.min_us() == 1);

  struct Ranks {
    std::vector<double> said{8, 30, 35, 40, 20};
    std::size_t next = 0;
    bool meet() { return true; }
    std::optional<double> slowest(double, int) { return said.at(next++); }
  } ranks;
  int calls = 0;
  auto call = [&] { return ++calls > 0; };
  const auto timed = bench::timed(
      {.batch = std::chrono::microseconds(10), .batches = 2, .warm_up = std::chrono::microseconds(60)}, ranks, call);
  REQUIRE(timed);
  CHECK(timed->calls == 2);
  CHECK(timed->call_us == std::vector<double>{20, 10});
  CHECK(calls == 1 + 2 + 2 + 2 + 2);
}

TEST_CASE("bench: contributions differ by rank and by place, and the sum is theirs") {
  const Question question{.collective = &all_reduce, .ranks = 2, .bytes = 4096};
  bench::Memory memory(question, 0);
  memory.fill();
  CHECK(memory.wrong() == 1024);
  bench::Memory other(question, 1);
  other.fill();
  CHECK(std::memcmp(memory.input().data(), other.input().data(), 4096) != 0);
  CHECK(std::memcmp(memory.input().data(), memory.input().data() + 64, 64) != 0);
  for (std::size_t at = 0; at < 4096; at += sizeof(float)) {
    float a = 0;
    float b = 0;
    std::memcpy(&a, memory.input().data() + at, sizeof a);
    std::memcpy(&b, other.input().data() + at, sizeof b);
    a += b;
    std::memcpy(memory.output().data() + at, &a, sizeof a);
  }
  CHECK(memory.wrong() == 0);
  memory.output()[400] ^= std::byte{1};
  CHECK(memory.wrong() == 1);
}

TEST_CASE("bench: a part in the wrong place is wrong, far behind the first period too") {
  const Question question{.collective = &all_to_all, .ranks = 2, .bytes = 1 << 18};
  bench::Memory mine(question, 0);
  bench::Memory other(question, 1);
  mine.fill();
  other.fill();
  const std::size_t half = 1 << 17;
  std::memcpy(mine.output().data(), mine.input().data(), half);
  std::memcpy(mine.output().data() + half, other.input().data(), half);
  CHECK(mine.wrong() == 0);
  std::memcpy(mine.output().data() + half + 65536, other.input().data() + 65536 + 4, 4096);
  CHECK(mine.wrong() > 900);
}

TEST_CASE("bench: every collective gives no wrong element, apart and in place") {
  if (!has_threads()) return;
  for (const Collective* collective : collectives()) {
    if (collective->uniform != nullptr) continue;
    for (const bool in_place : {false, true}) {
      if (in_place && !collective->in_place) continue;
      CAPTURE(std::string(collective->name));
      CAPTURE(in_place);
      const auto result = measured({.collective = collective,
                                    .ranks = 3,
                                    .bytes = 1000,
                                    .root = collective->rooted ? 2 : 0,
                                    .in_place = in_place});
      CHECK(result.wrong == 0);
      CHECK(result.calls == 1);
      CHECK(result.median_us >= result.min_us);
      const PlanRequest request{.collective = collective, .ranks = 3, .root = collective->rooted ? 2 : 0};
      CHECK(result.algorithm == &choose(default_costs(), request, result.bytes));
    }
  }
}

TEST_CASE("bench: every type and operator is exact, also on many ranks") {
  if (!has_threads()) return;
  for (const int ranks : {4, 9}) {
    for (std::size_t type = 0; type < names<DataType>.size(); ++type) {
      for (std::size_t op = 0; op < names<Operator>.size(); ++op) {
        const Question question{.collective = &all_reduce,
                                .ranks = ranks,
                                .bytes = 800,
                                .dtype = static_cast<DataType>(type),
                                .op = static_cast<Operator>(op)};
        if (!exists(question.op, question.dtype)) continue;
        CAPTURE(std::string(name(question.dtype)));
        CAPTURE(std::string(name(question.op)));
        CHECK(measured(question).wrong == 0);
      }
    }
  }
}

TEST_CASE("bench: what ranks put in and what must come out fit every type, on as many ranks as there can be") {
  constexpr std::uint64_t kCount = 100;
  for (std::size_t type = 0; type < names<DataType>.size(); ++type) {
    for (std::size_t each = 0; each < names<Operator>.size(); ++each) {
      for (const int ranks : {2, 300, kMaxRanks}) {
        const auto dtype = static_cast<DataType>(type);
        const auto op = static_cast<Operator>(each);
        if (!exists(op, dtype)) continue;
        const bench::Values values(dtype, op, true, ranks);
        std::vector<std::byte> sum(kCount * size_of(dtype));
        for (int rank = 0; rank < ranks; ++rank) {
          std::vector<std::byte> mine(sum.size());
          values.fill(mine, rank, 0);
          if (op == Operator::premul_sum)
            scale(dtype, mine.data(), mine.data(), bench::scalar_of(dtype).data(), kCount);
          if (rank == 0) {
            sum = mine;
          } else {
            combine(dtype, op, sum.data(), sum.data(), mine.data(), kCount, rank + 1 == ranks ? ranks : 0);
          }
        }
        CAPTURE(std::string(name(dtype)));
        CAPTURE(std::string(name(op)));
        CAPTURE(ranks);
        CHECK(values.wrong(sum, {0, ranks}, 0) == 0);
      }
    }
  }
}

TEST_CASE("bench: a watcher hears of every batch and may end it") {
  if (!has_threads()) return;
  World world(2);
  const Question question{.collective = &all_reduce, .ranks = 2, .bytes = 64};
  std::vector<int> heard;
  const auto whole = bench::measure(world, question, kShort, [&](const bench::Progress& progress) {
    heard.push_back(progress.done);
    return progress.batches == 2;
  });
  CHECK(whole.has_value());
  CHECK(heard == std::vector<int>{0, 0, 1});
  const auto ended = bench::measure(world, question, kShort, [](const bench::Progress&) { return false; });
  REQUIRE_FALSE(ended.has_value());
  CHECK(ended.error().code == ErrorCode::aborted);
  CHECK_FALSE(world.failed());
  CHECK(bench::measure(world, question, kShort).has_value());
}

TEST_CASE("bench: what cannot be measured is refused with the argument's name") {
  World world(2);
  const auto sentence = [&](const Question& question) {
    const auto result = bench::measure(world, question, kShort);
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code == ErrorCode::invalid);
    return result.error().message;
  };
  CHECK(sentence({.collective = &all_gather_v, .bytes = 64}).starts_with("collective is all_gather_v"));
  CHECK(sentence({.collective = &all_reduce, .ranks = 0, .bytes = 64}).starts_with("ranks is 0"));
  CHECK(sentence({.collective = &broadcast, .bytes = 64, .root = 2}).starts_with("root is 2"));
  CHECK(sentence({.collective = &reduce_scatter, .bytes = 3}) ==
        "bytes is 3; reduce_scatter of 2 ranks with float32 needs 8 or more.");
  CHECK(sentence({.collective = &all_to_all, .bytes = 64, .in_place = true}) == "all_to_all has no form in place.");
  CHECK(sentence({.collective = &scan, .bytes = 64, .op = Operator::avg}).starts_with("op is 'avg', which scan"));
  CHECK(
      sentence({.collective = &all_gather, .algorithm = find_algorithm("recursive_doubling"), .ranks = 3, .bytes = 64})
          .find("power of two") != std::string::npos);
}
