// https://github.com/pytorch/pytorch/issues/76527
// reduce must leave the outputs of all ranks but the root as they were, and their inputs too.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

constexpr std::int32_t kMine = -12345;

TEST_CASE("issue pytorch#76527: reduce does not touch the output of any rank but the root") {
  for (const int ranks : {2, 3, 5, 8}) {
    World world(ranks);
    for (const std::size_t count : {1U, 100U, 5000U}) {
      const auto inputs = whole_numbers<std::int32_t>(reduce, ranks, count);
      std::vector<std::int32_t> sums(count);
      for (const auto& row : inputs) {
        for (std::size_t i = 0; i < count; ++i) sums[i] += row[i];
      }
      for (const Form& form : forms_for(reduce, ranks)) {
        if (form.in_place) continue;
        const auto program = program_for(form);
        for (const Driver driver : drivers()) {
          auto sent = inputs;
          Table<std::int32_t> outputs(static_cast<std::size_t>(ranks), std::vector<std::int32_t>(count, kMine));
          std::vector<RankBuffers> buffers;
          for (std::size_t r = 0; r < outputs.size(); ++r) buffers.push_back({sent[r].data(), outputs[r].data()});
          const auto run = Run::prepare(world, {program, DataType::int32, Operator::sum, count, kPatience}, buffers);
          REQUIRE(run);
          REQUIRE((*run)->wait(driver));
          CAPTURE(form);
          CHECK(sent == inputs);
          for (int rank = 0; rank < ranks; ++rank) {
            const auto& output = outputs[static_cast<std::size_t>(rank)];
            CHECK(output == (rank == form.root ? sums : std::vector<std::int32_t>(count, kMine)));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
