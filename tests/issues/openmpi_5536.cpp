// https://github.com/open-mpi/ompi/pull/5536
// The flag must not be seen before the payload: a message's bytes are written first, its index is stored last. Runs of
// ever other numbers in the same slots would show an old payload; the thread sanitizer sees the missing order itself.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

#if defined(__EMSCRIPTEN__)
constexpr std::int32_t kRounds = 200;
#else
constexpr std::int32_t kRounds = 1000;
#endif

TEST_CASE("issue open-mpi PR 5536: no message is seen before its payload, in slots or by pointer") {
  if (!has_threads()) return;
  constexpr int kRanks = 2;
  World world(kRanks);
  for (const std::size_t count : {1U, 200U, 300U}) {  // of four bytes: a slot ends at 256
    const auto program = program_for(all_gather, "ring", kRanks);
    Table<std::int32_t> inputs(kRanks, std::vector<std::int32_t>(count));
    Table<std::int32_t> outputs(kRanks, std::vector<std::int32_t>(kRanks * count));
    bool right = true;
    for (std::int32_t round = 0; round < kRounds; ++round) {
      for (std::size_t r = 0; r < kRanks; ++r) {
        inputs[r].assign(count, round * kRanks + static_cast<std::int32_t>(r));
        outputs[r].assign(kRanks * count, -1);
      }
      const auto run = Run::prepare(world, {program, DataType::int32, Operator::sum, count, kPatience},
                                    {{inputs[0].data(), outputs[0].data()}, {inputs[1].data(), outputs[1].data()}});
      REQUIRE(run);
      REQUIRE((*run)->wait(Driver::threads));
      right = right && outputs == summed(all_gather, count, inputs);
    }
    CHECK(right);
  }
}

}  // namespace
}  // namespace ringlet::test
