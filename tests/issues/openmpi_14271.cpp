// https://github.com/open-mpi/ompi/pull/14271
// Create, run, destroy, again and again: no waiter may outlive what wakes it, and nothing may be left over.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue open-mpi PR 14271: worlds are created, used and destroyed in a loop") {
  const auto program = program_for(all_reduce, "ring", 4);
  const auto inputs = whole_numbers<std::int32_t>(all_reduce, 4, 1500);
  const auto wanted = summed(all_reduce, 1500, inputs);
  const auto begin = std::chrono::steady_clock::now();
  for (int round = 0; round < 100; ++round) {
    Table<std::int32_t> outputs(4, std::vector<std::int32_t>(1500));
    std::vector<RankBuffers> buffers;
    for (std::size_t r = 0; r < 4; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
    World world(4);
    for (const Driver driver : drivers()) {
      const auto run = Run::prepare(world, {program, DataType::int32, Operator::sum, 1500, kPatience}, buffers);
      REQUIRE(run);
      REQUIRE((*run)->wait(driver));
    }
    CHECK(outputs == wanted);
  }
  // A wake-up lost at the end of a run or of a thread costs a whole sleep each time.
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

TEST_CASE("issue open-mpi PR 14271: worlds that are never used, or whose last run failed, go as well") {
  for (int round = 0; round < 100; ++round) {
    World unused(8);
    World failed(2);
    failed.fail({ErrorCode::aborted, "Before anything ran.", {}, {}});
  }
}

}  // namespace
}  // namespace ringlet::test
