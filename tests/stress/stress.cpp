// Ranks that do at random whatever a communicator allows: collectives by any algorithm, in groups, started and waited
// for later, with messages between them, with ranks that dawdle and ranks that abort. Every result is checked against
// the oracle; what would hang is ended and reported with its seed.
//
// ringlet_stress [seconds] [seed]; built for each sanitizer by `npm run stress`.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "oracle.hpp"
#include "random.hpp"
#include "ringlet/communicator.hpp"

namespace ringlet::test {
namespace {

using Clock = std::chrono::steady_clock;
using Values = std::vector<std::int64_t>;

constexpr std::chrono::seconds kStuck{120};
constexpr CallOptions kOptions{.timeout = std::chrono::seconds(60)};

std::atomic<std::uint64_t> calls{0};
std::atomic<bool> ended{false};

// The element that a rank of a group gives to a call: small, so that no sum overflows.
std::int64_t given(std::uint64_t call, int rank, std::size_t index) {
  return static_cast<std::int64_t>((call * 31 + static_cast<std::uint64_t>(rank) * 17 + index * 7) % 1001) - 500;
}

// One call and its memory, the same on all ranks but for their part in it.
struct Made {
  Asked asked;
  const Algorithm* algorithm = nullptr;
  bool in_place = false;
  std::uint64_t number = 0;
  Values memory{};
  std::size_t input_at = 0, output_at = 0;
};

template <class T>
const T& any_of(Random& random, const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(random.below(choices.size()))];
}

// Draws the same numbers on every rank.
Made any_call(Random& random, int ranks) {
  Made made{.asked = {.ranks = ranks}};
  const auto all = collectives();
  made.asked.collective = all[static_cast<std::size_t>(random.below(all.size()))];
  std::vector<const Algorithm*> serving;
  for (const Algorithm* algorithm : algorithms()) {
    const Variant* variant = algorithm->variant(*made.asked.collective);
    if (variant != nullptr && variant->ranks.holds(ranks)) serving.push_back(algorithm);
  }
  made.algorithm = any_of(random, serving);
  const auto n = static_cast<std::uint64_t>(ranks);
  const std::vector<std::uint64_t> counts{0, 1, 2, n - 1, n + 1, 64, 73, 1000, 3000};
  if (made.asked.collective->uniform != nullptr) {
    for (std::uint32_t part = made.asked.collective->parts(ranks); part > 0; --part) {
      made.asked.counts.push_back(random.below(9));
    }
  } else {
    made.asked.count = any_of(random, counts);
  }
  if (made.asked.collective->rooted) made.asked.root = static_cast<int>(random.below(n));
  made.in_place = made.asked.collective->in_place && random.below(3) == 0;
  made.number = random.below(1'000'000);
  return made;
}

RankCall prepared(Made& made, int rank) {
  const std::size_t in = input_length(made.asked, rank);
  const std::size_t out = output_length(made.asked, rank);
  const auto offset = made.in_place ? in_place_offset(made.asked, rank) : std::nullopt;
  made.input_at = offset && *offset < 0 ? static_cast<std::size_t>(-*offset) : 0;
  made.output_at = offset ? static_cast<std::size_t>(static_cast<std::ptrdiff_t>(made.input_at) + *offset) : in;
  made.memory.assign(std::max(made.input_at + in, made.output_at + out) + 1, -1);
  for (std::size_t i = 0; i < in; ++i) made.memory[made.input_at + i] = given(made.number, rank, i);
  return {.send = made.memory.data() + made.input_at,
          .recv = made.memory.data() + made.output_at,
          .count = made.asked.count,
          .counts = made.asked.counts,
          .dtype = DataType::int64,
          .root = made.asked.root,
          .options = {.algorithm = made.algorithm, .timeout = kOptions.timeout}};
}

Result<void> checked(const Made& made, int rank) {
  std::size_t at = made.output_at;
  for (const Piece& piece : promised(made.asked, rank)) {
    for (std::size_t i = piece.offset; i < piece.offset + piece.length; ++i, ++at) {
      std::int64_t wanted = 0;
      for (int from = piece.first; from < piece.last; ++from) wanted += given(made.number, from, i);
      if (made.memory[at] == wanted) continue;
      return error(ErrorCode::invalid, "WRONG: " + std::string(made.asked.collective->name) + " by " +
                                           std::string(made.algorithm->name) + ", rank " + std::to_string(rank) +
                                           " of " + std::to_string(made.asked.ranks) + ", element " +
                                           std::to_string(at - made.output_at));
    }
  }
  ++calls;
  return {};
}

Result<void> call_now(Communicator& group, Random& random) {
  Made made = any_call(random, group.size());
  if (auto done = group.call(*made.asked.collective, prepared(made, group.rank())); !done) return done;
  return checked(made, group.rank());
}

Result<void> start_several(Communicator& whole, Random& random, Communicator& part, Random& of_part) {
  std::vector<Made> made;
  std::vector<Request> requests;
  const std::uint64_t several = 1 + random.below(4);
  for (std::uint64_t i = 0; i < several; ++i) {
    made.push_back(i % 2 == 0 ? any_call(random, whole.size()) : any_call(of_part, part.size()));
  }
  for (std::uint64_t i = 0; i < several; ++i) {
    Communicator& group = i % 2 == 0 ? whole : part;
    auto request = group.start(*made[i].asked.collective, prepared(made[i], group.rank()));
    if (!request) return tl::unexpected(request.error());
    requests.push_back(std::move(*request));
  }
  for (std::uint64_t i = 0; i < several; ++i) {
    if (auto done = requests[i].wait(); !done) return done;
    if (auto right = checked(made[i], (i % 2 == 0 ? whole : part).rank()); !right) return right;
  }
  return {};
}

Result<void> pass_around(Communicator& group, Random& random) {
  const int n = group.size();
  const auto count = static_cast<std::size_t>(random.below(3) * 200);
  const std::uint64_t number = random.below(1000);
  const int step = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
  const int to = (group.rank() + step) % n;
  const int from = (group.rank() + n - step % n) % n;
  Values mine(count), theirs(count);
  for (std::size_t i = 0; i < count; ++i) mine[i] = given(number, group.rank(), i);
  using enum Transfer::Direction;
  const std::array<Transfer, 2> both{Transfer{recv, from, nullptr, theirs.data(), count, DataType::int64},
                                     Transfer{send, to, mine.data(), nullptr, count, DataType::int64}};
  if (auto done = group.exchange(both, kOptions); !done) return done;
  for (std::size_t i = 0; i < count; ++i) {
    if (theirs[i] != given(number, from, i)) return error(ErrorCode::invalid, "WRONG: a message");
  }
  ++calls;
  return {};
}

// What every rank of a world does; all draw the same numbers from the same seed, and their own for their own delays.
Result<void> rank_life(Communicator& self, std::uint64_t seed, bool aborts) {
  Random shared(seed);
  Random own(seed * 64 + static_cast<std::uint64_t>(self.rank()));
  const auto colours = 1 + shared.below(3);
  const auto colour = static_cast<int>(static_cast<std::uint64_t>(self.rank()) % colours);
  auto part = self.split(colour, shared.below(2) == 0 ? self.rank() : -self.rank());
  if (!part) return tl::unexpected(part.error());
  const std::uint64_t steps = 5 + shared.below(20);
  const std::uint64_t last = aborts ? shared.below(steps) : steps;
  const auto aborter = static_cast<int>(shared.below(static_cast<std::uint64_t>(self.size())));
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (own.below(8) == 0) std::this_thread::sleep_for(std::chrono::microseconds(own.below(500)));
    if (i == last && self.rank() == aborter) {
      self.abort("by chance");
      return {};
    }
    // The parts draw from a seed of their own, so that a part's calls do not depend on another's size.
    Random of_part(seed + i * 1000 + static_cast<std::uint64_t>(colour) + 7);
    const std::uint64_t kind = shared.below(5);
    Result<void> done;
    if (kind == 0) done = call_now(self, shared);
    if (kind == 1) done = call_now(**part, of_part);
    if (kind == 2) done = start_several(self, shared, **part, of_part);
    if (kind == 3) done = pass_around(self, shared);
    if (kind == 4) done = pass_around(**part, of_part);
    if (!done) return done;
  }
  return {};
}

// Ends the process when nothing has been done for long: nothing may hang.
void watch() {
  std::uint64_t seen = 0;
  for (auto since = Clock::now(); !ended.load();) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (calls.load() != seen) since = Clock::now();
    seen = calls.load();
    if (Clock::now() - since < kStuck) continue;
    std::puts("HANG: nothing was done for two minutes");
    std::abort();
  }
}

int stress(std::chrono::seconds time, std::uint64_t seed) {
  std::thread watcher(watch);
  std::uint64_t worlds = 0, aborted = 0;
  int wrong = 0;
  const auto until = Clock::now() + time;
  for (Random random(seed); Clock::now() < until && wrong == 0; ++worlds) {
    const std::uint64_t own_seed = random.next();
    const int ranks = 2 + static_cast<int>(random.below(random.below(4) == 0 ? 31 : 6));
    const bool aborts = random.below(5) == 0;
    World world(ranks);
    const auto result = run_ranks(world, [&](Communicator& self) { return rank_life(self, own_seed, aborts); });
    const bool as_meant =
        aborts ? !result && result.error().message.find("by chance") != std::string::npos : result.has_value();
    aborted += aborts ? 1 : 0;
    if (as_meant) continue;
    ++wrong;
    std::printf("%d ranks, seed %llu of %llu: %s\n", ranks, static_cast<unsigned long long>(own_seed),
                static_cast<unsigned long long>(seed), result ? "no abort" : result.error().message.c_str());
  }
  ended = true;
  watcher.join();
  std::printf("%llu worlds, %llu of them aborted, %llu calls checked, %s\n", static_cast<unsigned long long>(worlds),
              static_cast<unsigned long long>(aborted), static_cast<unsigned long long>(calls.load()),
              wrong == 0 ? "all right" : "one wrong");
  return wrong;
}

}  // namespace
}  // namespace ringlet::test

int main(int count, char** arguments) {
  const long seconds = count > 1 ? std::strtol(arguments[1], nullptr, 10) : 60;
  const unsigned long long seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  return ringlet::test::stress(std::chrono::seconds(seconds), seed);
}
