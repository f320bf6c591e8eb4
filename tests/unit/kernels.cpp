// Every kernel against the same operator on one element at a time.
#include "reduce/kernels.hpp"

#include <cmath>
#include <limits>

#include "scalar_reference.hpp"
#include "support.hpp"

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

TEST_CASE("kernels: every dtype and operator, complete values and averages") {
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    const Pairs pairs = pairs_of(type);
    const std::size_t count = pairs.left.size() / size;
    for (const Operator op : operators_for(type)) {
      for (const int ranks : {1, 2, 3, 200, 256}) {
        if (ranks > 1 && op != Operator::avg) continue;
        Bytes got(pairs.left.size());
        combine(type, op, got.data(), pairs.left.data(), pairs.right.data(), count, ranks);
        for (std::size_t i = 0; i < count; ++i) {
          const Element left = element_at(pairs.left, i, size);
          const Element right = element_at(pairs.right, i, size);
          const Element wanted = completed(type, op, combined(type, op, left, right), ranks);
          if (element_at(got, i, size) == wanted) continue;
          FAIL(name(op) << " of " << name(type) << " " << hex(left) << " and " << hex(right) << " on " << ranks
                        << " ranks: " << hex(element_at(got, i, size)) << " instead of " << hex(wanted));
        }
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
      Bytes got(64 * size);
      scale(type, got.data(), pairs.left.data(), scalar.data(), 64);
      for (std::size_t i = 0; i < 64; ++i) {
        INFO(name(type) << " " << hex(element_at(pairs.left, i, size)) << " by " << hex(scalar));
        REQUIRE(hex(element_at(got, i, size)) == hex(scaled(type, element_at(pairs.left, i, size), scalar)));
      }
    }
  }
}

// Vectorised loops and their tails, in place over either operand, at unaligned starts.
TEST_CASE("kernels: the result is the same wherever it is stored and however long it is") {
  for (const DataType type : all_dtypes()) {
    const std::size_t size = size_of(type);
    const Pairs pairs = pairs_of(type);
    for (const Operator op : operators_for(type)) {
      for (std::size_t count = 0; count < 70; ++count) {
        const Bytes left(pairs.left.begin(), pairs.left.begin() + static_cast<std::ptrdiff_t>(count * size));
        const Bytes right(pairs.right.begin(), pairs.right.begin() + static_cast<std::ptrdiff_t>(count * size));
        Bytes apart(count * size);
        Bytes wanted;
        for (std::size_t i = 0; i < count; ++i) {
          Bytes one(size);
          combine(type, op, one.data(), left.data() + i * size, right.data() + i * size, 1, 3);
          wanted.insert(wanted.end(), one.begin(), one.end());
        }
        Bytes over_left = left;
        Bytes over_right = right;
        combine(type, op, apart.data(), left.data(), right.data(), count, 3);
        combine(type, op, over_left.data(), over_left.data(), right.data(), count, 3);
        combine(type, op, over_right.data(), left.data(), over_right.data(), count, 3);
        INFO(name(op) << " of " << count << " " << name(type));
        REQUIRE(apart == wanted);
        REQUIRE(over_left == wanted);
        REQUIRE(over_right == wanted);
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
      const auto folded = [&](const Bytes& a, const Bytes& b, const Bytes& c) {
        Bytes result(a.size());
        combine(type, op, result.data(), a.data(), b.data(), count, 0);
        combine(type, op, result.data(), result.data(), c.data(), count, 1);
        return result;
      };
      INFO(name(op) << " of " << name(type));
      const Bytes first = folded(pairs.left, pairs.right, third);
      CHECK(folded(third, pairs.right, pairs.left) == first);
      CHECK(folded(pairs.right, third, pairs.left) == first);
    }
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
