// Programs of the communicator that end with an error, and what it and the ranks' own errors say.
#pragma once

#include <thread>

#include "../support.hpp"
#include "ringlet/communicator.hpp"

namespace ringlet::test {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using Values = std::vector<std::int32_t>;

inline constexpr CallOptions kQuick{.timeout = milliseconds(150)};
// Beyond the deadline; loaded machines and sanitizers take their time.
inline constexpr milliseconds kLate{2500};

// The error with which a run of this work on so many ranks ends, and every rank's own.
struct Told {
  Error error;
  std::vector<std::optional<Error>> ranks;
  std::chrono::nanoseconds took;
};

inline Told told(int ranks, const std::function<Result<void>(Communicator&)>& work) {
  World world(ranks);
  Told result{{}, std::vector<std::optional<Error>>(static_cast<std::size_t>(ranks)), {}};
  const auto begin = Clock::now();
  const auto ended = run_ranks(world, [&](Communicator& self) -> Result<void> {
    auto done = work(self);
    if (!done) result.ranks[static_cast<std::size_t>(self.rank())] = done.error();
    return done;
  });
  result.took = Clock::now() - begin;
  REQUIRE_FALSE(ended);
  result.error = ended.error();
  return result;
}

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A call that writes nothing may not have touched this.
inline Result<void> all_reduce_of(Communicator& self, std::size_t count, Operator op = Operator::sum,
                                  CallOptions options = {}) {
  const Values mine(count, self.rank());
  Values sum(count, -1);
  auto done = self.all_reduce(std::span(mine), std::span(sum), op, options);
  if (!done && std::count(sum.begin(), sum.end(), -1) != static_cast<std::ptrdiff_t>(count)) {
    return error(ErrorCode::invalid, "The output was written.");
  }
  return done;
}

}  // namespace ringlet::test
