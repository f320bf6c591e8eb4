// Plans cut into slices: still right, whatever the algorithm, and refused where there is nothing to cut.
#include "../support.hpp"
#include "../verify/player.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("slices: every algorithm verifies and plays right when it is cut") {
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      if (variant.collective == &barrier) continue;
      for (const int ranks : {1, 2, 3, 4, 6}) {
        for (const bool in_place : {false, true}) {
          if (!variant.ranks.holds(ranks) || (in_place && !variant.collective->in_place)) continue;
          const int root = variant.collective->rooted ? ranks - 1 : 0;
          const auto whole = make_plan(*algorithm, {variant.collective, ranks, root, in_place, 1});
          auto cut = make_plan(*algorithm, {variant.collective, ranks, root, in_place, 3});
          INFO(algorithm->name << " " << variant.collective->name << " of " << ranks);
          REQUIRE(whole);
          REQUIRE(cut);
          CHECK(cut->chunks == 3 * whole->chunks);
          const auto program = prepare(std::move(*cut));
          REQUIRE_MESSAGE(program, program.error().message);
          for (std::uint64_t schedule = 0; schedule < 4; ++schedule) CHECK(play(*program, schedule).fault == "");
        }
      }
    }
  }
}

TEST_CASE("slices: more than can be, or of nothing, are refused with the reason") {
  const auto message = [](const Collective& collective, std::string_view algorithm, int ranks, std::uint32_t slices) {
    const auto plan = make_plan(*find_algorithm(algorithm), {&collective, ranks, 0, false, slices});
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == ErrorCode::invalid);
    return plan.error().message;
  };
  CHECK(message(barrier, "binomial", 4, 2) ==
        "slices is 2; allowed is 1, since barrier moves nothing that could be cut.");
  CHECK(message(all_reduce, "ring", 4, kMaxSlices + 1) == "slices is 257; allowed are 1 to 256.");
  CHECK(message(all_to_all, "pairwise", 256, 256) ==
        "slices is 256; allowed are 1 to 64 for all_to_all by pairwise on 256 ranks.");
}

}  // namespace
}  // namespace ringlet::test
