// Measured payload against closed forms, at sizes that tests can run and beyond.
#include "../support.hpp"
#include "ringlet/byte_counter.hpp"

namespace ringlet::test {
namespace {

using Bytes = std::vector<std::uint64_t>;

Bytes closed_form(const Form& form, const Asked& asked, std::size_t element) {
  const auto plan = make_plan(*form.algorithm, {form.collective, form.ranks, form.root});
  REQUIRE(plan);
  const Layout layout = asked.counts.empty() ? Layout(*plan, asked.count) : Layout(*plan, asked.counts);
  const Variant& variant = *form.algorithm->variant(*form.collective);
  Bytes result;
  for (int rank = 0; rank < form.ranks; ++rank) result.push_back(variant.elements_sent(layout, rank) * element);
  return result;
}

Bytes closed_form(const Collective& collective, std::string_view algorithm, int ranks, std::uint64_t count,
                  std::size_t element) {
  const Form form{&collective, find_algorithm(algorithm), ranks, 0, false};
  return closed_form(form, form.asked(count), element);
}

TEST_CASE("bytes: 2T(N-1)/N and its halves where N divides the count") {
  for (int ranks = 1; ranks <= 64; ++ranks) {
    const auto n = static_cast<std::uint64_t>(ranks);
    constexpr std::uint64_t kPart = 24;
    const std::uint64_t tensor = n * kPart * 8;
    const Bytes half(static_cast<std::size_t>(ranks), tensor * (n - 1) / n);
    const Bytes whole(static_cast<std::size_t>(ranks), 2 * tensor * (n - 1) / n);
    for (const std::string_view algorithm : {"ring", "direct"}) {
      CAPTURE(algorithm);
      CAPTURE(ranks);
      CHECK(closed_form(reduce_scatter, algorithm, ranks, kPart, 8) == half);
      CHECK(closed_form(all_gather, algorithm, ranks, kPart, 8) == half);
      CHECK(closed_form(all_reduce, algorithm, ranks, n * kPart, 8) == whole);
    }
  }
}

TEST_CASE("bytes: all-reduce grows from T at two ranks towards 2T") {
  CHECK(closed_form(all_reduce, "ring", 2, 960, 4) == Bytes{3840, 3840});
  CHECK(closed_form(all_reduce, "ring", 4, 960, 4) == Bytes(4, 5760));
  CHECK(closed_form(all_reduce, "ring", 16, 960, 4) == Bytes(16, 7200));
}

TEST_CASE("bytes: closed forms need 64 bits and have them") {
  constexpr std::uint64_t kCount = std::uint64_t{1} << 40;
  CHECK(closed_form(all_reduce, "ring", 4, kCount, 4) == Bytes(4, 6 * kCount));
  CHECK(closed_form(all_gather, "naive", 3, kCount, 8) == Bytes{2 * 3 * kCount * 8, kCount * 8, kCount * 8});
}

TEST_CASE("bytes: measured is the closed form for every algorithm, root, type, placement and count") {
  Runner runner;
  for (int ranks = 1; ranks <= 16; ++ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    for (const Form& form : forms(ranks)) {
      const auto program = program_for(form);
      for (const std::size_t count : {std::size_t{0}, n - 1, n + 1, std::size_t{73}}) {
        CAPTURE(form);
        CAPTURE(count);
        const Asked asked = form.asked(count);
        CHECK(runner.run(program, Operator::sum, asked, whole_numbers<float>(asked)).sent ==
              closed_form(form, asked, 4));
        if (count != 73) continue;
        CHECK(runner.run(program, Operator::sum, asked, whole_numbers<double>(asked)).sent ==
              closed_form(form, asked, 8));
      }
    }
  }
}

// The ring's links: rank r sends to r+1 only. What a source hands over is what its destination takes.
TEST_CASE("bytes: per edge, counted at both ends") {
  constexpr int kRanks = 4;
  const auto inputs = whole_numbers<std::int32_t>(all_reduce, kRanks, 73);
  for (const Driver driver : drivers()) {
    World world(kRanks);
    Table<std::int32_t> outputs(kRanks, std::vector<std::int32_t>(73));
    std::vector<RankBuffers> buffers;
    for (std::size_t r = 0; r < kRanks; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
    ByteCounter counter(kRanks);
    const auto run =
        Run::prepare(world, {program_for(all_reduce, "ring", kRanks), DataType::int32, Operator::sum, 73, kPatience},
                     buffers, {&counter});
    REQUIRE(run);
    REQUIRE((*run)->wait(driver));
    const Bytes sent{440, 440, 436, 436};
    for (int source = 0; source < kRanks; ++source) {
      for (int destination = 0; destination < kRanks; ++destination) {
        CAPTURE(source);
        CAPTURE(destination);
        const bool neighbours = destination == (source + 1) % kRanks;
        CHECK(counter.edge(source, destination) == (neighbours ? sent[static_cast<std::size_t>(source)] : 0));
      }
      CHECK(counter.received((source + 1) % kRanks) == sent[static_cast<std::size_t>(source)]);
    }
  }
}

TEST_CASE("bytes: nothing gets lost between ranks") {
  Runner runner;
  for (const Form& form : forms(5)) {
    const Asked asked = form.asked(777);
    const auto outcome = runner.run(program_for(form), Operator::sum, asked, whole_numbers<std::int64_t>(asked));
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    for (std::size_t r = 0; r < 5; ++r) {
      sent += outcome.sent[r];
      received += outcome.received[r];
    }
    CAPTURE(form);
    CHECK(sent == received);
  }
}

}  // namespace
}  // namespace ringlet::test
