// https://github.com/NVIDIA/nccl/issues/1417
// Ranks that call with different counts: an error that names them, neither a hang nor garbage.
#include "ringlet/communicator.hpp"
#include "unit/support.hpp"

namespace ringlet::test {
namespace {

constexpr float kMine = -7.0F;

TEST_CASE("issue nccl#1417: a rank with another count is named on every rank, before data is used") {
  if (!has_threads()) return;
  constexpr int kRanks = 4;
  for (const std::size_t count : {3U, 5000U}) {
    for (const int odd : {0, 2, 3}) {
      World world(kRanks);
      Table<float> outputs(kRanks, std::vector<float>(count + 1, kMine));
      std::vector<std::optional<Error>> errors(kRanks);
      const auto begin = std::chrono::steady_clock::now();
      const auto ended = run_ranks(world, [&](Communicator& communicator) -> Result<void> {
        const auto rank = static_cast<std::size_t>(communicator.rank());
        const std::vector<float> input(count + (communicator.rank() == odd ? 1 : 0), 1.0F);
        auto result = communicator.all_reduce<float>(input, std::span(outputs[rank]).first(input.size()));
        if (!result) errors[rank] = result.error();
        return result;
      });
      CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
      REQUIRE_FALSE(ended);
      for (std::size_t rank = 0; rank < kRanks; ++rank) {
        CAPTURE(odd);
        CAPTURE(rank);
        REQUIRE(errors[rank]);
        CAPTURE(errors[rank]->message);
        CHECK(errors[rank]->code == ErrorCode::mismatch);
        CHECK(errors[rank]->culprits == std::vector<int>{odd});
        CHECK(errors[rank]->message.find("ank " + std::to_string(odd)) != std::string::npos);
        CHECK(errors[rank]->message.find("of " + std::to_string(count + 1) + " float32") != std::string::npos);
        CHECK(outputs[rank] == std::vector<float>(count + 1, kMine));
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
