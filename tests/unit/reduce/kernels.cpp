// Every kernel against the same operator on one element at a time.
#include "reduce/kernels.hpp"

#include <cmath>
#include <limits>
#include <span>

#include "../support.hpp"
#include "reduce/instruction_set.hpp"
#include "scalar_reference.hpp"

namespace ringlet::test {
namespace {

using Bytes = std::vector<std::byte>;

// Operands side by side.
struct Pairs {
  Bytes left, right;
};

// All pairs of 8-bit elements; for wider ones random bits, with many exponents, NaNs and extremes among them.
Pairs pairs_of(DataType type) {
  const std::size_t size = size_of(type);
  Pairs pairs;
  if (size == 1) {
    for (unsigned i = 0; i < 65536; ++i) {
      pairs.left.push_back(static_cast<std::byte>(i >> 8));
      pairs.right.push_back(static_cast<std::byte>(i & 255));
    }
    return pairs;
  }
  std::vector<Element> chosen;
  for (const int value : {0, 1, -1, 2, 3, 100}) chosen.push_back(element_of(type, value));
  Random random(7);
  for (std::size_t top = 0; top < 256; ++top) {  // every top byte: signs, exponents, infinities, NaNs
    for (const std::byte rest : {std::byte{0}, std::byte{0xff}, std::byte{0x80}}) {
      Element element(size, rest);
      element.back() = static_cast<std::byte>(top);
      chosen.push_back(element);
    }
  }
  const auto pick = [&] {
    if (random.below(2) == 0) return chosen[static_cast<std::size_t>(random.below(chosen.size()))];
    Element element(size);
    const std::uint64_t bits = random.next();
    std::memcpy(element.data(), &bits, size);
    return element;
  };
  for (int i = 0; i < 20000; ++i) {
    for (Bytes* side : {&pairs.left, &pairs.right}) {
      const Element element = pick();
      side->insert(side->end(), element.begin(), element.end());
    }
  }
  return pairs;
}

Element element_at(const Bytes& bytes, std::size_t index, std::size_t size) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(index * size);
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

std::string hex(const Element& element) {
  std::string result;
  for (const std::byte byte : element) {
    for (const unsigned digit : {static_cast<unsigned>(byte) >> 4, static_cast<unsigned>(byte) & 15U}) {
      result += "0123456789abcdef"[digit];
    }
  }
  return result;
}

// Calls the check with each instruction set of this machine in use.
template <class Check>
void on_each_instruction_set(Check&& check) {
  for (std::size_t set = 0; set <= static_cast<std::size_t>(best_instruction_set()); ++set) {
    use(static_cast<InstructionSet>(set));
    INFO("on " << name(instruction_set()));
    check();
  }
  use(best_instruction_set());
}

// The complete results, by the reference.
Bytes folded(DataType type, Operator op, std::span<const Bytes> operands, int ranks) {
  const std::size_t size = size_of(type);
  Bytes result;
  for (std::size_t i = 0; i < operands[0].size() / size; ++i) {
    Element value = element_at(operands[0], i, size);
    for (const Bytes& operand : operands.subspan(1)) value = combined(type, op, value, element_at(operand, i, size));
    const Element complete = completed(type, op, value, ranks);
    result.insert(result.end(), complete.begin(), complete.end());
  }
  return result;
}

TEST_CASE("kernels: every dtype and operator on every instruction set, complete values and averages") {
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    const Pairs pairs = pairs_of(type);
    const std::size_t count = pairs.left.size() / size;
    for (const Operator op : operators_for(type)) {
      for (const int ranks : {1, 2, 3, 200, 256}) {
        if (ranks > 1 && op != Operator::avg) continue;
        const Bytes wanted = folded(type, op, std::array{pairs.left, pairs.right}, ranks);
        on_each_instruction_set([&] {
          Bytes got(pairs.left.size());
          combine(type, op, got.data(), pairs.left.data(), pairs.right.data(), count, ranks);
          for (std::size_t i = 0; i < count && got != wanted; ++i) {
            const Element here = element_at(got, i, size);
            if (here == element_at(wanted, i, size)) continue;
            FAIL(name(op) << " of " << name(type) << " " << hex(element_at(pairs.left, i, size)) << " and "
                          << hex(element_at(pairs.right, i, size)) << " on " << ranks << " ranks: " << hex(here)
                          << " instead of " << hex(element_at(wanted, i, size)));
          }
        });
      }
    }
  }
}

TEST_CASE("kernels: scaling") {
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    const Pairs pairs = pairs_of(type);
    for (std::size_t s = 0; s < pairs.right.size() / size; s += 257) {
      const Element scalar = element_at(pairs.right, s, size);
      on_each_instruction_set([&] {
        Bytes got(64 * size);
        scale(type, got.data(), pairs.left.data(), scalar.data(), 64);
        for (std::size_t i = 0; i < 64; ++i) {
          INFO(name(type) << " " << hex(element_at(pairs.left, i, size)) << " by " << hex(scalar));
          REQUIRE(hex(element_at(got, i, size)) == hex(scaled(type, element_at(pairs.left, i, size), scalar)));
        }
      });
    }
  }
}

// Rows of pairs, each from another place, so that other elements meet.
std::vector<Bytes> operands_of(DataType type, std::size_t operands, std::size_t count) {
  const Pairs pairs = pairs_of(type);
  std::vector<Bytes> result;
  for (std::size_t k = 0; k < operands; ++k) {
    const Bytes& side = k % 2 == 0 ? pairs.left : pairs.right;
    const auto begin = side.begin() + static_cast<std::ptrdiff_t>(k * 777 * size_of(type));
    result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count * size_of(type)));
  }
  return result;
}

// Vectorised loops and their tails, blocks and their ends, at unaligned starts, in place over each operand or in none.
TEST_CASE("kernels: the result is the same wherever it is stored and however long it is") {
  constexpr std::size_t kMost = 2 * 1024 + 67;
  std::vector<std::size_t> counts{127, 128, 1000, 1023, 1024, 1025, kMost};
  for (std::size_t count = 0; count < 68; ++count) counts.push_back(count);
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    for (const std::size_t operands : {2U, 3U, 4U, 5U, 8U}) {
      const std::vector<Bytes> rows = operands_of(type, operands, kMost);
      for (const Operator op : operators_for(type)) {
        const Bytes wanted = folded(type, op, rows, 3);
        on_each_instruction_set([&] {
          for (const std::size_t count : counts) {
            const std::size_t bytes = count * size;
            for (std::size_t in_place = 0; in_place <= operands; ++in_place) {
              std::vector<Bytes> placed;  // one element in, and a row for the result
              for (const Bytes& row : rows) {
                placed.emplace_back(size).insert(placed.back().end(), row.begin(),
                                                 row.begin() + static_cast<std::ptrdiff_t>(bytes));
              }
              placed.emplace_back(size + bytes);
              std::vector<const std::byte*> sources;
              for (std::size_t k = 0; k < operands; ++k) sources.push_back(placed[k].data() + size);
              combine_all(type, op, placed[in_place].data() + size, sources, count, 3);
              INFO(name(op) << " of " << operands << " times " << count << " " << name(type) << " in " << in_place);
              REQUIRE(std::equal(placed[in_place].begin() + static_cast<std::ptrdiff_t>(size), placed[in_place].end(),
                                 wanted.begin()));
            }
          }
        });
      }
    }
  }
}

TEST_CASE("kernels: min and max of any three elements depend on no order") {
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    const Pairs pairs = pairs_of(type);
    const std::size_t count = pairs.left.size() / size;
    Bytes third(pairs.left.rbegin(), pairs.left.rend());
    for (const Operator op : {Operator::min, Operator::max}) {
      const auto fold = [&](const Bytes& a, const Bytes& b, const Bytes& c) {
        Bytes result(a.size());
        combine(type, op, result.data(), a.data(), b.data(), count, 0);
        combine(type, op, result.data(), result.data(), c.data(), count, 1);
        return result;
      };
      INFO(name(op) << " of " << name(type));
      const Bytes first = fold(pairs.left, pairs.right, third);
      CHECK(fold(third, pairs.right, pairs.left) == first);
      CHECK(fold(pairs.right, third, pairs.left) == first);
    }
  }
}

TEST_CASE("kernels: a row of small floats is converted as each alone is") {
  for (const DataType type : all_dtypes()) {
    if (!is_small_float(type)) continue;
    const std::size_t size = size_of(type);
    const Bytes small = pairs_of(type).left;
    const Bytes bits = pairs_of(DataType::float32).left;
    std::vector<float> wide(bits.size() / sizeof(float));
    std::memcpy(wide.data(), bits.data(), bits.size());
    on_each_instruction_set([&] {
      std::vector<float> widened(small.size() / size);
      to_float32(type, widened.data(), small.data(), widened.size());
      for (std::size_t i = 0; i < widened.size(); ++i) {
        float alone = 0;
        to_float32(type, &alone, small.data() + i * size, 1);
        REQUIRE(std::memcmp(&alone, &widened[i], sizeof alone) == 0);
      }
      for (const Overflow overflow : {Overflow::as_reduced, Overflow::to_infinity}) {
        Bytes narrowed(wide.size() * size);
        from_float32(type, narrowed.data(), wide.data(), wide.size(), overflow);
        for (std::size_t i = 0; i < wide.size(); ++i) {
          Element alone(size);
          from_float32(type, alone.data(), &wide[i], 1, overflow);
          REQUIRE(alone == element_at(narrowed, i, size));
        }
      }
    });
  }
}

// The same digests on every platform prove the same bits there: they were printed by this test on x86-64.
TEST_CASE("kernels: the bits are those of other platforms") {
  struct Known {
    DataType type;
    std::uint64_t digest;
  };
  constexpr std::array kKnown{
      Known{DataType::int8, 0x30d1457fbe2400d5},        Known{DataType::uint8, 0x8478845389555f91},
      Known{DataType::int32, 0xb4f91fa0c7e42f03},       Known{DataType::uint32, 0x8b3bacd51f12919d},
      Known{DataType::int64, 0xa0e4300f7f18997d},       Known{DataType::uint64, 0x376518b181874a2e},
      Known{DataType::float16, 0xef313ed322f0f10d},     Known{DataType::bfloat16, 0x314e79576dbe8c1a},
      Known{DataType::float32, 0x0f9e7dc1b69bcf87},     Known{DataType::float64, 0xd61ec754e118c784},
      Known{DataType::float8_e4m3, 0xfbaf89909f746af5}, Known{DataType::float8_e5m2, 0x2c69c23819dafa99},
  };
  for (const Known& known : kKnown) {
    const DataType type = known.type;
    const Pairs pairs = pairs_of(type);
    std::uint64_t now = 14695981039346656037U;  // FNV-1a
    for (const Operator op : operators_for(type)) {
      Bytes got(pairs.left.size());
      combine(type, op, got.data(), pairs.left.data(), pairs.right.data(), pairs.left.size() / size_of(type), 3);
      for (const std::byte byte : got) now = (now ^ static_cast<std::uint64_t>(byte)) * 1099511628211U;
    }
    INFO(name(type));
    CHECK(now == known.digest);
  }
}

TEST_CASE("kernels: which operators exist for which types, and why not") {
  CHECK(exists(Operator::band, DataType::uint8));
  CHECK(exists(Operator::premul_sum, DataType::int64));
  CHECK_FALSE(exists(Operator::lor, DataType::float8_e4m3));
  CHECK(refusal(Operator::band, DataType::int8).empty());
  CHECK(refusal(Operator::band, DataType::float16) ==
        "op is 'band', which float16 does not have; its dtypes are int8, uint8, int32, uint32, int64, uint64.");
  CHECK(refusal(Accumulate::float32, DataType::float64) ==
        "accumulate is 'float32', which float64 does not have; its dtypes are float16, bfloat16, float8_e4m3, "
        "float8_e5m2.");
}

}  // namespace
}  // namespace ringlet::test
