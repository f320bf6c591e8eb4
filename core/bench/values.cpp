#include "values.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "ringlet/reduction.hpp"

namespace ringlet::bench {
namespace {

// Contributions repeat after so many elements: a prime, so that no shift by a power of two goes unseen.
constexpr std::uint64_t kPeriod = 8191;
constexpr std::int64_t kLargest = 999;
constexpr int kTwos = 6;  // factors of 2 in a product: 64 fits every type

// Up to which the type has every whole number.
constexpr std::int64_t exact_up_to(DataType dtype) {
  switch (dtype) {
    case DataType::int8: return 127;
    case DataType::uint8: return 255;
    case DataType::bfloat16: return 256;
    case DataType::float16: return 2048;
    case DataType::float8_e4m3: return 16;
    case DataType::float8_e5m2: return 8;
    default: return 1 << 24;
  }
}

std::uint32_t mixed(int rank, std::uint64_t element) {
  std::uint32_t x = static_cast<std::uint32_t>(element % kPeriod) * 2654435761U ^
                    (static_cast<std::uint32_t>(rank) + 1) * 0x9e3779b1U;
  x = (x ^ x >> 15) * 0x85ebca6bU;
  return x ^ x >> 13;
}

template <class T>
void store_as(std::byte* to, std::int64_t value) {
  const T element = static_cast<T>(value);
  std::memcpy(to, &element, sizeof(T));
}

// The first elements of a run that repeats after kPeriod.
template <class ValueOf>
std::vector<std::byte> period(DataType dtype, std::uint64_t count, std::uint64_t first, ValueOf&& value_of) {
  const std::uint64_t elements = std::min(count, kPeriod);
  std::vector<std::byte> result(static_cast<std::size_t>(elements * size_of(dtype)));
  for (std::uint64_t i = 0; i < elements; ++i) {
    Values::store(dtype, result.data() + i * size_of(dtype), value_of(first + i));
  }
  return result;
}

}  // namespace

void Values::store(DataType dtype, std::byte* to, std::int64_t value) {
  switch (dtype) {
    case DataType::int8:
    case DataType::uint8: return store_as<std::int8_t>(to, value);
    case DataType::int32:
    case DataType::uint32: return store_as<std::int32_t>(to, value);
    case DataType::int64:
    case DataType::uint64: return store_as<std::int64_t>(to, value);
    case DataType::float32: return store_as<float>(to, value);
    case DataType::float64: return store_as<double>(to, value);
    default: const auto wide = static_cast<float>(value); from_float32(dtype, to, &wide, 1);
  }
}

std::int64_t Values::contribution(int rank, std::uint64_t element) const {
  const std::uint32_t random = mixed(rank, element);
  const auto up_to = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random % static_cast<std::uint32_t>(std::min(most, kLargest) + 1));
  };
  const std::int64_t exact = exact_up_to(dtype_);
  if (!reduces_ || op_ == Operator::min || op_ == Operator::max) return up_to(exact);
  if (is_bitwise(op_) && op_ < Operator::land) return random % 128;
  // A result is often 0 and often not, on however many ranks; what is not 0 stays so in the smallest type.
  if (is_bitwise(op_)) return random % static_cast<std::uint32_t>(ranks_) == 0 ? 0 : 1 + random / 1024 % 127;
  // Ranks take turns where not all of them may add to a sum or product.
  const auto turn =
      static_cast<std::int64_t>((element + static_cast<std::uint64_t>(rank)) % static_cast<std::uint64_t>(ranks_));
  if (op_ == Operator::prod) return turn < kTwos && random % 2 == 1 ? 2 : 1;
  const std::int64_t share = op_ == Operator::avg ? ranks_ : 1;  // an average's contributions divide by the ranks
  const std::int64_t whole = exact / (op_ == Operator::premul_sum ? 2 : share);
  return share * (whole >= ranks_ ? up_to(whole / ranks_) : static_cast<std::int64_t>(turn < whole));
}

std::int64_t Values::combined(RankRange contributors, std::uint64_t element) const {
  const auto logical = [this](std::int64_t value) {
    return op_ >= Operator::land ? static_cast<std::int64_t>(value != 0) : value;
  };
  std::int64_t result = logical(contribution(contributors.first, element));
  for (int rank = contributors.first + 1; rank < contributors.last; ++rank) {
    const std::int64_t next = logical(contribution(rank, element));
    switch (op_) {
      case Operator::prod: result *= next; break;
      case Operator::min: result = std::min(result, next); break;
      case Operator::max: result = std::max(result, next); break;
      case Operator::band:
      case Operator::land: result &= next; break;
      case Operator::bor:
      case Operator::lor: result |= next; break;
      case Operator::bxor: result ^= next; break;
      case Operator::sum:
      case Operator::avg:
      case Operator::premul_sum: result += next;
    }
  }
  if (op_ == Operator::avg) return result / ranks_;
  return op_ == Operator::premul_sum ? result * 2 : result;
}

void Values::fill(std::span<std::byte> elements, int rank, std::uint64_t first) const {
  const auto one = period(dtype_, elements.size() / size_of(dtype_), first,
                          [&](std::uint64_t element) { return contribution(rank, element); });
  for (std::size_t at = 0; at < elements.size(); at += one.size()) {
    std::memcpy(elements.data() + at, one.data(), std::min(one.size(), elements.size() - at));
  }
}

std::uint64_t Values::wrong(std::span<const std::byte> elements, RankRange contributors, std::uint64_t first) const {
  const std::size_t size = size_of(dtype_);
  const auto one = period(dtype_, elements.size() / size, first, [&](std::uint64_t element) {
    return reduces_ ? combined(contributors, element) : contribution(contributors.first, element);
  });
  std::uint64_t result = 0;
  for (std::size_t at = 0; at < elements.size(); at += one.size()) {
    const auto block = elements.subspan(at, std::min(one.size(), elements.size() - at));
    if (std::memcmp(block.data(), one.data(), block.size()) == 0) continue;
    for (std::size_t i = 0; i < block.size(); i += size) {
      if (std::memcmp(block.data() + i, one.data() + i, size) != 0) ++result;
    }
  }
  return result;
}

}  // namespace ringlet::bench
