// Reduce-scatter, then all-gather, is all-reduce: bit for bit, on numbers whose sum depends on the order.
#include <array>
#include <cmath>

#include "../support.hpp"

namespace ringlet::test {
namespace {

// 1e8 + 1 - 1e8 + 1 in float32 is 0, 1 or 2, as the order will have it.
Table<float> order_sensitive(int ranks, std::size_t count) {
  constexpr std::array kPattern{1e8F, 1.0F, -1e8F, 1.0F, 0.1F, -3.3e7F, 3.3e7F};
  Random random(count + static_cast<std::uint64_t>(ranks));
  Table<float> inputs(static_cast<std::size_t>(ranks), std::vector<float>(count));
  for (std::size_t r = 0; r < inputs.size(); ++r) {
    for (std::size_t i = 0; i < count; ++i) {
      inputs[r][i] = i % 3 == 2 ? kPattern.at(static_cast<std::size_t>(random.below(kPattern.size())))
                                : kPattern.at((r + i) % kPattern.size());
    }
  }
  return inputs;
}

float add(float a, float b) {
  volatile float sum = a + b;  // rounded to float here, whatever the compiler would like to keep
  return sum;
}

std::vector<float> sum_in_rank_order(const Table<float>& inputs) {
  return expected<float>({&all_reduce, static_cast<int>(inputs.size()), 0, inputs.front().size()}, inputs, add).front();
}

// Those that serve all three collectives.
std::vector<const Algorithm*> composing(int ranks) {
  std::vector<const Algorithm*> all;
  for (const Algorithm* algorithm : algorithms_for(all_reduce, ranks)) {
    const auto serves = [&](const Collective& collective) {
      const Variant* variant = algorithm->variant(collective);
      return variant != nullptr && variant->ranks.holds(ranks);
    };
    if (serves(reduce_scatter) && serves(all_gather)) all.push_back(algorithm);
  }
  return all;
}

TEST_CASE("composition: the inputs do depend on the order") {
  const auto inputs = order_sensitive(4, 1000);
  auto reversed = inputs;
  std::reverse(reversed.begin(), reversed.end());
  CHECK_FALSE(same_bits(sum_in_rank_order(inputs), sum_in_rank_order(reversed)));
}

void check_composition(Runner& runner, std::string_view algorithm, int ranks, std::size_t recvcount, bool in_place,
                       Operator op, Drive drive) {
  const std::size_t count = recvcount * static_cast<std::size_t>(ranks);
  const auto inputs = order_sensitive(ranks, count);
  const auto scattered =
      runner.run(program_for(reduce_scatter, algorithm, ranks, in_place), op, recvcount, inputs, drive);
  const auto gathered =
      runner.run(program_for(all_gather, algorithm, ranks, in_place), op, recvcount, scattered.outputs, drive);
  const auto reduced = runner.run(program_for(all_reduce, algorithm, ranks, in_place), op, count, inputs, drive);
  INFO(algorithm << " of " << ranks << ", recvcount " << recvcount << ", " << name(op) << ", " << drive
                 << (in_place ? ", in place" : ""));
  REQUIRE(same_bits(gathered.outputs, reduced.outputs));
}

TEST_CASE("composition: for 1 to 16 ranks and every part size, in turn, for all algorithms") {
  Runner runner;
  for (int ranks = 1; ranks <= 16; ++ranks) {
    for (const std::size_t recvcount : {0U, 1U, 2U, 7U, 73U, 1000U}) {
      for (const Algorithm* algorithm : composing(ranks)) {
        for (const bool in_place : {false, true}) {
          check_composition(runner, algorithm->name, ranks, recvcount, in_place, Operator::sum, Drive::in_turn);
        }
        check_composition(runner, algorithm->name, ranks, recvcount, false, Operator::avg, Drive::in_turn);
      }
    }
  }
}

TEST_CASE("composition: the same from threads and the stepper") {
  Runner runner;
  for (int ranks = 1; ranks <= 16; ++ranks) {
    for (const std::size_t recvcount : {7U, 73U}) {
      for (const Algorithm* algorithm : composing(ranks)) {
        for (const Drive drive : drives()) {
          if (drive != Drive::threads && ranks > 5) continue;
          check_composition(runner, algorithm->name, ranks, recvcount, recvcount == 7, Operator::sum, drive);
        }
      }
    }
    if (has_threads()) check_composition(runner, "ring", ranks, 1000, false, Operator::sum, Drive::threads);
  }
}

TEST_CASE("composition: every driver gives the same bits, and so does every repetition") {
  Runner runner;
  for (const Algorithm* algorithm : algorithms_for(all_reduce, 5)) {
    const auto inputs = order_sensitive(5, 1203);
    const auto program = program_for(all_reduce, algorithm->name, 5);
    const auto first = runner.run(program, Operator::sum, 1203, inputs, Drive::in_turn).outputs;
    for (int repetition = 0; repetition < 5; ++repetition) {
      for (const Drive drive : drives()) {
        CHECK(same_bits(runner.run(program, Operator::sum, 1203, inputs, drive).outputs, first));
      }
    }
    for (std::size_t rank = 1; rank < 5; ++rank) CHECK(same_bits(first[rank], first[0]));
  }
}

// The documented order of `direct`: ((x0 + x1) + x2) + ..., whatever the count, N or the collective. The naive one adds
// in rank order at the root too.
TEST_CASE("composition: direct folds in rank order") {
  Runner runner;
  for (int ranks = 1; ranks <= 16; ++ranks) {
    for (const std::size_t count : {std::size_t{1}, static_cast<std::size_t>(ranks) + 1, std::size_t{1000}}) {
      const auto inputs = order_sensitive(ranks, count);
      const auto whole = sum_in_rank_order(inputs);
      for (const std::string_view algorithm : {"direct", "naive"}) {
        for (const bool in_place : {false, true}) {
          CAPTURE(ranks);
          CAPTURE(count);
          CAPTURE(algorithm);
          CHECK(same_bits(
              runner.run(program_for(all_reduce, algorithm, ranks, in_place), Operator::sum, count, inputs).outputs,
              Table<float>(static_cast<std::size_t>(ranks), whole)));
        }
      }
    }
    const auto inputs = order_sensitive(ranks, static_cast<std::size_t>(ranks) * 7);
    for (const std::string_view algorithm : {"direct", "naive"}) {
      CHECK(same_bits(runner.run(program_for(reduce_scatter, algorithm, ranks), Operator::sum, 7, inputs).outputs,
                      expected<float>({&reduce_scatter, ranks, 0, 7}, inputs, add)));
    }
  }
}

// The ring's documented order: chunk c in the order c+1, c+2, ..., c, each arriving sum right of the rank's own input
// (float addition commutes, so only the order of the ranks shows).
TEST_CASE("composition: the ring folds chunk c from rank c+1 round to rank c") {
  Runner runner;
  for (const int ranks : {2, 3, 4, 7, 16}) {
    constexpr std::size_t kPart = 50;
    const auto n = static_cast<std::size_t>(ranks);
    const auto inputs = order_sensitive(ranks, n * kPart);
    std::vector<float> whole;
    Table<float> parts;
    for (std::size_t chunk = 0; chunk < n; ++chunk) {
      Table<float> rotated;
      for (std::size_t k = 1; k <= n; ++k) {
        const auto begin = inputs[(chunk + k) % n].begin() + static_cast<std::ptrdiff_t>(chunk * kPart);
        rotated.emplace_back(begin, begin + kPart);
      }
      const auto part = sum_in_rank_order(rotated);
      whole.insert(whole.end(), part.begin(), part.end());
      parts.push_back(part);
    }
    CAPTURE(ranks);
    CHECK(
        same_bits(runner.run(program_for(reduce_scatter, "ring", ranks), Operator::sum, kPart, inputs).outputs, parts));
    CHECK(same_bits(runner.run(program_for(all_reduce, "ring", ranks), Operator::sum, n * kPart, inputs).outputs,
                    Table<float>(n, whole)));
  }
}

}  // namespace
}  // namespace ringlet::test
