// V5 and V6: in which order plans add up, and that equal fingerprints are equal bits in real runs.
#include <cmath>
#include <map>
#include <set>

#include "../support.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::test {
namespace {

Program program_of(std::string_view algorithm, const PlanRequest& request) {
  auto program = make_program(request, find_algorithm(algorithm));
  REQUIRE_MESSAGE(program.has_value(), program.error().message);
  return std::move(*program);
}

ReductionOrder order_of(const Collective& collective, std::string_view algorithm, int ranks, int root = 0) {
  return program_of(algorithm, {.collective = &collective, .ranks = ranks, .root = root}).order;
}

struct Expected {
  const Collective* collective;
  std::string_view algorithm;
  bool in_rank_order;
  bool same_for_all_elements;
};

// 'all ranks bitwise equal', 'one tree for every element', 'safe for operators that do not commute', by the literature.
const std::vector<Expected> kExpected{
    {&all_reduce, "recursive_doubling", true, true},
    {&all_reduce, "rabenseifner", false, true},
    {&reduce, "binomial", true, true},
    {&all_reduce, "binomial", true, true},
    {&all_reduce, "ring", false, false},
    {&reduce_scatter, "ring", false, false},
    {&all_reduce, "bidirectional_ring", false, false},
    {&all_reduce, "double_tree", false, false},
    {&reduce, "double_tree", false, false},
    {&all_reduce, "hierarchical", false, false},
    {&all_reduce, "direct", true, true},
    {&reduce_scatter, "direct", true, true},
    {&scan, "direct", true, true},
    {&exscan, "direct", true, true},
    {&scan, "recursive_doubling", true, true},
    {&exscan, "recursive_doubling", true, true},
    {&all_reduce, "one_shot", true, true},
    {&all_reduce, "naive", true, true},
    {&reduce_scatter, "naive", true, true},
    {&reduce, "naive", true, true},
};

TEST_CASE("order: which plans add up in rank order, and alike for every element") {
  for (const Expected& expected : kExpected) {
    for (const int ranks : {6, 8, 12, 16, 21}) {
      if (!find_algorithm(expected.algorithm)->variant(*expected.collective)->ranks.holds(ranks)) continue;
      const ReductionOrder order = order_of(*expected.collective, expected.algorithm, ranks);
      CAPTURE(expected.collective->name);
      CAPTURE(expected.algorithm);
      CAPTURE(ranks);
      CHECK(order.in_rank_order == expected.in_rank_order);
      CHECK(order.same_for_all_elements == expected.same_for_all_elements);
      CHECK(order.same_on_all_ranks);
      CHECK(order.fingerprint != 0);
    }
  }
}

// The tree counts ranks from the root on, so the sum begins there.
TEST_CASE("order: binomial reduce adds in rank order to root 0 alone, naive to every root") {
  for (int ranks = 3; ranks <= 9; ++ranks) {
    for (int root = 0; root < ranks; ++root) {
      CHECK(order_of(reduce, "binomial", ranks, root).in_rank_order == (root == 0));
      CHECK(order_of(reduce, "naive", ranks, root).in_rank_order);
    }
  }
}

TEST_CASE("order: what only moves data has none") {
  const ReductionOrder order = order_of(all_gather, "ring", 5);
  CHECK(order.in_rank_order);
  CHECK(order.fingerprint == 0);
}

TEST_CASE("order: reduce_scatter then all_gather is all_reduce for the same algorithm, and the default of each") {
  for (const std::string_view algorithm : {"direct", "ring", "bruck", "pat", "hierarchical", "naive"}) {
    for (const int ranks : {1, 2, 4, 6, 12}) {
      if (!find_algorithm(algorithm)->variant(all_reduce)->ranks.holds(ranks)) continue;
      CAPTURE(algorithm);
      CAPTURE(ranks);
      CHECK(order_of(reduce_scatter, algorithm, ranks).fingerprint ==
            order_of(all_reduce, algorithm, ranks).fingerprint);
    }
  }
  for (int ranks = 1; ranks <= 9; ++ranks) {
    std::set<std::uint64_t> fingerprints;
    for (const Collective* collective : {&all_reduce, &reduce_scatter, &reduce_scatter_v, &reduce}) {
      const auto program = make_program({.collective = collective, .ranks = ranks, .root = ranks / 2});
      REQUIRE(program);
      fingerprints.insert(program->order.fingerprint);
    }
    CHECK(fingerprints.size() == 1);
  }
}

TEST_CASE("order: an operator that does not commute gets a program in rank order, or the reason") {
  for (const Collective* collective : collectives()) {
    for (const int ranks : {1, 2, 3, 5, 8}) {
      for (const bool in_place : {false, true}) {
        if (in_place && !collective->in_place) continue;
        const PlanRequest request{
            .collective = collective, .ranks = ranks, .root = collective->rooted ? ranks - 1 : 0, .in_place = in_place};
        const auto program = make_program(request, nullptr, false);
        REQUIRE(program);
        CHECK(program->order.in_rank_order);
        CHECK(program->plan.collective == collective);
        CHECK(program->plan.in_place == in_place);
      }
    }
  }
  const PlanRequest request{.collective = &all_reduce, .ranks = 5};
  CHECK(make_program(request, find_algorithm("recursive_doubling"), false));
  CHECK(make_program(request, find_algorithm("ring"), true));
  const auto refused = make_program(request, find_algorithm("ring"), false);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::invalid);
  CHECK(refused.error().message ==
        "algorithm is ring, which does not add up in the order of the ranks in all_reduce of 5 ranks; an operator that "
        "does not commute allows direct, one_shot, recursive_doubling, binomial, naive.");
}

// Magnitudes from 2^-20 to 2^20, so that hardly any two orders round alike.
Table<float> rounding(int ranks, std::size_t elements, std::uint64_t seed) {
  Random random(seed);
  Table<float> inputs(static_cast<std::size_t>(ranks), std::vector<float>(elements));
  for (auto& row : inputs) {
    for (float& value : row) {
      const float mantissa = static_cast<float>(random.below(1U << 23)) / static_cast<float>(1U << 23) - 0.5F;
      value = std::ldexp(mantissa, static_cast<int>(random.below(41)) - 20);
    }
  }
  return inputs;
}

// Every element once, in the tensor's order: what reduce_scatter scatters and the others leave on rank 0.
std::vector<float> whole_result(const Collective& collective, const Table<float>& outputs) {
  std::vector<float> whole = outputs.front();
  if (&collective != &reduce_scatter) return whole;
  for (std::size_t rank = 1; rank < outputs.size(); ++rank) {
    whole.insert(whole.end(), outputs[rank].begin(), outputs[rank].end());
  }
  return whole;
}

TEST_CASE("order: equal fingerprints are equal bits, different ones differ somewhere") {
  Runner runner;
  for (const int ranks : {2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16}) {
    const std::size_t elements = static_cast<std::size_t>(ranks) * 60;
    const auto inputs = rounding(ranks, elements, static_cast<std::uint64_t>(ranks));
    std::map<std::uint64_t, std::vector<float>> bits;
    std::map<std::uint64_t, std::string> first;
    for (const Collective* collective : {&all_reduce, &reduce_scatter, &reduce}) {
      for (const Algorithm* algorithm : algorithms()) {
        const Variant* variant = algorithm->variant(*collective);
        if (variant == nullptr || !variant->ranks.holds(ranks)) continue;
        const auto program =
            std::make_shared<const Program>(program_of(algorithm->name, {.collective = collective, .ranks = ranks}));
        const std::size_t count = collective == &reduce_scatter ? 60 : elements;
        const auto outcome = runner.run(program, Operator::sum, count, inputs);
        REQUIRE_FALSE(outcome.error);
        const auto result = whole_result(*collective, outcome.outputs);
        const std::string who = std::string(collective->name) + " by " + std::string(algorithm->name);
        const auto [same, fresh] = bits.emplace(program->order.fingerprint, result);
        INFO(ranks << " ranks, " << who << ", " << first[program->order.fingerprint]);
        CHECK(same_bits(same->second, result));
        if (fresh) {
          first[program->order.fingerprint] = who;
          for (const auto& other : bits) {
            if (other.first == program->order.fingerprint) continue;
            INFO("and " << first[other.first]);
            CHECK_FALSE(same_bits(other.second, result));
          }
        }
        if (collective == &all_reduce && program->order.same_on_all_ranks) {
          for (const auto& row : outcome.outputs) CHECK(same_bits(row, result));
        }
      }
    }
    CHECK(bits.size() >= (ranks < 4 ? 1U : 4U));
  }
}

}  // namespace
}  // namespace ringlet::test
