// https://github.com/open-mpi/ompi/pull/9616 and https://github.com/pmodels/mpich/issues/6332
// Sizes at and beyond 2^31, where 32 bits end: offsets, lengths and closed forms, without the memory.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

constexpr std::uint64_t k2To31 = std::uint64_t{1} << 31;
constexpr std::uint64_t k2To40 = std::uint64_t{1} << 40;

TEST_CASE("issue open-mpi PR 9616: chunks of a tensor of 2^31 and 2^40 elements") {
  for (const Algorithm* algorithm : algorithms_for(reduce_scatter, 7)) {
    const auto plan = make_plan(*algorithm, {&reduce_scatter, 7});
    REQUIRE(plan);
    for (const std::uint64_t count : {k2To31 - 1, k2To31, k2To31 + 1, 2 * k2To31, k2To40 + 3}) {
      const Layout layout(*plan, count);
      CHECK(layout.elements() == 7 * count);
      CHECK(layout.longest() == count);
      CHECK(layout.buffer_length(6, Space::input) == 7 * count);
      CHECK(layout.buffer_length(6, Space::output) == count);
      for (std::uint32_t chunk = 0; chunk < 7; ++chunk) {
        CHECK(layout.length(chunk) == count);
        CHECK(layout.extent(3, input(chunk)).offset == chunk * count);
      }
    }
  }
}

TEST_CASE("issue open-mpi PR 9616: 2^40 + 1 elements on 3 ranks differ by one and add up") {
  const auto plan = make_plan(*find_algorithm("ring"), {&all_reduce, 3});
  REQUIRE(plan);
  const Layout layout(*plan, k2To40 + 1);  // 2^40 is 1 more than a multiple of 3, so this is 2 more
  CHECK(layout.length(0) == 366503875925);
  CHECK(layout.length(1) == 366503875926);
  CHECK(layout.length(2) == 366503875926);
  CHECK(layout.extent(0, output(2)).offset == 733007751851);
}

TEST_CASE("issue open-mpi PR 9616: bytes sent at 2^31 elements of 8 bytes") {
  const auto plan = make_plan(*find_algorithm("ring"), {&all_reduce, 4});
  REQUIRE(plan);
  const Layout layout(*plan, k2To31);
  const Variant& ring = *find_algorithm("ring")->variant(all_reduce);
  for (int rank = 0; rank < 4; ++rank) CHECK(8 * ring.elements_sent(layout, rank) == 25769803776);
}

}  // namespace
}  // namespace ringlet::test
