// Where chunks lie, also for sizes that no buffer of a test could have.
#include "ringlet/layout.hpp"

#include "../support.hpp"

namespace ringlet::test {
namespace {

Plan shape_of(const Collective& collective, int ranks, std::uint32_t chunks, std::uint32_t slices = 1) {
  return {.collective = &collective, .ranks = ranks, .chunks = chunks, .slices = slices};
}

std::vector<std::uint64_t> lengths(const Layout& layout) {
  std::vector<std::uint64_t> result;
  for (std::uint32_t chunk = 0; chunk < layout.chunks(); ++chunk) result.push_back(layout.length(chunk));
  return result;
}

using Lengths = std::vector<std::uint64_t>;

TEST_CASE("layout: chunk c starts at floor(c * n / C)") {
  CHECK(lengths(Layout(shape_of(all_reduce, 4, 4), 73)) == Lengths{18, 18, 18, 19});
  CHECK(lengths(Layout(shape_of(all_reduce, 4, 4), 75)) == Lengths{18, 19, 19, 19});
  CHECK(lengths(Layout(shape_of(all_reduce, 4, 4), 3)) == Lengths{0, 1, 1, 1});
  CHECK(lengths(Layout(shape_of(all_reduce, 5, 5), 2)) == Lengths{0, 0, 1, 0, 1});
  CHECK(lengths(Layout(shape_of(all_reduce, 3, 3), 0)) == Lengths{0, 0, 0});
  CHECK(lengths(Layout(shape_of(all_reduce, 3, 1), 7)) == Lengths{7});
}

TEST_CASE("layout: where the contract counts per rank, every rank's part has exactly that count") {
  for (const Collective* collective : {&reduce_scatter, &all_gather}) {
    for (int ranks = 1; ranks <= 40; ++ranks) {
      for (const std::uint64_t count : Lengths{0, 1, 2, 7, 13, 73, 1000}) {
        const Layout layout(shape_of(*collective, ranks, static_cast<std::uint32_t>(ranks)), count);
        CHECK(layout.elements() == count * static_cast<std::uint64_t>(ranks));
        CHECK(lengths(layout) == Lengths(static_cast<std::size_t>(ranks), count));
        CHECK(layout.longest() == count);
      }
    }
  }
}

// Extents follow one another without gap or overlap and fill the buffer.
void check_tiling(const Layout& layout, const Collective& collective, const Shape& shape, int rank, Space space) {
  const ChunkRange range = (space == Space::input ? collective.input : collective.output)(shape, rank);
  std::uint64_t at = 0;
  for (std::uint32_t slot = 0; slot < range.count; ++slot) {
    const Extent extent = layout.extent(rank, {space, slot});
    REQUIRE(extent.offset == at);
    REQUIRE(extent.length == layout.length(range.chunk(slot)));
    REQUIRE(extent.length <= layout.longest());
    at += extent.length;
  }
  REQUIRE(at == layout.buffer_length(rank, space));
}

TEST_CASE("layout: slots tile every buffer, with slices too, up to 2^61 elements") {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 61;
  for (const Collective* collective : collectives()) {
    for (const int ranks : {1, 2, 3, 7, 16, 33}) {
      for (const std::uint32_t slices : {1U, 3U}) {
        for (const std::uint64_t total : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1000}, kHuge + 1}) {
          const std::uint32_t parts = std::max(collective->parts(ranks), 1U);
          const std::uint32_t chunks = collective->parts(ranks) > 1 ? parts : static_cast<std::uint32_t>(ranks);
          const Plan plan = shape_of(*collective, ranks, chunks * slices, slices);
          const Layout layout(plan, total / parts);
          for (int rank = 0; rank < ranks; ++rank) {
            check_tiling(layout, *collective, plan.shape(), rank, Space::input);
            check_tiling(layout, *collective, plan.shape(), rank, Space::output);
          }
        }
      }
    }
  }
}

TEST_CASE("layout: buffers have the lengths, and in place the distances, that the contracts give") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (const Form& form : forms(ranks)) {
      for (const std::uint64_t count : Lengths{0, 1, 7, 73}) {
        const Asked asked = form.asked(count);
        const auto plan = make_plan(*form.algorithm, {form.collective, ranks, form.root, form.in_place});
        REQUIRE(plan);
        const Layout layout = asked.counts.empty() ? Layout(*plan, count) : Layout(*plan, asked.counts);
        for (int rank = 0; rank < ranks; ++rank) {
          CAPTURE(form);
          CAPTURE(rank);
          const std::uint64_t in = layout.buffer_length(rank, Space::input);
          const std::uint64_t out = layout.buffer_length(rank, Space::output);
          CHECK(in == input_length(asked, rank));
          CHECK(out == output_length(asked, rank));
          if (in > 0 && out > 0 && in_place_offset(asked, rank)) {
            CHECK(layout.in_place_offset(rank) == *in_place_offset(asked, rank));
          }
        }
      }
    }
  }
}

TEST_CASE("layout: an own part starts at slot 0, and in the long buffer at rank * count") {
  const Layout layout(shape_of(reduce_scatter, 4, 4), 10);
  for (int rank = 0; rank < 4; ++rank) {
    const auto part = static_cast<std::uint32_t>(rank);
    CHECK(layout.extent(rank, output(0)).offset == 0);
    CHECK(layout.extent(rank, input(part)).offset == static_cast<std::uint64_t>(rank) * 10);
  }
}

TEST_CASE("layout: a rank without input or without output has nothing to lie in place") {
  Plan plan = shape_of(gather, 4, 4);
  plan.root = 2;
  const Layout gathered(plan, 10);
  plan.collective = &scatter;
  const Layout scattered(plan, 10);
  for (const int rank : {0, 1, 3}) {
    CHECK(gathered.in_place_offset(rank) == 0);
    CHECK(scattered.in_place_offset(rank) == 0);
  }
  CHECK(gathered.in_place_offset(2) == -20);
  CHECK(scattered.in_place_offset(2) == 20);
}

TEST_CASE("catalogues: names lead back to what they name") {
  for (const Collective* collective : collectives()) CHECK(find_collective(collective->name) == collective);
  for (const Algorithm* algorithm : algorithms()) CHECK(find_algorithm(algorithm->name) == algorithm);
  CHECK(find_collective("all_scatter") == nullptr);
  CHECK(find_algorithm("Ring") == nullptr);
  CHECK(named<DataType>("float32") == DataType::float32);
  CHECK_FALSE(named<DataType>("float31"));
  CHECK(named<Operator>("avg") == Operator::avg);
}

TEST_CASE("catalogues: a request that cannot be served is refused with the argument, its value and what is allowed") {
  const Algorithm& ring = *find_algorithm("ring");
  const auto sentence = [&](const PlanRequest& request) {
    const auto plan = make_plan(ring, request);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == ErrorCode::invalid);
    return plan.error().message;
  };
  CHECK(sentence({&all_reduce, 0}) == "ranks is 0; allowed are 1 to 1024.");
  CHECK(sentence({&all_reduce, 1025}) == "ranks is 1025; allowed are 1 to 1024.");
  CHECK(sentence({&all_reduce, -3}) == "ranks is -3; allowed are 1 to 1024.");
  CHECK(sentence({&all_reduce, 4, 4}) == "root is 4; allowed are 0 to 3, one of the ranks.");
  CHECK(sentence({&all_reduce, 4, -1}) == "root is -1; allowed are 0 to 3, one of the ranks.");
  CHECK(sentence({&all_reduce, 4, 0, false, 257}) == "slices is 257; allowed are 1 to 256.");
  CHECK(sentence({&scatter, 4}) ==
        "algorithm ring does not serve collective scatter; it serves reduce_scatter, all_gather, all_reduce, "
        "broadcast, reduce.");
}

// By hand: where an algorithm has no plan, and which rule of its own it names.
TEST_CASE("catalogues: an algorithm that needs another number of ranks says so, for every number up to 64") {
  std::size_t refused = 0;
  for (const Algorithm* algorithm : algorithms()) {
    for (const Variant& variant : algorithm->variants) {
      for (int ranks = 1; ranks <= 64; ++ranks) {
        const bool power =
            ranks == 1 || ranks == 2 || ranks == 4 || ranks == 8 || ranks == 16 || ranks == 32 || ranks == 64;
        bool composite = false;
        for (int d = 2; d < ranks; ++d) composite = composite || ranks % d == 0;
        const std::string_view rule = variant.ranks.name;
        const bool exists = rule == "any" || (rule == "power of two" && power) || (rule == "composite" && composite);
        const auto plan = make_plan(*algorithm, {variant.collective, ranks});
        CAPTURE(algorithm->name);
        CAPTURE(variant.collective->name);
        CAPTURE(ranks);
        REQUIRE(plan.has_value() == exists);
        if (exists) continue;
        ++refused;
        CHECK(plan.error().code == ErrorCode::invalid);
        CHECK(variant.ranks.must_be.find(rule) != std::string_view::npos);
        CHECK(plan.error().message ==
              "ranks is " + std::to_string(ranks) + "; for " + std::string(variant.collective->name) + " by " +
                  std::string(algorithm->name) + " it must be " + std::string(variant.ranks.must_be) + ".");
      }
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("catalogues: what no algorithm can serve is refused with the reason") {
  for (const Collective* collective : collectives()) {
    const Collective* plain = collective->uniform != nullptr ? collective->uniform : collective;
    for (const Algorithm* algorithm : algorithms()) {
      CAPTURE(collective->name);
      CAPTURE(algorithm->name);
      const bool serves = std::any_of(algorithm->variants.begin(), algorithm->variants.end(),
                                      [plain](const Variant& variant) { return variant.collective == plain; });
      const auto plan = make_plan(*algorithm, {collective, 4});
      CHECK(plan.has_value() == serves);
      if (serves && !collective->in_place) {
        const auto in_place = make_plan(*algorithm, {collective, 4, 0, true});
        REQUIRE_FALSE(in_place);
        CHECK(in_place.error().message ==
              std::string(collective->name) + " has no in-place form; its buffers have to be apart.");
      }
      if (serves) continue;
      CHECK(plan.error().message.find("algorithm " + std::string(algorithm->name) + " does not serve collective " +
                                      std::string(collective->name)) == 0);
    }
  }
}

}  // namespace
}  // namespace ringlet::test
