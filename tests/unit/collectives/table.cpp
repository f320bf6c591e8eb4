// The 3 x 6 table of the first lesson, with figures worked out by hand.
#include "../support.hpp"

namespace ringlet::test {
namespace {

const Table<std::int32_t> kTable{
    {1, 2, 3, 4, 5, 6},
    {10, 20, 30, 40, 50, 60},
    {100, 200, 300, 400, 500, 600},
};
const Table<std::int32_t> kFragments{{111, 222}, {333, 444}, {555, 666}};

std::vector<std::uint64_t> bytes_by_hand(std::string_view algorithm) {
  if (algorithm == "naive") return {16, 24, 24};         // rank 0 hands out two parts; the others send all they have
  if (algorithm == "rabenseifner") return {24, 16, 16};  // rank 0 gives all to rank 1 and gets its part back
  return {16, 16, 16};                                   // two chunks of two int32
}

TEST_CASE("the table: every algorithm, driver and placement gives rank r part r of the sum") {
  Runner runner;
  for (const Algorithm* algorithm : algorithms_for(reduce_scatter, 3)) {
    for (const bool in_place : {false, true}) {
      const auto program = program_for(reduce_scatter, algorithm->name, 3, in_place);
      for (const Drive drive : drives()) {
        CAPTURE(algorithm->name);
        CAPTURE(in_place);
        CAPTURE(drive);
        const auto outcome = runner.run(program, Operator::sum, 2, kTable, drive);
        CHECK_FALSE(outcome.error);
        CHECK(outcome.outputs == kFragments);
        CHECK(outcome.sent == bytes_by_hand(algorithm->name));
      }
    }
  }
}

TEST_CASE("the table: a change of rank 2's last number changes the last element of rank 2's fragment alone") {
  Runner runner;
  auto changed = kTable;
  changed[2][5] = 601;
  for (const Algorithm* algorithm : algorithms_for(reduce_scatter, 3)) {
    const auto program = program_for(reduce_scatter, algorithm->name, 3);
    for (const Drive drive : drives()) {
      CAPTURE(algorithm->name);
      CAPTURE(drive);
      const auto outcome = runner.run(program, Operator::sum, 2, changed, drive);
      CHECK(outcome.outputs == Table<std::int32_t>{{111, 222}, {333, 444}, {555, 667}});
    }
  }
}

TEST_CASE("the table: gathering the fragments moves them and adds nothing") {
  Runner runner;
  const std::vector<std::int32_t> whole{111, 222, 333, 444, 555, 666};
  for (const Algorithm* algorithm : algorithms_for(all_gather, 3)) {
    for (const bool in_place : {false, true}) {
      const auto program = program_for(all_gather, algorithm->name, 3, in_place);
      for (const Operator op : {Operator::sum, Operator::avg, Operator::prod, Operator::min}) {
        CAPTURE(algorithm->name);
        CAPTURE(in_place);
        CAPTURE(name(op));
        const auto outcome = runner.run(program, op, 2, kFragments);
        CHECK(outcome.outputs == Table<std::int32_t>{whole, whole, whole});
      }
    }
  }
}

TEST_CASE("the table: all_reduce gives the same whole to everyone") {
  Runner runner;
  const std::vector<std::int32_t> whole{111, 222, 333, 444, 555, 666};
  const std::vector<std::int32_t> average{37, 74, 111, 148, 185, 222};
  for (const Algorithm* algorithm : algorithms_for(all_reduce, 3)) {
    for (const bool in_place : {false, true}) {
      const auto program = program_for(all_reduce, algorithm->name, 3, in_place);
      CAPTURE(algorithm->name);
      CAPTURE(in_place);
      CHECK(runner.run(program, Operator::sum, 6, kTable).outputs == Table<std::int32_t>{whole, whole, whole});
      CHECK(runner.run(program, Operator::avg, 6, kTable).outputs == Table<std::int32_t>{average, average, average});
    }
  }
}

}  // namespace
}  // namespace ringlet::test
