// https://github.com/pmodels/mpich/issues/6332
// Sizes in bytes at and beyond 2^31, also where only a displacement or a sum of counts gets there: every collective,
// every algorithm, without the memory.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

constexpr std::uint64_t k2To31 = std::uint64_t{1} << 31;

Layout layout_of(const Plan& plan, const Asked& asked) {
  return asked.counts.empty() ? Layout(plan, asked.count) : Layout(plan, asked.counts);
}

// The oracle adds up in std::size_t, which is 64 bits here.
TEST_CASE("issue mpich#6332: buffers of 2^31 bytes and more have the contract's lengths") {
  if (sizeof(std::size_t) < 8) return;
  for (const int ranks : {2, 3, 8}) {
    for (const Form& form : forms(ranks)) {
      const auto plan = make_plan(*form.algorithm, {form.collective, ranks, form.root, form.in_place});
      REQUIRE(plan);
      for (const std::uint64_t count : {k2To31 / 8, k2To31 / 4 + 1, k2To31 - 1, k2To31, (k2To31 << 9) + 3}) {
        const Asked asked = form.asked(count);
        const Layout layout = layout_of(*plan, asked);
        for (int rank = 0; rank < ranks; ++rank) {
          CAPTURE(form);
          CAPTURE(rank);
          CAPTURE(count);
          CHECK(layout.buffer_length(rank, Space::input) == input_length(asked, rank));
          CHECK(layout.buffer_length(rank, Space::output) == output_length(asked, rank));
        }
      }
    }
  }
}

TEST_CASE("issue mpich#6332: what is sent grows with the count, past every power of two on the way") {
  for (const int ranks : {2, 3, 8}) {
    for (const Form& form : forms(ranks)) {
      if (form.in_place || form.collective->uniform != nullptr) continue;
      const auto plan = make_plan(*form.algorithm, {form.collective, ranks, form.root});
      REQUIRE(plan);
      const Variant& variant = *form.algorithm->variant(*form.collective);
      // Every number of chunks up to here divides 840, so 2^40 times as much is exactly 2^40 times as much.
      constexpr std::uint64_t kSmall = 840 * 16;
      const Layout small(*plan, kSmall);
      const Layout large(*plan, kSmall << 40);
      for (int rank = 0; rank < ranks; ++rank) {
        CAPTURE(form);
        CAPTURE(rank);
        CHECK(variant.elements_sent(large, rank) == variant.elements_sent(small, rank) << 40);
      }
    }
  }
}

// By hand: each count fits 31 bits, the last part's displacement does not.
TEST_CASE("issue mpich#6332: displacements of a v-variant beyond 2^31") {
  const auto plan = make_plan(*find_algorithm("ring"), {&all_gather_v, 4});
  REQUIRE(plan);
  const Layout layout(*plan, std::vector<std::uint64_t>{2000000000, 2000000000, 0, 5});
  CHECK(layout.extent(3, output(2)).offset == 4000000000);
  CHECK(layout.extent(3, output(3)).offset == 4000000000);
  CHECK(layout.elements() == 4000000005);
  CHECK(layout.in_place_offset(3) == -4000000000);
}

}  // namespace
}  // namespace ringlet::test
