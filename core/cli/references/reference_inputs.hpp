// Cases that Ringlet and other libraries run on the same inputs. The programs of tests/references include this too, so
// it needs nothing of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringlet::references {

using Json = nlohmann::ordered_json;

// How an element type stores its values.
struct Format {
  std::string_view dtype;
  std::size_t bytes;
  bool is_signed;
  unsigned fraction = 0;  // stored bits of a float's fraction; 0 for integers
  unsigned exponent = 0;  // bits of a float's exponent

  bool is_float() const { return exponent != 0; }
  // Between 1 and the next float above it.
  double epsilon() const;
};
// The format of that element type, or null.
const Format* find_format(std::string_view dtype);

// The value of one element, its bits low in `bits`; the float must be one that the format holds exactly.
double decoded(const Format& format, std::uint64_t bits);
std::uint64_t encoded(const Format& format, double value);

struct Case {
  std::string collective, dtype, op, values;
  std::string by;  // the library's own name of an algorithm, where one was asked for
  int ranks = 1;
  int root = 0;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> counts;  // for v-variants, of each part
  std::uint32_t seed = 0;
};
// Throws Json::exception where a field is missing or of another type.
Case case_from(const Json& json);

// The bits of the element with that index in the rank's input, by the case's `values`:
//   small    whole numbers from -8 to 8 (0 to 8 for unsigned types), whose sums and few products no order rounds
//   full     integers of the whole range; floats of all their digits, from 2^-8 to 2^8 in size, whose sums round
//   special  NaN, the infinities, zeros of both signs and a few others
std::uint64_t input_bits(const Case& of, const Format& format, int rank, std::uint64_t index);
// Fills a rank's input, whose length says how many elements it has.
void fill_input(const Case& of, const Format& format, int rank, std::span<std::byte> input);

// Elements as vectors store them: the bits of each, highest digit first.
std::string hex_of(const Format& format, std::span<const std::byte> elements);
std::uint64_t bits_at(const Format& format, std::span<const std::byte> elements, std::uint64_t index);

}  // namespace ringlet::references
