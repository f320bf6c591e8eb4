// https://github.com/pytorch/pytorch/issues/85234 and https://github.com/pytorch/gloo/issues/179
// A count of 0 is legal: nothing moves, nothing fails, and null buffers will do.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue pytorch#85234: a count of 0 gives empty outputs and no error") {
  for (const int ranks : {1, 2, 3, 8}) {
    World world(ranks);
    for (const Form& form : forms(ranks)) {
      CAPTURE(form);
      const auto program = program_for(form);
      for (const Operator op : {Operator::sum, Operator::avg, Operator::max}) {
        if (op == Operator::avg && !has_average(*form.collective)) continue;
        for (const Driver driver : drivers()) {
          const Call call{program, DataType::float64, op, 0, kPatience, form.asked(0).counts};
          const auto run = Run::prepare(world, call, std::vector<RankBuffers>(static_cast<std::size_t>(ranks)));
          REQUIRE(run);
          CHECK((*run)->wait(driver));
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
