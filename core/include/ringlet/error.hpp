// Errors are values: a code to act on, a sentence to read, and who waits for whom where that is the cause.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "ringlet/types.hpp"

namespace ringlet {

enum class ErrorCode : std::uint8_t {
  invalid,   // the call itself is wrong: an argument, a value
  deadline,  // a rank waited longer than the timeout
  aborted,   // somebody aborted the run
  mismatch,  // ranks disagree about what is called
  failed,    // the world failed before and has to be rebuilt
};
template <>
inline constexpr std::array names<ErrorCode>{"invalid"sv, "deadline"sv, "aborted"sv, "mismatch"sv, "failed"sv};

// Rank `rank` cannot take its step `step` before `for_rank` acts. Without a collective it waits for a single message.
struct Waiting {
  int rank;
  int for_rank;
  std::uint32_t step;
  std::string collective;
  std::string algorithm;
};

struct Error {
  ErrorCode code;
  std::string message;
  std::vector<Waiting> waiting;
  std::vector<int> culprits;  // waited for, and waiting for nobody
};

template <class T>
using Result = tl::expected<T, Error>;

// "1 rank", "2 ranks": what a sentence counts.
std::string counted(std::integral auto count, std::string_view what) {
  std::string text = std::to_string(count) + " ";
  text += what;
  return count == 1 ? text : text + "s";
}

// An error of that code with that sentence.
inline tl::unexpected<Error> error(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message), {}, {}});
}

}  // namespace ringlet
