// https://github.com/meta-pytorch/torchcomms/pull/287
// avg is the sum over the number of ranks, whatever the count; for integers it truncates.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue torchcomms#287: avg divides by the ranks and not by the count, integers truncate") {
  Runner runner;
  constexpr int kRanks = 3;
  for (const Algorithm* algorithm : algorithms_for(all_reduce, kRanks)) {
    for (const std::size_t count : {1U, 2U, 4U, 5U, 100U}) {
      // Rank r gives r * 5 + 1: 1, 6, 11 sum to 18; one less on rank 2 and it is 17.
      Table<std::int32_t> inputs;
      Table<float> floats;
      for (const std::int32_t value : {1, 6, 10}) {
        inputs.emplace_back(count, value);
        floats.emplace_back(count, static_cast<float>(value));
      }
      const auto program = program_for(all_reduce, algorithm->name, kRanks);
      for (const auto& output : runner.run(program, Operator::avg, count, inputs).outputs) {
        CHECK(output == std::vector<std::int32_t>(count, 5));
      }
      for (auto& row : inputs) {
        for (auto& value : row) value = -value;
      }
      for (const auto& output : runner.run(program, Operator::avg, count, inputs).outputs) {
        CHECK(output == std::vector<std::int32_t>(count, -5));
      }
      for (const auto& output : runner.run(program, Operator::avg, count, floats).outputs) {
        CHECK(same_bits(output, std::vector<float>(count, 17.0F / 3.0F)));
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
