// What each collective promises, for every algorithm, placement, driver, type and operator, on inputs that are exact in
// every order of summing.
#include <numeric>

#include "support.hpp"

namespace ringlet::test {
namespace {

struct Request {
  const Collective* collective;
  const Algorithm* algorithm;
  bool in_place;
};

std::vector<Request> every_request() {
  std::vector<Request> all;
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      for (const bool in_place : {false, true}) all.push_back({variant.collective, algorithm, in_place});
    }
  }
  return all;
}

template <class T>
void check_sums(Runner& runner, const Request& request, int ranks, std::initializer_list<std::size_t> counts,
                const std::vector<Drive>& ways) {
  const auto program = program_for(*request.collective, request.algorithm->name, ranks, request.in_place);
  for (const std::size_t count : counts) {
    const auto inputs = whole_numbers<T>(*request.collective, ranks, count, count + static_cast<std::size_t>(ranks));
    const auto wanted = summed(*request.collective, count, inputs);
    for (const Drive drive : ways) {
      const auto outcome = runner.run(program, Operator::sum, count, inputs, drive);
      INFO(request.collective->name << " " << request.algorithm->name << " of " << ranks << ", count " << count << ", "
                                    << drive);
      REQUIRE_FALSE(outcome.error);
      REQUIRE(same_bits(outcome.outputs, wanted));
    }
  }
}

TEST_CASE("contracts: every count from 0 on, also below and around the number of ranks, in turn") {
  Runner runner;
  for (int ranks = 1; ranks <= 17; ++ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Request& request : every_request()) {
      check_sums<std::int32_t>(runner, request, ranks, {0, 1, 2, n - 1, n, n + 1, 64, 73, 100}, {Drive::in_turn});
    }
  }
}

TEST_CASE("contracts: the same from threads and through the stepper") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 5, 8}) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Request& request : every_request()) {
      check_sums<float>(runner, request, ranks, {0, n - 1, n + 1, 1000}, drives());
    }
  }
}

TEST_CASE("contracts: large messages go by pointer and give the same") {
  Runner runner;
  for (const int ranks : {2, 3, 4, 7}) {
    for (const Request& request : every_request()) {
      check_sums<double>(runner, request, ranks, {4099}, drives());
      if (has_threads()) check_sums<double>(runner, request, ranks, {20011}, {Drive::threads});
    }
  }
}

// The bytes of a message on both sides of what fits a slot (1024): 255, 256 and 257 elements of four bytes.
TEST_CASE("contracts: messages around the size of a slot") {
  Runner runner;
  for (const int ranks : {2, 3, 4}) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Request& request : every_request()) {
      const std::size_t chunks = request.collective->parts(ranks) > 1 ? 1 : n;
      check_sums<std::int32_t>(runner, request, ranks,
                               {255 * chunks, 256 * chunks, 257 * chunks, 256 * chunks + 1, 256, 257}, drives());
    }
  }
}

template <class T>
T product_of(T a, T b) {
  return static_cast<T>(a * b);
}

// Factors 1, -1 and 2 have a product of at most 2^ranks: exact in every type.
template <class T>
void check_operators(Runner& runner, const Request& request, int ranks, std::size_t count, Drive drive) {
  const auto program = program_for(*request.collective, request.algorithm->name, ranks, request.in_place);
  auto inputs = whole_numbers<T>(*request.collective, ranks, count, 7);
  const auto check = [&](Operator op, const Table<T>& given, const auto& apply) {
    auto whole = folded(given, apply);
    if (op == Operator::avg) {
      for (T& value : whole) value = static_cast<T>(value / static_cast<T>(ranks));
    }
    const auto wanted = handed_out(*request.collective, ranks, count, whole);
    INFO(request.collective->name << " " << request.algorithm->name << " of " << ranks << ", " << name(op) << " of "
                                  << name(dtype_of<T>()) << ", " << drive);
    REQUIRE(same_bits(runner.run(program, op, count, given, drive).outputs, wanted));
  };
  check(Operator::sum, inputs, [](T a, T b) { return static_cast<T>(a + b); });
  check(Operator::avg, inputs, [](T a, T b) { return static_cast<T>(a + b); });
  check(Operator::min, inputs, [](T a, T b) { return std::min(a, b); });
  check(Operator::max, inputs, [](T a, T b) { return std::max(a, b); });
  for (auto& row : inputs) {
    for (T& value : row) value = static_cast<T>(value < -3 ? -1 : value < 3 ? 1 : 2);
  }
  check(Operator::prod, inputs, product_of<T>);
}

TEST_CASE("contracts: all types and operators") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 4, 6}) {
    for (const Request& request : every_request()) {
      if (!request.collective->reduces) continue;
      for (const Drive drive : drives()) {
        check_operators<std::int32_t>(runner, request, ranks, 73, drive);
        check_operators<std::int64_t>(runner, request, ranks, 73, drive);
        check_operators<float>(runner, request, ranks, 73, drive);
        check_operators<double>(runner, request, ranks, 73, drive);
      }
    }
  }
}

TEST_CASE("contracts: kernels of a block and more, with a ragged end") {
  Runner runner;
  for (const Request& request : every_request()) {
    if (!request.collective->reduces) continue;
    check_operators<std::int32_t>(runner, request, 2, 2 * 1024 + 5, Drive::in_turn);
    check_operators<std::int64_t>(runner, request, 2, 2 * 1023, Drive::in_turn);
    check_operators<float>(runner, request, 2, 2 * 1025, Drive::in_turn);
    check_operators<double>(runner, request, 2, 2 * 3001 + 1, Drive::in_turn);
  }
}

TEST_CASE("contracts: a run without observers does the same") {
  constexpr int kRanks = 4;
  constexpr std::size_t kCount = 1001;
  World world(kRanks);
  for (const Request& request : every_request()) {
    if (request.in_place) continue;
    const auto program = program_for(*request.collective, request.algorithm->name, kRanks);
    const auto inputs = whole_numbers<std::int32_t>(*request.collective, kRanks, kCount);
    for (const Driver driver : drivers()) {
      Table<std::int32_t> outputs(kRanks,
                                  std::vector<std::int32_t>(output_length(*request.collective, kRanks, kCount)));
      std::vector<RankBuffers> buffers;
      for (std::size_t r = 0; r < kRanks; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
      const auto run = Run::prepare(world, {program, DataType::int32, Operator::sum, kCount, kPatience}, buffers);
      REQUIRE(run);
      REQUIRE((*run)->wait(driver));
      CHECK((*run)->finished());
      CHECK(outputs == summed(*request.collective, kCount, inputs));
    }
  }
}

TEST_CASE("contracts: an N of 32, and of 64 in turn") {
  Runner runner;
  for (const Request& request : every_request()) {
    check_sums<std::int32_t>(runner, request, 32, {1, 33}, {Drive::in_turn});
    check_sums<std::int32_t>(runner, request, 64, {65}, {Drive::in_turn});
  }
  if (has_threads()) {
    for (const Request& request : every_request()) {
      if (!request.in_place && request.algorithm->name == "ring") {
        check_sums<std::int64_t>(runner, request, 32, {70}, {Drive::threads});
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
