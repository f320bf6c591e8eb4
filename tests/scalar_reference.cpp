#include "scalar_reference.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace ringlet::test {
namespace {

struct Format {
  int exponent_bits, mantissa_bits;
  bool infinity, saturates;

  std::uint32_t exponents() const { return 1U << exponent_bits; }
  std::uint32_t mantissas() const { return 1U << mantissa_bits; }
  int bias() const { return static_cast<int>(exponents() / 2) - 1; }
  std::uint32_t sign() const { return exponents() * mantissas(); }
  // The largest finite number: E4M3 keeps only its very last pattern for NaN.
  std::uint32_t largest() const { return infinity ? (exponents() - 1) * mantissas() - 1 : sign() - 2; }
  std::uint32_t nan() const { return infinity ? largest() + 1 + mantissas() / 2 : sign() - 1; }
  // As if every pattern were a finite number.
  double finite(std::uint32_t magnitude) const {
    const std::uint32_t exponent = magnitude / mantissas();
    const std::uint32_t mantissa = magnitude % mantissas();
    if (exponent == 0) return std::ldexp(mantissa, 1 - bias() - mantissa_bits);
    return std::ldexp(mantissas() + mantissa, static_cast<int>(exponent) - bias() - mantissa_bits);
  }
};

Format format_of(DataType type) {
  switch (type) {
    case DataType::float16: return {5, 10, true, false};
    case DataType::bfloat16: return {8, 7, true, false};
    case DataType::float8_e4m3: return {4, 3, false, true};
    default: return {5, 2, true, true};
  }
}

template <class T>
T read(const Element& element) {
  T value{};
  std::memcpy(&value, element.data(), sizeof value);
  return value;
}

template <class T>
Element written(T value, std::size_t bytes = sizeof(T)) {
  Element element(bytes);
  std::memcpy(element.data(), &value, bytes);  // little-endian: the low bytes
  return element;
}

// Wide enough for every integer type, with its sign.
std::uint64_t whole(DataType type, const Element& element) {
  switch (type) {
    case DataType::int8: return static_cast<std::uint64_t>(std::int64_t{read<std::int8_t>(element)});
    case DataType::int32: return static_cast<std::uint64_t>(std::int64_t{read<std::int32_t>(element)});
    case DataType::uint8: return read<std::uint8_t>(element);
    case DataType::uint32: return read<std::uint32_t>(element);
    default: return read<std::uint64_t>(element);
  }
}

bool is_signed(DataType type) { return type == DataType::int8 || type == DataType::int32 || type == DataType::int64; }

std::uint64_t combined_integers(Operator op, std::uint64_t a, std::uint64_t b, bool with_sign) {
  const bool less = with_sign ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  switch (op) {
    case Operator::prod: return a * b;
    case Operator::min: return less ? a : b;
    case Operator::max: return less ? b : a;
    case Operator::band: return a & b;
    case Operator::bor: return a | b;
    case Operator::bxor: return a ^ b;
    case Operator::land: return a != 0 && b != 0 ? 1 : 0;
    case Operator::lor: return a != 0 || b != 0 ? 1 : 0;
    default: return a + b;
  }
}

// In double for small floats: sums and products of two of them round there, if at all, so far below their own precision
// that the second rounding gives what one would.
template <class T>
T combined_floats(Operator op, T a, T b) {
  if (op == Operator::prod) return a * b;
  if (op != Operator::min && op != Operator::max) return a + b;
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
  const bool first_is_less = a < b || (a == b && std::signbit(a));
  return first_is_less == (op == Operator::min) ? a : b;
}

template <class T>
T without_payload(T value) {
  return std::isnan(value) ? std::numeric_limits<T>::quiet_NaN() : value;
}

std::uint32_t small_bits(DataType type, const Element& element) {
  return size_of(type) == 1 ? read<std::uint8_t>(element) : read<std::uint16_t>(element);
}

Element small_element(DataType type, double value) { return written(small_nearest(type, value, true), size_of(type)); }

}  // namespace

double small_value(DataType type, std::uint32_t bits) {
  const Format format = format_of(type);
  const std::uint32_t magnitude = bits % format.sign();
  double value = std::numeric_limits<double>::quiet_NaN();
  if (magnitude <= format.largest()) value = format.finite(magnitude);
  if (format.infinity && magnitude == format.largest() + 1) value = std::numeric_limits<double>::infinity();
  return bits >= format.sign() ? -value : value;
}

std::uint32_t small_nearest(DataType type, double value, bool saturate) {
  const Format format = format_of(type);
  if (std::isnan(value)) return format.nan();
  const double magnitude = std::abs(value);
  std::uint32_t below = 0;
  for (std::uint32_t step = format.sign(); step > 0; step /= 2) {
    if (below + step <= format.largest() && format.finite(below + step) <= magnitude) below += step;
  }
  const double down = magnitude - format.finite(below);
  const double up = format.finite(below + 1) - magnitude;
  std::uint32_t nearest = down < up || (down == up && below % 2 == 0) ? below : below + 1;
  if (nearest > format.largest()) nearest = saturate && format.saturates ? format.largest() : format.largest() + 1;
  return nearest + (std::signbit(value) ? format.sign() : 0);
}

Element combined(DataType type, Operator op, const Element& left, const Element& right) {
  if (is_integer(type)) {
    return written(combined_integers(op, whole(type, left), whole(type, right), is_signed(type)), size_of(type));
  }
  if (type == DataType::float32) return written(combined_floats(op, read<float>(left), read<float>(right)));
  if (type == DataType::float64) return written(combined_floats(op, read<double>(left), read<double>(right)));
  return small_element(
      type, combined_floats(op, small_value(type, small_bits(type, left)), small_value(type, small_bits(type, right))));
}

Element completed(DataType type, Operator op, const Element& value, int ranks) {
  const int divisor = op == Operator::avg ? ranks : 1;
  if (is_integer(type)) {
    const std::uint64_t sum = whole(type, value);
    const auto by = static_cast<std::uint64_t>(divisor);
    const std::uint64_t quotient =
        is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(sum) / divisor) : sum / by;
    return written(quotient, size_of(type));
  }
  if (type == DataType::float32) return written(without_payload(read<float>(value) / static_cast<float>(divisor)));
  if (type == DataType::float64) return written(without_payload(read<double>(value) / divisor));
  // Divided in float32, then rounded: two roundings, as promised.
  const auto sum = static_cast<float>(small_value(type, small_bits(type, value)));
  return divisor == 1 ? value : small_element(type, static_cast<double>(sum / static_cast<float>(divisor)));
}

Element scaled(DataType type, const Element& value, const Element& scalar) {
  return completed(type, Operator::prod, combined(type, Operator::prod, value, scalar), 1);
}

Element element_of(DataType type, int value) {
  if (is_integer(type)) return written(static_cast<std::uint64_t>(std::int64_t{value}), size_of(type));
  if (type == DataType::float32) return written(static_cast<float>(value));
  if (type == DataType::float64) return written(static_cast<double>(value));
  return small_element(type, value);
}

std::vector<DataType> all_dtypes() {
  std::vector<DataType> result;
  for (std::size_t i = 0; i < names<DataType>.size(); ++i) result.push_back(static_cast<DataType>(i));
  return result;
}

std::vector<Operator> operators_for(DataType type) {
  std::vector<Operator> result;
  for (std::size_t i = 0; i < names<Operator>.size(); ++i) {
    if (exists(static_cast<Operator>(i), type)) result.push_back(static_cast<Operator>(i));
  }
  return result;
}

}  // namespace ringlet::test
