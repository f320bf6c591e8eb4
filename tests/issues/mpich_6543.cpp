// https://github.com/pmodels/mpich/pull/6543
// An in-place reduce to the last rank crashed.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue mpich PR 6543: an in-place reduce to the last rank, for 1 to 17 ranks") {
  Runner runner;
  for (int ranks = 1; ranks <= 17; ++ranks) {
    for (const Algorithm* algorithm : algorithms_for(reduce, ranks)) {
      const Form form{&reduce, algorithm, ranks, ranks - 1, true};
      const auto program = program_for(form);
      for (const std::size_t count : {0U, 1U, 16U, 1000U}) {
        const Asked asked = form.asked(count);
        const auto inputs = whole_numbers<std::int64_t>(asked);
        CAPTURE(form);
        CAPTURE(count);
        CHECK(runner.run(program, Operator::sum, asked, inputs).outputs == summed(asked, inputs));
        if (!has_threads() || ranks > 5) continue;
        CHECK(runner.run(program, Operator::sum, asked, inputs, Drive::threads).outputs == summed(asked, inputs));
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
