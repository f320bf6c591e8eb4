// How contributions are combined on their way through the algorithms: every type and operator, scalars, users' own
// operators, and sums kept in float32.
#include "../support.hpp"
#include "scalar_reference.hpp"

namespace ringlet::test {
namespace {

Table<std::byte> flattened(const Table<Element>& table) {
  Table<std::byte> result;
  for (const auto& row : table) {
    auto& bytes = result.emplace_back();
    for (const Element& element : row) bytes.insert(bytes.end(), element.begin(), element.end());
  }
  return result;
}

// A row for each rank that brings something, of `element(rank, index)`.
template <class Make>
Table<Element> inputs_of(const Asked& asked, Make&& element) {
  Table<Element> inputs;
  for (int rank = 0; rank < asked.ranks; ++rank) {
    auto& row = inputs.emplace_back();
    for (std::size_t i = 0; i < input_length(asked, rank); ++i) row.push_back(element(rank, static_cast<int>(i)));
  }
  return inputs;
}

Call call_of(const std::shared_ptr<const Program>& program, const Asked& asked, DataType dtype, Operator op) {
  return {
      .program = program, .dtype = dtype, .op = op, .count = asked.count, .timeout = kPatience, .counts = asked.counts};
}

std::vector<Form> reducing_forms(int ranks) {
  std::vector<Form> result;
  for (const Form& form : forms(ranks)) {
    if (form.collective->reduces) result.push_back(form);
  }
  return result;
}

// Any bits at all, so that rounding, wrapping, NaN and infinity occur.
TEST_CASE("reductions: direct folds any bits in rank order, every dtype and operator") {
  Runner runner;
  Random random(3);
  for (const DataType dtype : all_dtypes()) {
    for (const int ranks : {2, 3, 5}) {
      const auto program = program_for(all_reduce, "direct", ranks);
      const Asked asked = asked_of(*program, 37);
      const Table<Element> inputs = inputs_of(asked, [&](int, int) {
        Element element(size_of(dtype));
        const std::uint64_t bits = random.next();
        std::memcpy(element.data(), &bits, element.size());
        return element;
      });
      for (const Operator op : operators_for(dtype)) {
        if (op == Operator::premul_sum) continue;
        auto wanted =
            expected(asked, inputs, [&](const Element& a, const Element& b) { return combined(dtype, op, a, b); });
        for (auto& row : wanted) {
          for (Element& element : row) element = completed(dtype, op, element, ranks);
        }
        for (const Drive drive : drives()) {
          INFO(name(op) << " of " << name(dtype) << " on " << ranks << " ranks, " << drive);
          const auto outcome = runner.run_bytes(call_of(program, asked, dtype, op), flattened(inputs), drive);
          REQUIRE(outcome.outputs == flattened(wanted));
        }
      }
    }
  }
}

TEST_CASE("reductions: averages of 8-bit integers on more ranks than they can count") {
  Runner runner;
  for (const int ranks : {128, 256}) {
    const auto program = program_for(all_reduce, "ring", ranks);
    for (const DataType dtype : {DataType::int8, DataType::uint8}) {
      const Asked asked = asked_of(*program, 3);
      const auto inputs = inputs_of(asked, [&](int rank, int) { return element_of(dtype, rank == 0 ? -128 : 0); });
      const int sum = dtype == DataType::int8 ? -128 : 128;
      const auto outcome =
          runner.run_bytes(call_of(program, asked, dtype, Operator::avg), flattened(inputs), Drive::in_turn);
      const Table<Element> wanted(static_cast<std::size_t>(ranks),
                                  std::vector<Element>(3, element_of(dtype, sum / ranks)));
      CHECK(outcome.outputs == flattened(wanted));
    }
  }
}

// Whole numbers and scalars so small that no order of adding rounds or wraps, in any type.
TEST_CASE("reductions: premul_sum scales every input once, in every form and dtype") {
  Runner runner;
  constexpr std::array kScalars{2, -1, 2, 1, 2};
  for (int ranks = 1; ranks <= 5; ++ranks) {
    for (const Form& form : reducing_forms(ranks)) {
      const auto program = program_for(form);
      const Asked asked = form.asked(5);
      for (const DataType dtype : all_dtypes()) {
        const bool with_sign =
            !is_integer(dtype) || dtype == DataType::int8 || dtype == DataType::int32 || dtype == DataType::int64;
        const auto value = [&](int rank, int i) { return (rank + i) % 3 - (with_sign ? 1 : 0); };
        const auto scalar = [&](int rank) { return with_sign ? kScalars.at(static_cast<std::size_t>(rank)) : rank; };
        const auto inputs = inputs_of(asked, [&](int rank, int i) { return element_of(dtype, value(rank, i)); });
        const auto products =
            inputs_of(asked, [&](int rank, int i) { return element_of(dtype, value(rank, i) * scalar(rank)); });
        const auto wanted = expected(
            asked, products, [&](const Element& a, const Element& b) { return combined(dtype, Operator::sum, a, b); });
        Call call = call_of(program, asked, dtype, Operator::premul_sum);
        for (int rank = 0; rank < ranks; ++rank) {
          const Element element = element_of(dtype, scalar(rank));
          call.scalars.insert(call.scalars.end(), element.begin(), element.end());
        }
        INFO(form << ", " << name(dtype));
        const auto outcome = runner.run_bytes(call, flattened(inputs), Drive::in_turn);
        REQUIRE(outcome.outputs == flattened(wanted));
      }
    }
  }
}

// Large messages go by pointer, so that a receiver would see the sender's unscaled input.
TEST_CASE("reductions: premul_sum and float32 sums in messages that are passed by pointer") {
  Runner runner;
  for (const Form& form : reducing_forms(4)) {
    const auto program = program_for(form);
    const Asked asked = form.asked(3000);
    const auto inputs = inputs_of(asked, [](int rank, int i) { return element_of(DataType::float16, (rank + i) % 3); });
    const auto products =
        inputs_of(asked, [](int rank, int i) { return element_of(DataType::float16, (rank + i) % 3 * (rank + 1)); });
    const auto wanted = expected(asked, products, [&](const Element& a, const Element& b) {
      return combined(DataType::float16, Operator::sum, a, b);
    });
    for (const Accumulate accumulate : {Accumulate::per_hop, Accumulate::float32}) {
      Call call = call_of(program, asked, DataType::float16, Operator::premul_sum);
      call.accumulate = accumulate;
      for (int rank = 0; rank < 4; ++rank) {
        const Element element = element_of(DataType::float16, rank + 1);
        call.scalars.insert(call.scalars.end(), element.begin(), element.end());
      }
      for (const Driver driver : drivers()) {
        INFO(form << ", " << name(accumulate));
        const auto drive = driver == Driver::threads ? Drive::threads : Drive::in_turn;
        REQUIRE(runner.run_bytes(call, flattened(inputs), drive).outputs == flattened(wanted));
      }
    }
  }
}

// 4100 * 3 = 12300 is a tie of float16's numbers and becomes 12304, which with 8 makes 12312. Without that rounding
// 12300 + 8 would be a tie, too, and become 12304.
TEST_CASE("reductions: a scaled product is rounded before it is added") {
  Runner runner;
  const auto program = program_for(all_reduce, "ring", 2);
  const Asked asked = asked_of(*program, 1);
  const Table<Element> inputs{{element_of(DataType::float16, 4100)}, {element_of(DataType::float16, 8)}};
  Call call = call_of(program, asked, DataType::float16, Operator::premul_sum);
  for (const int scalar : {3, 1}) {
    const Element element = element_of(DataType::float16, scalar);
    call.scalars.insert(call.scalars.end(), element.begin(), element.end());
  }
  const Element wanted = element_of(DataType::float16, 12312);
  CHECK(runner.run_bytes(call, flattened(inputs), Drive::in_turn).outputs == flattened({{wanted}, {wanted}}));
}

TEST_CASE("reductions: sums kept in float32 are rounded once, in every form, and send 4 bytes for each element") {
  Runner runner;
  for (int ranks = 1; ranks <= 5; ++ranks) {
    for (const Form& form : reducing_forms(ranks)) {
      const auto program = program_for(form);
      const Asked asked = form.asked(5);
      for (const DataType dtype : all_dtypes()) {
        if (!is_small_float(dtype)) continue;
        // A large number and ones that it swallows, one by one, but not all together.
        const int large = dtype == DataType::float16 ? 2048 : dtype == DataType::bfloat16 ? 256 : 16;
        const auto number = [&](int rank, int i) { return rank == (i % ranks) ? large : 1; };
        const auto inputs = inputs_of(asked, [&](int rank, int i) { return element_of(dtype, number(rank, i)); });
        Table<int> numbers;
        for (int rank = 0; rank < ranks; ++rank) {
          auto& row = numbers.emplace_back();
          for (std::size_t i = 0; i < input_length(asked, rank); ++i) row.push_back(number(rank, static_cast<int>(i)));
        }
        Table<Element> wanted;
        for (const auto& row : expected(asked, numbers, [](int a, int b) { return a + b; })) {
          auto& elements = wanted.emplace_back();
          for (const int sum : row) elements.push_back(element_of(dtype, sum));
        }
        Call call = call_of(program, asked, dtype, Operator::sum);
        call.accumulate = Accumulate::float32;
        INFO(form << ", " << name(dtype));
        const auto outcome = runner.run_bytes(call, flattened(inputs), Drive::in_turn);
        REQUIRE(outcome.outputs == flattened(wanted));
        const Layout layout = layout_of(program->plan, call);
        const Variant& variant = *form.algorithm->variant(*form.collective);
        for (int rank = 0; rank < ranks; ++rank) {
          REQUIRE(outcome.sent[static_cast<std::size_t>(rank)] == 4 * variant.elements_sent(layout, rank));
        }
      }
    }
  }
}

TEST_CASE("reductions: rounding after every hop loses what float32 keeps") {
  Runner runner;
  const auto program = program_for(all_reduce, "direct", 4);
  const Asked asked = asked_of(*program, 2);
  const auto inputs =
      inputs_of(asked, [](int rank, int) { return element_of(DataType::float16, rank == 0 ? 2048 : 1); });
  const auto sum = [&](Accumulate accumulate) {
    Call call = call_of(program, asked, DataType::float16, Operator::sum);
    call.accumulate = accumulate;
    return runner.run_bytes(call, flattened(inputs), Drive::in_turn).outputs;
  };
  const auto all = [](int value) {
    return flattened(Table<Element>(4, std::vector<Element>(2, element_of(DataType::float16, value))));
  };
  CHECK(sum(Accumulate::per_hop) == all(2048));
  CHECK(sum(Accumulate::float32) == all(2052));
}

// Maps x -> a * x + b of 32-bit numbers, packed in 64 bits; (+) is composition, which keeps no order but the ranks'.
std::uint64_t composed(std::uint64_t first, std::uint64_t second) {
  const auto a = static_cast<std::uint32_t>(first >> 32) * static_cast<std::uint32_t>(second >> 32);
  const auto b =
      static_cast<std::uint32_t>(first >> 32) * static_cast<std::uint32_t>(second) + static_cast<std::uint32_t>(first);
  return std::uint64_t{a} << 32 | b;
}

// 2x2 matrices of 16-bit numbers, row by row in 64 bits.
std::uint64_t multiplied(std::uint64_t left, std::uint64_t right) {
  const auto entry = [](std::uint64_t matrix, int row, int column) {
    return static_cast<std::uint32_t>(matrix >> (16 * (2 * row + column)) & 0xffff);
  };
  std::uint64_t result = 0;
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      const std::uint32_t sum =
          entry(left, row, 0) * entry(right, 0, column) + entry(left, row, 1) * entry(right, 1, column);
      result |= std::uint64_t{sum & 0xffff} << (16 * (2 * row + column));
    }
  }
  return result;
}

using Combine = std::uint64_t (*)(std::uint64_t, std::uint64_t);

// The context is the function, and proves that it arrives.
UserOperator user_operator(std::string_view name, const Combine& combine, bool commutative) {
  const auto apply = [](void* context, void* dst, const void* left, const void* right, std::uint64_t count) {
    const Combine one = *static_cast<const Combine*>(context);
    auto* to = static_cast<std::uint64_t*>(dst);
    for (std::uint64_t i = 0; i < count; ++i) {
      to[i] = one(static_cast<const std::uint64_t*>(left)[i], static_cast<const std::uint64_t*>(right)[i]);
    }
  };
  return {name, apply, const_cast<Combine*>(&combine), commutative};
}

Table<std::uint64_t> random_words(const Asked& asked) {
  Random random(11);
  Table<std::uint64_t> inputs;
  for (int rank = 0; rank < asked.ranks; ++rank) {
    for (auto& word : inputs.emplace_back(input_length(asked, rank))) word = random.next();
  }
  return inputs;
}

Table<std::byte> bytes_of(const Table<std::uint64_t>& table) {
  Table<std::byte> result;
  for (const auto& row : table) {
    const auto* begin = reinterpret_cast<const std::byte*>(row.data());
    result.emplace_back(begin, begin + row.size() * sizeof(std::uint64_t));
  }
  return result;
}

TEST_CASE("reductions: a commutative operator of the caller's own runs in every form") {
  Runner runner;
  const Combine product = [](std::uint64_t a, std::uint64_t b) { return a % 65521 * (b % 65521) % 65521; };
  const UserOperator op = user_operator("product modulo a prime", product, true);
  for (const int ranks : {2, 3, 4, 5}) {
    for (const Form& form : reducing_forms(ranks)) {
      const auto program = program_for(form);
      const Asked asked = form.asked(9);
      const auto inputs = random_words(asked);
      Call call = call_of(program, asked, DataType::uint64, Operator::sum);
      call.user_op = &op;
      INFO(form);
      REQUIRE(runner.run_bytes(call, bytes_of(inputs), Drive::in_turn).outputs ==
              bytes_of(expected(asked, inputs, product)));
    }
  }
}

TEST_CASE("reductions: an operator that does not commute gives the ranks' order, or is refused") {
  Runner runner;
  int ran = 0;
  int refused = 0;
  for (const Combine& combine : {Combine{composed}, Combine{multiplied}}) {
    const UserOperator op = user_operator("composition", combine, false);
    for (int ranks = 1; ranks <= 9; ++ranks) {
      for (const Form& form : reducing_forms(ranks)) {
        const auto program = program_for(form);
        const Asked asked = form.asked(9);
        const auto inputs = random_words(asked);
        Call call = call_of(program, asked, DataType::uint64, Operator::sum);
        call.user_op = &op;
        INFO(form);
        if (program->order.in_rank_order) {
          const auto outcome = runner.run_bytes(call, bytes_of(inputs), Drive::in_turn);
          REQUIRE(outcome.outputs == bytes_of(expected(asked, inputs, combine)));
          ++ran;
        } else {
          const auto run =
              Run::prepare(runner.world(ranks), call, std::vector<RankBuffers>(static_cast<std::size_t>(ranks)));
          REQUIRE_FALSE(run.has_value());
          REQUIRE(run.error().message == "The operator composition is not commutative, and " +
                                             std::string(form.algorithm->name) +
                                             " does not combine the ranks in their order.");
          ++refused;
        }
      }
    }
  }
  CHECK(ran > 0);
  CHECK(refused > 0);
}

TEST_CASE("reductions: what a call may not ask for") {
  World world(2);
  const auto program = program_for(all_reduce, "ring", 2);
  const auto refusal_of = [&](Call call) {
    const auto run = Run::prepare(world, call, {{}, {}});
    REQUIRE_FALSE(run.has_value());
    CHECK(run.error().code == ErrorCode::invalid);
    return run.error().message;
  };
  const Asked asked = asked_of(*program, 0);
  CHECK(refusal_of(call_of(program, asked, DataType::float32, Operator::bxor)) ==
        refusal(Operator::bxor, DataType::float32));
  CHECK(refusal_of(call_of(program, asked, DataType::float32, Operator::premul_sum)) ==
        "scalars has 0 elements; premul_sum on 2 ranks takes 2.");
  Call scalars = call_of(program, asked, DataType::int32, Operator::sum);
  scalars.scalars.resize(8);
  CHECK(refusal_of(scalars) == "scalars has 2 elements; sum on 2 ranks takes 0.");
  Call accumulate = call_of(program, asked, DataType::int64, Operator::sum);
  accumulate.accumulate = Accumulate::float32;
  CHECK(refusal_of(accumulate) == refusal(Accumulate::float32, DataType::int64));
  const Combine any = [](std::uint64_t a, std::uint64_t) { return a; };
  const UserOperator op = user_operator("first", any, true);
  Call user = call_of(program, asked, DataType::float16, Operator::sum);
  user.user_op = &op;
  user.accumulate = Accumulate::float32;
  CHECK(refusal_of(user) == "The operator first combines elements of dtype; accumulate must be per_hop.");
}

}  // namespace
}  // namespace ringlet::test
