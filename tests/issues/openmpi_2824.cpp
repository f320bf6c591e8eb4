// https://github.com/open-mpi/ompi/pull/2824
// An in-place reduce of 64 KB and more on few ranks lost what the root itself contributes.
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue open-mpi PR 2824: a large in-place reduce includes the root's own input") {
  Runner runner;
  for (const int ranks : {1, 2, 3, 4}) {
    for (const std::size_t count : {std::size_t{16384}, std::size_t{16385}, std::size_t{50001}}) {  // of four bytes
      for (const Form& form : forms_for(reduce, ranks)) {
        if (!form.in_place) continue;
        // Only the root has anything but 0.
        Table<std::int32_t> inputs(static_cast<std::size_t>(ranks), std::vector<std::int32_t>(count));
        auto& own = inputs[static_cast<std::size_t>(form.root)];
        for (std::size_t i = 0; i < count; ++i) own[i] = static_cast<std::int32_t>(i + 1);
        const auto program = program_for(form);
        for (const Drive drive : drives()) {
          CAPTURE(form);
          CAPTURE(drive);
          const auto outputs = runner.run(program, Operator::sum, count, inputs, drive).outputs;
          CHECK(outputs[static_cast<std::size_t>(form.root)] == own);
        }
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
