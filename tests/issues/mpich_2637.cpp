// https://github.com/pmodels/mpich/issues/2637
// 13 elements on 13 ranks: one each, not 1, 1, ..., 1, 6 in the end.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue mpich#2637: 13 elements on 13 ranks are one each") {
  Runner runner;
  Table<std::int32_t> inputs(13, std::vector<std::int32_t>(13));
  std::vector<std::int32_t> sums(13);
  for (std::size_t r = 0; r < 13; ++r) {
    for (std::size_t i = 0; i < 13; ++i) inputs[r][i] = static_cast<std::int32_t>(r * 100 + i);
  }
  for (std::size_t i = 0; i < 13; ++i) sums[i] = static_cast<std::int32_t>(7800 + 13 * i);
  for (const Algorithm* algorithm : algorithms_for(all_reduce, 13)) {
    const auto reduced = program_for(all_reduce, algorithm->name, 13);
    for (const Drive drive : drives()) {
      CAPTURE(algorithm->name);
      CAPTURE(drive);
      for (const auto& output : runner.run(reduced, Operator::sum, 13, inputs, drive).outputs) CHECK(output == sums);
    }
  }
  for (const Algorithm* algorithm : algorithms_for(reduce_scatter, 13)) {
    const auto scattered = program_for(reduce_scatter, algorithm->name, 13);
    for (const Drive drive : drives()) {
      CAPTURE(algorithm->name);
      CAPTURE(drive);
      const auto parts = runner.run(scattered, Operator::sum, 1, inputs, drive).outputs;
      for (std::size_t r = 0; r < 13; ++r) CHECK(parts[r] == std::vector<std::int32_t>{sums[r]});
    }
  }
  const auto ring = make_plan(*find_algorithm("ring"), {&all_reduce, 13});
  REQUIRE(ring);
  for (std::uint32_t chunk = 0; chunk < 13; ++chunk) CHECK(Layout(*ring, 13).length(chunk) == 1);
}

}  // namespace
}  // namespace ringlet::test
