// What each collective promises, for every algorithm, placement, driver, type and operator, on inputs that are exact in
// every order of summing.
#include <numeric>

#include "../support.hpp"
#include "pace.hpp"

namespace ringlet::test {
namespace {

template <class T>
void check_sums(Runner& runner, const Form& form, std::initializer_list<std::size_t> counts,
                const std::vector<Drive>& ways) {
  const auto program = program_for(form);
  for (const std::size_t count : counts) {
    const Asked asked = form.asked(count);
    const auto inputs = whole_numbers<T>(asked, count + static_cast<std::size_t>(form.ranks));
    const auto wanted = summed(asked, inputs);
    for (const Drive drive : ways) {
      const auto outcome = runner.run(program, Operator::sum, asked, inputs, drive);
      INFO(form << ", count " << count << ", " << drive);
      REQUIRE_FALSE(outcome.error);
      REQUIRE(same_bits(outcome.outputs, wanted));
    }
  }
}

TEST_CASE("contracts: every count from 0 on, also below and around the number of ranks, in turn") {
  Runner runner;
  for (int ranks = 1; ranks <= 17; ranks += kSanitized ? 4 : 1) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Form& form : forms(ranks)) {
      check_sums<std::int32_t>(runner, form, {0, 1, 2, n - 1, n, n + 1, 64, 73, 100}, {Drive::in_turn});
    }
  }
}

TEST_CASE("contracts: the same from threads and through the stepper") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 5, 8}) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Form& form : forms(ranks)) {
      check_sums<float>(runner, form, {0, n - 1, n + 1, 1000}, drives());
    }
  }
}

TEST_CASE("contracts: large messages go by pointer and give the same") {
  Runner runner;
  for (const int ranks : {2, 3, 4, 7}) {
    if (kSanitized && ranks == 7) continue;
    for (const Form& form : plain_forms(ranks)) {
      check_sums<double>(runner, form, {4099}, drives());
      if (has_threads()) check_sums<double>(runner, form, {20011}, {Drive::threads});
    }
  }
}

// The bytes of a message on both sides of what fits a slot (1024): 255, 256 and 257 elements of four bytes.
TEST_CASE("contracts: messages around the size of a slot") {
  Runner runner;
  for (const int ranks : {2, 3, 4}) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Form& form : plain_forms(ranks)) {
      const std::size_t chunks = form.collective->parts(ranks) > 1 ? 1 : n;
      check_sums<std::int32_t>(runner, form, {255 * chunks, 256 * chunks, 257 * chunks, 256 * chunks + 1, 256, 257},
                               drives());
    }
  }
}

template <class T>
T product_of(T a, T b) {
  return static_cast<T>(a * b);
}

// Factors 1, -1 and 2 have a product of at most 2^ranks: exact in every type.
template <class T>
void check_operators(Runner& runner, const Form& form, std::size_t count, Drive drive) {
  const auto program = program_for(form);
  const Asked asked = form.asked(count);
  auto inputs = whole_numbers<T>(asked, 7);
  const auto check = [&](Operator op, const Table<T>& given, const auto& combine) {
    auto wanted = expected(asked, given, combine);
    if (op == Operator::avg) {
      for (auto& row : wanted) {
        for (T& value : row) value = static_cast<T>(value / static_cast<T>(form.ranks));
      }
    }
    INFO(form << ", " << name(op) << " of " << name(dtype_of<T>()) << ", " << drive);
    REQUIRE(same_bits(runner.run(program, op, asked, given, drive).outputs, wanted));
  };
  const auto sum = [](T a, T b) { return static_cast<T>(a + b); };
  check(Operator::sum, inputs, sum);
  if (has_average(*form.collective)) check(Operator::avg, inputs, sum);
  check(Operator::min, inputs, [](T a, T b) { return std::min(a, b); });
  check(Operator::max, inputs, [](T a, T b) { return std::max(a, b); });
  for (auto& row : inputs) {
    for (T& value : row) value = static_cast<T>(value < -3 ? -1 : value < 3 ? 1 : 2);
  }
  check(Operator::prod, inputs, product_of<T>);
}

TEST_CASE("contracts: all types and operators") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 6}) {
    for (const Form& form : plain_forms(ranks)) {
      if (!form.collective->reduces) continue;
      for (const Drive drive : drives()) {
        check_operators<std::int32_t>(runner, form, 73, drive);
        check_operators<std::int64_t>(runner, form, 73, drive);
        check_operators<float>(runner, form, 73, drive);
        check_operators<double>(runner, form, 73, drive);
      }
    }
  }
}

TEST_CASE("contracts: kernels of a block and more, with a ragged end") {
  Runner runner;
  for (const Form& form : plain_forms(2)) {
    if (!form.collective->reduces) continue;
    check_operators<std::int32_t>(runner, form, 2 * 1024 + 5, Drive::in_turn);
    check_operators<std::int64_t>(runner, form, 2 * 1023, Drive::in_turn);
    check_operators<float>(runner, form, 2 * 1025, Drive::in_turn);
    check_operators<double>(runner, form, 2 * 3001 + 1, Drive::in_turn);
  }
}

TEST_CASE("contracts: a run without observers does the same") {
  constexpr int kRanks = 4;
  World world(kRanks);
  for (const Form& form : forms(kRanks)) {
    if (form.in_place) continue;
    const auto program = program_for(form);
    const Asked asked = form.asked(1001);
    const auto inputs = whole_numbers<std::int32_t>(asked);
    for (const Driver driver : drivers()) {
      Table<std::int32_t> outputs;
      std::vector<RankBuffers> buffers;
      for (int rank = 0; rank < kRanks; ++rank) {
        const auto& input = inputs[static_cast<std::size_t>(rank)];
        buffers.push_back({input.data(), outputs.emplace_back(output_length(asked, rank)).data()});
      }
      const Call call{program, DataType::int32, Operator::sum, asked.count, kPatience, asked.counts};
      const auto run = Run::prepare(world, call, buffers);
      REQUIRE(run);
      REQUIRE((*run)->wait(driver));
      CHECK((*run)->finished());
      CHECK(outputs == summed(asked, inputs));
    }
  }
}

TEST_CASE("contracts: an N of 32, and of 64 in turn") {
  Runner runner;
  for (const Form& form : plain_forms(32)) check_sums<std::int32_t>(runner, form, {1, 33}, {Drive::in_turn});
  for (const Form& form : plain_forms(64)) check_sums<std::int32_t>(runner, form, {65}, {Drive::in_turn});
  if (!has_threads()) return;
  for (const Form& form : plain_forms(32)) {
    if (!form.in_place && form.algorithm->name == "ring") {
      check_sums<std::int64_t>(runner, form, {70}, {Drive::threads});
    }
  }
}

}  // namespace
}  // namespace ringlet::test
