// https://github.com/pytorch/pytorch/issues/85234 and https://github.com/pytorch/gloo/issues/179
// A count of 0 is legal: nothing moves, nothing fails, and null buffers will do.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue pytorch#85234: a count of 0 gives empty outputs and no error") {
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms()) {
      for (const int ranks : {1, 2, 3, 8}) {
        for (const bool in_place : {false, true}) {
          const auto program = program_for(*collective, algorithm->name, ranks, in_place);
          for (const Operator op : {Operator::sum, Operator::avg, Operator::max}) {
            for (const Driver driver : drivers()) {
              World world(ranks);
              const auto run = Run::prepare(world, {program, DataType::float64, op, 0, kPatience},
                                            std::vector<RankBuffers>(static_cast<std::size_t>(ranks)));
              REQUIRE(run);
              CHECK((*run)->wait(driver));
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
