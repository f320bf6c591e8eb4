// https://github.com/ROCm/rccl/issues/429
// Rank 2 calls all_gather where the others call all_reduce: an error that names rank 2 and both collectives.
#include "ringlet/communicator.hpp"
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("issue rccl#429: a rank in another collective is named on every rank, with both collectives") {
  if (!has_threads()) return;
  constexpr int kRanks = 4;
  constexpr std::size_t kCount = 100;
  World world(kRanks);
  std::vector<std::optional<Error>> errors(kRanks);
  const auto begin = std::chrono::steady_clock::now();
  const auto ended = run_ranks(world, [&](Communicator& communicator) -> Result<void> {
    const std::vector<std::int32_t> input(kCount, 1);
    std::vector<std::int32_t> output(kRanks * kCount);
    auto result = communicator.rank() == 2
                      ? communicator.all_gather<std::int32_t>(input, output)
                      : communicator.all_reduce<std::int32_t>(input, std::span(output).first(kCount));
    if (!result) errors[static_cast<std::size_t>(communicator.rank())] = result.error();
    return result;
  });
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
  REQUIRE_FALSE(ended);
  for (const auto& error : errors) {
    REQUIRE(error);
    CAPTURE(error->message);
    CHECK(error->code == ErrorCode::mismatch);
    CHECK(error->culprits == std::vector<int>{2});
    for (const std::string_view word : {"ank 2", "all_gather", "all_reduce"}) {
      CHECK(error->message.find(word) != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace ringlet::test
