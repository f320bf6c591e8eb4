// The arithmetic at its edges. Values by hand.
#include <cmath>
#include <limits>

#include "../hand_plans.hpp"
#include "../support.hpp"

namespace ringlet::test {
namespace {

// One column of operands, one per rank, through every algorithm, placement and driver; all must agree on the answer.
// The column is repeated so that vectorised code and its tail both see it.
template <class T>
void check_column(const std::vector<T>& column, Operator op, T answer) {
  constexpr std::size_t kCount = 37;
  Runner runner;
  const auto ranks = static_cast<int>(column.size());
  Table<T> inputs;
  for (const T value : column) inputs.emplace_back(kCount, value);
  const std::vector<T> wanted(kCount, answer);
  for (const Algorithm* algorithm : algorithms_for(all_reduce, ranks)) {
    for (const bool in_place : {false, true}) {
      const auto program = program_for(all_reduce, algorithm->name, ranks, in_place);
      for (const Drive drive : drives()) {
        const auto outputs = runner.run(program, op, kCount, inputs, drive).outputs;
        for (const auto& output : outputs) {
          INFO(algorithm->name << ", " << name(op) << " of " << name(dtype_of<T>()) << ", " << drive
                               << (in_place ? ", in place: " : ": ") << output.front() << " instead of " << answer);
          REQUIRE(same_bits(output, wanted));
        }
      }
    }
  }
}

template <class T>
void check_every_order(std::vector<T> column, Operator op, T answer) {
  std::vector<std::size_t> order(column.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    std::vector<T> ordered;
    for (const std::size_t i : order) ordered.push_back(column[i]);
    check_column(ordered, op, answer);
  } while (std::next_permutation(order.begin(), order.end()));
}

template <class T>
constexpr T kLowest = std::numeric_limits<T>::lowest();
template <class T>
constexpr T kHighest = std::numeric_limits<T>::max();

TEST_CASE_TEMPLATE("operators: integer sums and products wrap", T, std::int32_t, std::int64_t) {
  check_column<T>({kHighest<T>, 1}, Operator::sum, kLowest<T>);
  check_column<T>({kLowest<T>, -1}, Operator::sum, kHighest<T>);
  check_column<T>({kLowest<T>, kLowest<T>}, Operator::sum, 0);
  check_column<T>({kHighest<T>, kHighest<T>, 2}, Operator::sum, 0);
  check_column<T>({kHighest<T>, 2}, Operator::prod, -2);
  check_column<T>({kLowest<T>, -1}, Operator::prod, kLowest<T>);
  check_column<T>({kLowest<T>, kLowest<T>}, Operator::prod, 0);
  check_column<T>({kHighest<T>, kHighest<T>}, Operator::prod, 1);
}

TEST_CASE("operators: products beyond the type, figures from modular arithmetic") {
  check_column<std::int32_t>({65537, 65537}, Operator::prod, 131073);
  check_column<std::int64_t>({4294967297, 4294967297}, Operator::prod, 8589934593);
  check_column<std::int64_t>({3037000500, 3037000500}, Operator::prod, -9223372036709301616);
}

TEST_CASE_TEMPLATE("operators: integer averages truncate toward zero, after a sum that wraps", T, std::int32_t,
                   std::int64_t) {
  check_column<T>({3, 4}, Operator::avg, 3);
  check_column<T>({-3, -4}, Operator::avg, -3);
  check_column<T>({-1, 0}, Operator::avg, 0);
  check_column<T>({1, 1, 0}, Operator::avg, 0);
  check_column<T>({-5, -5, -1}, Operator::avg, -3);
  check_column<T>({7, 7, 7, 8, 8}, Operator::avg, 7);
  check_column<T>({kHighest<T>, 1}, Operator::avg, kLowest<T> / 2);
  check_column<T>({kLowest<T>, kLowest<T>}, Operator::avg, 0);
  check_column<T>({kLowest<T>}, Operator::avg, kLowest<T>);
  // 1/3 three times is not 1/3 of the sum: dividing early, or twice, shows.
  check_column<T>({2, 2, 2}, Operator::avg, 2);
  check_column<T>({1, 1, 1}, Operator::avg, 1);
}

TEST_CASE_TEMPLATE("operators: float averages divide the sum once", T, float, double) {
  check_column<T>({1, 2, 4}, Operator::avg, T{7} / T{3});
  check_column<T>({5, 5, 5, 5, 5, 5, 5}, Operator::avg, T{5});
  check_column<T>({-1, -1, -8}, Operator::avg, T{-10} / T{3});
  check_column<T>({T{0.1F}}, Operator::avg, T{0.1F});
  check_column<T>({kHighest<T>, kHighest<T>}, Operator::avg, std::numeric_limits<T>::infinity());
  check_column<T>({std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::denorm_min()}, Operator::avg,
                  std::numeric_limits<T>::denorm_min());
  check_column<T>({-0.0, -0.0, -0.0}, Operator::avg, T{-0.0});
}

// In every algorithm whatever the position: the ring completes different chunks on different ranks.
TEST_CASE("operators: averages of every chunk are divided once, for 1 to 16 ranks") {
  Runner runner;
  for (int ranks = 1; ranks <= 16; ++ranks) {
    const std::size_t count = static_cast<std::size_t>(ranks) * 3 + 1;
    for (const bool in_place : {false, true}) {
      const Table<float> same(static_cast<std::size_t>(ranks), std::vector<float>(count, 6.0F));
      for (const Algorithm* algorithm : algorithms_for(all_reduce, ranks)) {
        const auto reduced =
            runner.run(program_for(all_reduce, algorithm->name, ranks, in_place), Operator::avg, count, same);
        CAPTURE(ranks);
        CAPTURE(algorithm->name);
        CHECK(reduced.outputs == same);
      }
      const Table<std::int64_t> whole(static_cast<std::size_t>(ranks),
                                      std::vector<std::int64_t>(static_cast<std::size_t>(ranks) * 2, -9));
      for (const Algorithm* algorithm : algorithms_for(reduce_scatter, ranks)) {
        const auto scattered =
            runner.run(program_for(reduce_scatter, algorithm->name, ranks, in_place), Operator::avg, 2, whole);
        CAPTURE(ranks);
        CAPTURE(algorithm->name);
        CHECK(scattered.outputs ==
              Table<std::int64_t>(static_cast<std::size_t>(ranks), std::vector<std::int64_t>(2, -9)));
      }
    }
  }
}

TEST_CASE_TEMPLATE("operators: the least and greatest integers", T, std::int32_t, std::int64_t) {
  check_every_order<T>({kLowest<T>, kHighest<T>, 0}, Operator::min, kLowest<T>);
  check_every_order<T>({kLowest<T>, kHighest<T>, 0}, Operator::max, kHighest<T>);
  check_every_order<T>({-1, 1, 0}, Operator::min, -1);
}

TEST_CASE_TEMPLATE("operators: minus zero is less than zero, in every order", T, float, double) {
  check_every_order<T>({T{0.0}, T{-0.0}}, Operator::min, T{-0.0});
  check_every_order<T>({T{0.0}, T{-0.0}}, Operator::max, T{0.0});
  check_every_order<T>({T{0.0}, T{-0.0}, T{0.0}}, Operator::min, T{-0.0});
  check_every_order<T>({T{-0.0}, T{-0.0}, T{0.0}}, Operator::max, T{0.0});
  check_column<T>({T{-0.0}, T{-0.0}}, Operator::max, T{-0.0});
}

TEST_CASE_TEMPLATE("operators: infinities", T, float, double) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  check_every_order<T>({kInfinity, T{1}, -kInfinity}, Operator::min, -kInfinity);
  check_every_order<T>({kInfinity, T{1}, -kInfinity}, Operator::max, kInfinity);
  check_every_order<T>({kInfinity, T{1}, T{-7}}, Operator::sum, kInfinity);
  check_column<T>({kHighest<T>, kHighest<T>}, Operator::sum, kInfinity);
}

template <class T>
T from_bits(std::uint32_t single, std::uint64_t twice) {
  T value;
  static_assert(sizeof(value) == sizeof(single) || sizeof(value) == sizeof(twice));
  std::memcpy(&value, sizeof(value) == sizeof(single) ? static_cast<const void*>(&single) : &twice, sizeof(value));
  return value;
}

// The one quiet NaN: sign clear, the quiet bit, nothing else.
template <class T>
T canonical_nan() {
  return from_bits<T>(0x7fc00000, 0x7ff8000000000000);
}

// Negative, with a payload; quiet or signalling.
template <class T>
T odd_nan(bool quiet) {
  return quiet ? from_bits<T>(0xffc12345, 0xfff8123456789abc) : from_bits<T>(0xff812345, 0xfff0123456789abc);
}

TEST_CASE_TEMPLATE("operators: NaN goes through every operator, in every order, as one bit pattern", T, float, double) {
  for (const Operator op : {Operator::sum, Operator::prod, Operator::min, Operator::max, Operator::avg}) {
    for (const bool quiet : {true, false}) {
      check_every_order<T>({odd_nan<T>(quiet), T{1}, T{-2}}, op, canonical_nan<T>());
      check_column<T>({odd_nan<T>(quiet), odd_nan<T>(!quiet)}, op, canonical_nan<T>());
      check_column<T>({T{0}, T{0}, T{0}, odd_nan<T>(quiet)}, op, canonical_nan<T>());
    }
  }
}

TEST_CASE_TEMPLATE("operators: a NaN that arises on the way has that bit pattern too", T, float, double) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  check_every_order<T>({kInfinity, -kInfinity}, Operator::sum, canonical_nan<T>());
  check_every_order<T>({kInfinity, -kInfinity, T{5}}, Operator::avg, canonical_nan<T>());
  check_every_order<T>({T{0}, kInfinity}, Operator::prod, canonical_nan<T>());
}

TEST_CASE_TEMPLATE("operators: gathering moves any bits unchanged", T, float, double) {
  Runner runner;
  const Table<T> inputs{{odd_nan<T>(true), T{-0.0}}, {odd_nan<T>(false), T{1}}};
  for (const Algorithm* algorithm : algorithms_for(all_gather, 2)) {
    for (const Drive drive : drives()) {
      const auto outcome = runner.run(program_for(all_gather, algorithm->name, 2), Operator::min, 2, inputs, drive);
      CHECK(same_bits(outcome.outputs, summed(all_gather, 2, inputs)));
    }
  }
}

TEST_CASE_TEMPLATE("operators: one rank gets its input back, whole, whatever the operator", T, std::int32_t,
                   std::int64_t, float, double) {
  Runner runner;
  for (const Form& form : forms(1)) {
    const auto program = program_for(form);
    for (const Operator op : {Operator::sum, Operator::prod, Operator::min, Operator::max, Operator::avg}) {
      if (op == Operator::avg && !has_average(*form.collective)) continue;
      for (const std::size_t count : {0U, 1U, 31U, 1027U, 4099U}) {
        const Asked asked = form.asked(count);
        const auto inputs = whole_numbers<T>(asked);
        const auto outcome = runner.run(program, op, asked, inputs);
        CAPTURE(form);
        REQUIRE(outcome.outputs == (form.collective == &exscan ? Table<T>(1) : inputs));
        REQUIRE(outcome.sent == std::vector<std::uint64_t>{0});
      }
    }
  }
}

// `reverse` decides which operand is the left one; float addition of two doesn't show it, but NaN-free subtraction-like
// trees do: recursive doubling must give every rank the same bits.
TEST_CASE("operators: recursive doubling gives the tree (x0+x1)+(x2+x3) on every rank") {
  Runner runner;
  const Table<float> inputs{{1e8F, 1.0F, 3.0F}, {1.0F, 1e8F, 5.0F}, {-1e8F, 1.0F, 7.0F}, {1.0F, -1e8F, 9.0F}};
  std::vector<float> wanted;
  for (std::size_t i = 0; i < 3; ++i) {
    volatile float left = inputs[0][i] + inputs[1][i];
    volatile float right = inputs[2][i] + inputs[3][i];
    wanted.push_back(left + right);
  }
  for (const bool in_place : {false, true}) {
    const auto program = verified(recursive_doubling(4, in_place));
    for (const Drive drive : drives()) {
      for (const auto& output : runner.run(program, Operator::sum, 3, inputs, drive).outputs) {
        CHECK(same_bits(output, wanted));
      }
    }
  }
}

}  // namespace
}  // namespace ringlet::test
