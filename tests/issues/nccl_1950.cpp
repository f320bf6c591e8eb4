// https://github.com/NVIDIA/nccl/issues/1950
// One rank, avg, a count that is no multiple of any block: the tail must be there too.
#include <numeric>

#include "unit/support.hpp"

namespace ringlet::test {
namespace {

template <class T>
void check_whole_tail() {
  Runner runner;
  for (const Form& form : plain_forms(1)) {
    if (!has_average(*form.collective) || form.collective == &barrier) continue;
    const auto program = program_for(form);
    for (const std::size_t count : {1U, 3U, 255U, 257U, 1023U, 1025U, 10007U}) {
      Table<T> inputs(1, std::vector<T>(count));
      std::iota(inputs[0].begin(), inputs[0].end(), T{-5});
      for (const Drive drive : drives()) {
        CAPTURE(form);
        CHECK(runner.run(program, Operator::avg, count, inputs, drive).outputs == inputs);
      }
    }
  }
}

TEST_CASE("issue nccl#1950: avg on one rank gives the whole input back, tail included") {
  check_whole_tail<std::int32_t>();
  check_whole_tail<float>();
}

}  // namespace
}  // namespace ringlet::test
