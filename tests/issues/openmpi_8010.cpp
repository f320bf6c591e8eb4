// https://github.com/open-mpi/ompi/issues/8010
// An operator that is not commutative, through reduce_scatter: the product in rank order, or a refusal, never another.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

// Four numbers of 16 bits, row by row: matrices, whose product depends on the order and not on the brackets.
std::int64_t product(std::int64_t left, std::int64_t right) {
  const auto at = [](std::int64_t matrix, unsigned row, unsigned column) {
    return static_cast<std::uint64_t>(matrix) >> (16 * (2 * row + column)) & 0xffff;
  };
  std::uint64_t result = 0;
  for (const unsigned row : {0U, 1U}) {
    for (const unsigned column : {0U, 1U}) {
      const std::uint64_t entry = at(left, row, 0) * at(right, 0, column) + at(left, row, 1) * at(right, 1, column);
      result |= (entry & 0xffff) << (16 * (2 * row + column));
    }
  }
  return static_cast<std::int64_t>(result);
}

void multiply(void* /*context*/, void* dst, const void* left, const void* right, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    static_cast<std::int64_t*>(dst)[i] =
        product(static_cast<const std::int64_t*>(left)[i], static_cast<const std::int64_t*>(right)[i]);
  }
}

constexpr UserOperator kProduct{.name = "matrix product", .combine = multiply, .commutative = false};

TEST_CASE("issue open-mpi#8010: the operator does not commute, and is associative") {
  constexpr std::int64_t kA = 0x0001000200030004;
  constexpr std::int64_t kB = 0x0005000600070009;
  constexpr std::int64_t kC = 0x000b000d00020001;
  CHECK(product(kA, kB) != product(kB, kA));
  CHECK(product(product(kA, kB), kC) == product(kA, product(kB, kC)));
}

TEST_CASE("issue open-mpi#8010: a product that does not commute comes out in rank order or is refused") {
  Runner runner;
  std::size_t served = 0;
  std::size_t refused = 0;
  for (const int ranks : {2, 3, 4, 5, 7, 8}) {
    for (const Form& form : forms(ranks)) {
      if (!form.collective->reduces || form.collective == &barrier) continue;
      const Asked asked = form.asked(37);
      Random random(static_cast<std::uint64_t>(ranks));
      Table<std::int64_t> inputs = whole_numbers<std::int64_t>(asked);
      Table<std::byte> raw;
      for (auto& row : inputs) {
        for (auto& value : row) value = static_cast<std::int64_t>(random.next());
        const auto* begin = reinterpret_cast<const std::byte*>(row.data());
        raw.emplace_back(begin, begin + row.size() * sizeof(std::int64_t));
      }
      Call call{program_for(form), DataType::int64, Operator::sum, asked.count, kPatience, asked.counts};
      call.user_op = &kProduct;
      CAPTURE(form);
      if (!call.program->order.in_rank_order) {
        ++refused;
        const auto run = Run::prepare(runner.world(ranks), call, std::vector<RankBuffers>(raw.size()));
        REQUIRE_FALSE(run);
        CHECK(run.error().message.find("The operator matrix product is not commutative") == 0);
        continue;
      }
      ++served;
      const auto wanted = expected(asked, inputs, product);
      for (const Drive drive : drives()) {
        CAPTURE(drive);
        const auto outcome = runner.run_bytes(call, raw, drive);
        for (std::size_t rank = 0; rank < wanted.size(); ++rank) {
          std::vector<std::int64_t> values(outcome.outputs[rank].size() / sizeof(std::int64_t));
          if (!values.empty()) std::memcpy(values.data(), outcome.outputs[rank].data(), outcome.outputs[rank].size());
          CHECK(values == wanted[rank]);
        }
      }
    }
  }
  CHECK(served > 0);
  CHECK(refused > 0);
}

// reduce_scatter, the collective of the thread, has a plan that keeps the order for any number of ranks.
TEST_CASE("issue open-mpi#8010: direct reduces in rank order on any number of ranks") {
  for (int ranks = 1; ranks <= 16; ++ranks) {
    CHECK(program_for(reduce_scatter, "direct", ranks)->order.in_rank_order);
    CHECK(program_for(all_reduce, "direct", ranks)->order.in_rank_order);
  }
}

}  // namespace
}  // namespace ringlet::test
