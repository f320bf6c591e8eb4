#include "exact.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>

#include "unit/support.hpp"

namespace ringlet::test {
namespace {

// A type, as its name tells.
struct Format {
  unsigned bits = 0;
  bool floating = false;
  bool has_sign = true;
  unsigned exponent = 0;  // bits of it; the rest of a float but the sign is mantissa

  unsigned mantissa() const { return bits - 1 - exponent; }
  int bias() const { return (1 << (exponent - 1)) - 1; }
};

unsigned number_in(std::string_view text, std::size_t at) {
  unsigned number = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    number = number * 10 + static_cast<unsigned>(text[at] - '0');
  }
  return number;
}

Format format_of(DataType dtype) {
  const std::string_view text = name(dtype);
  Format format{.bits = number_in(text, text.find_first_of("0123456789")),
                .floating = text.find("float") != std::string_view::npos,
                .has_sign = text.front() != 'u'};
  if (text == "float16") format.exponent = 5;
  if (text == "bfloat16" || text == "float32") format.exponent = 8;
  if (text == "float64") format.exponent = 11;
  if (const std::size_t at = text.find("_e"); at != std::string_view::npos) format.exponent = number_in(text, at + 2);
  REQUIRE_MESSAGE((format.bits > 0 && format.floating == (format.exponent > 0)), "no format of type ",
                  std::string(text));
  return format;
}

std::uint64_t bits_of(const Format& format, double value) {
  const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (format.bits - 1) : 0;
  if (value == 0.0) return sign;
  const auto mantissa = static_cast<int>(format.mantissa());
  const int exponent = std::max(std::ilogb(value), 1 - format.bias());
  // In units of the last place; carrying into the next exponent is an addition like any other.
  const auto units = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), mantissa - exponent)));
  const auto biased = static_cast<std::uint64_t>(exponent + format.bias() - 1);
  return sign | ((biased << mantissa) + units);
}

// An integer of the format, sign and all, in 64 bits.
std::uint64_t wrapped(const Format& format, std::uint64_t value) {
  const unsigned unused = 64 - format.bits;
  if (!format.has_sign) return value << unused >> unused;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

std::uint64_t bits_of(const Format& /*format*/, std::uint64_t value) { return value; }

template <class T>
void store(std::vector<std::byte>& row, const Format& format, T value) {
  const std::uint64_t bits = bits_of(format, value);
  for (unsigned shift = 0; shift < format.bits; shift += 8) row.push_back(static_cast<std::byte>(bits >> shift & 0xff));
}

template <class T>
Table<std::byte> stored_table(const Format& format, const Table<T>& values) {
  Table<std::byte> table;
  for (const auto& row : values) {
    auto& bytes = table.emplace_back();
    for (const T value : row) store(bytes, format, value);
  }
  return table;
}

// Whole numbers small enough for the sum of four of them, doubled, to be exact in every float.
constexpr int kTogether = 4;

// One of few ranks whose element `i` is not neutral, so that small floats don't round.
bool is_loud(int rank, std::size_t i, int ranks) {
  return (static_cast<std::size_t>(rank) + 5 * i) % static_cast<std::size_t>(ranks) < kTogether;
}

double float_input(Operator op, int rank, std::size_t i, int ranks, Random& random) {
  const double sign = random.below(2) == 0 ? 1.0 : -1.0;
  if (op == Operator::min || op == Operator::max) return sign * static_cast<double>(random.below(9));
  const bool loud = is_loud(rank, i, ranks);
  return op == Operator::prod ? sign * (loud ? 2.0 : 1.0) : (loud ? sign : 0.0);
}

std::uint64_t integer_input(const Format& format, Operator op, int ranks, Random& random) {
  const std::uint64_t any = random.next();
  switch (op) {
    case Operator::band: return wrapped(format, any | random.next() | random.next());
    case Operator::bor: return wrapped(format, any & random.next() & random.next());
    case Operator::land: return random.below(static_cast<std::uint64_t>(ranks)) == 0 ? 0 : wrapped(format, any | 1);
    case Operator::lor: return random.below(static_cast<std::uint64_t>(ranks)) == 0 ? wrapped(format, any | 1) : 0;
    default: return wrapped(format, any);
  }
}

double combined(const Format& /*format*/, Operator op, double a, double b) {
  const bool less = a == b ? std::signbit(a) : a < b;  // -0 is below +0
  switch (op) {
    case Operator::prod: return a * b;
    case Operator::min: return less ? a : b;
    case Operator::max: return less ? b : a;
    default: return a + b;
  }
}

std::uint64_t combined(const Format& format, Operator op, std::uint64_t a, std::uint64_t b) {
  const bool less = format.has_sign ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum: return wrapped(format, a + b);
    case Operator::prod: return wrapped(format, a * b);
    case Operator::min: return less ? a : b;
    case Operator::max: return less ? b : a;
    case Operator::band: return a & b;
    case Operator::bor: return a | b;
    case Operator::bxor: return a ^ b;
    case Operator::land: return a != 0 && b != 0 ? 1 : 0;
    case Operator::lor: return a != 0 || b != 0 ? 1 : 0;
  }
  FAIL("no rule for operator ", std::string(name(op)));
  return 0;
}

double divided(const Format& /*format*/, double sum, int ranks) { return sum / ranks; }
std::uint64_t divided(const Format& format, std::uint64_t sum, int ranks) {
  const auto n = static_cast<std::uint64_t>(ranks);
  if (!format.has_sign || static_cast<std::int64_t>(sum) >= 0) return sum / n;
  return wrapped(format, 0 - (0 - sum) / n);  // toward zero
}

double scaled(const Format& /*format*/, double value, double scalar) { return value * scalar; }
std::uint64_t scaled(const Format& format, std::uint64_t value, std::uint64_t scalar) {
  return wrapped(format, value * scalar);
}

template <class T>
ExactCall reduced_call(const Asked& asked, const Format& format, Operator op, const Table<T>& inputs,
                       const std::vector<T>& scalars) {
  ExactCall call{.inputs = stored_table(format, inputs)};
  Table<T> terms = inputs;
  if (op == Operator::premul_sum) {
    for (const T scalar : scalars) store(call.scalars, format, scalar);
    for (std::size_t rank = 0; rank < terms.size(); ++rank) {
      for (T& value : terms[rank]) value = scaled(format, value, scalars[rank]);
    }
  }
  Table<T> outputs = expected(asked, terms, [&](T a, T b) { return combined(format, op, a, b); });
  if (op == Operator::avg) {
    for (auto& row : outputs) {
      for (T& value : row) value = divided(format, value, asked.ranks);
    }
  }
  call.outputs = stored_table(format, outputs);
  return call;
}

}  // namespace

ExactCall exact_call(const Asked& asked, DataType dtype, Operator op, std::uint64_t seed) {
  Format format = format_of(dtype);
  Random random(seed);
  // What only moves may be any bits.
  if (!asked.collective->reduces) {
    format.floating = false;
    format.has_sign = false;
  }
  const auto fill = [&]<class T>(auto&& input, auto&& scalar) {
    Table<T> inputs;
    std::vector<T> scalars;
    for (int rank = 0; rank < asked.ranks; ++rank) {
      auto& row = inputs.emplace_back(input_length(asked, rank));
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = input(rank, i);
      scalars.push_back(scalar());
    }
    return reduced_call(asked, format, op, inputs, scalars);
  };
  if (format.floating) {
    return fill.operator()<double>(
        [&](int rank, std::size_t i) { return float_input(op, rank, i, asked.ranks, random); },
        [&] {
          return std::array{1.0, -1.0, 2.0}.at(static_cast<std::size_t>(random.below(3)));
        });
  }
  const auto any = [&] { return integer_input(format, op, asked.ranks, random); };
  return fill.operator()<std::uint64_t>([&](int, std::size_t) { return any(); }, any);
}

std::vector<std::byte> stored(DataType dtype, double value) {
  std::vector<std::byte> bytes;
  store(bytes, format_of(dtype), value);
  return bytes;
}

}  // namespace ringlet::test
