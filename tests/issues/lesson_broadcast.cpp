// The Python lesson's own broadcast never ends unless its root is rank 0. Here every root must do, within the deadline.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue, the lesson's own broadcast: it ends for every root, in time and with the root's numbers") {
  Runner runner;
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (const Algorithm* algorithm : algorithms_for(broadcast, ranks)) {
      for (int root = 0; root < ranks; ++root) {
        const Form form{&broadcast, algorithm, ranks, root, false};
        const auto program = program_for(form);
        for (const std::size_t count : {1U, 700U}) {
          Table<std::int32_t> inputs(static_cast<std::size_t>(ranks));
          for (std::size_t i = 0; i < count; ++i) {
            inputs[static_cast<std::size_t>(root)].push_back(1000 * root + static_cast<std::int32_t>(i));
          }
          for (const Drive drive : drives()) {
            if (drive == Drive::threads && ranks > 4) continue;
            CAPTURE(form);
            CAPTURE(drive);
            // A deadline stands behind each run; one that passed would be an error here.
            for (const auto& output : runner.run(program, Operator::sum, count, inputs, drive).outputs) {
              CHECK(output == inputs[static_cast<std::size_t>(root)]);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
