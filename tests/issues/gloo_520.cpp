// https://github.com/pytorch/gloo/issues/520
// A peer that has gone gives an error within the timeout, and a new world works.
#include "ringlet/communicator.hpp"
#include "ringlet/stepper.hpp"
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue gloo#520: a peer that stops in the middle gives an error within the timeout") {
  constexpr std::chrono::milliseconds kTimeout{150};
  const auto program = program_for(all_reduce, "ring", 3);
  const auto inputs = whole_numbers<double>(all_reduce, 3, 1000);
  for (const Driver driver : drivers()) {
    World world(3);
    Stepper stepper(world, false);
    stepper.hold(0, true);
    Table<double> outputs(3, std::vector<double>(1000));
    std::vector<RankBuffers> buffers;
    for (std::size_t r = 0; r < 3; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
    const auto begin = std::chrono::steady_clock::now();
    {
      const auto run =
          Run::prepare(world, {program, DataType::float64, Operator::sum, 1000, kTimeout}, buffers, {&stepper});
      REQUIRE(run);
      const auto result = (*run)->wait(driver);
      REQUIRE_FALSE(result);
      CHECK(result.error().code == ErrorCode::deadline);
      CHECK(result.error().culprits == std::vector<int>{0});
    }
    CHECK(std::chrono::steady_clock::now() - begin < kTimeout + std::chrono::seconds(2));

    World anew(3);
    const auto run = Run::prepare(anew, {program, DataType::float64, Operator::sum, 1000, kPatience}, buffers);
    REQUIRE(run);
    REQUIRE((*run)->wait(driver));
    CHECK(same_bits(outputs, summed(all_reduce, 1000, inputs)));
  }
}

TEST_CASE("issue gloo#520: a peer whose code has ended gives an error within the timeout") {
  if (!has_threads()) return;
  constexpr std::chrono::seconds kTimeout{2};
  World world(3);
  std::vector<std::optional<Error>> errors(3);
  const auto begin = std::chrono::steady_clock::now();
  const auto ended = run_ranks(world, [&](Communicator& communicator) -> Result<void> {
    if (communicator.rank() == 1) return {};
    std::vector<double> values(1000, 1.0);
    auto result = communicator.all_reduce<double>(values, values, Operator::sum, {.timeout = kTimeout});
    if (!result) errors[static_cast<std::size_t>(communicator.rank())] = result.error();
    return result;
  });
  CHECK(std::chrono::steady_clock::now() - begin < kTimeout + std::chrono::seconds(2));
  REQUIRE_FALSE(ended);
  for (const std::size_t rank : {0U, 2U}) {
    REQUIRE(errors[rank]);
    CAPTURE(errors[rank]->message);
    CHECK(errors[rank]->culprits == std::vector<int>{1});
    CHECK(errors[rank]->message.find("ank 1") != std::string::npos);
  }
}

}  // namespace
}  // namespace ringlet::test
