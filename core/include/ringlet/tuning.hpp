// Which algorithm is the fastest here: what a plan asks for, whatever it runs on; what each of that costs on this
// machine; and the choice, which is the same on all ranks since it depends on nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ringlet/algorithms.hpp"

namespace ringlet {

// Bytes are multiples of the longest buffer that a rank has.
struct Work {
  double hops = 0;      // messages one after the other, each of which has to come before the next is sent
  double messages = 0;  // sent or received
  double moved = 0;     // bytes copied
  double reduced = 0;   // bytes combined
  double fresh = 0;     // of both, those that another rank wrote in the same call: they lie in its core's cache
};

// What a plan asks for, found without running it.
struct PlanWork {
  int ranks = 1;
  double hops = 0;   // the longest chain of messages
  Work by_messages;  // the chain, or the rank, with most messages
  Work by_bytes;     // the chain, or the rank, with most bytes
  Work of_all;       // all ranks together: they share the cores
};
PlanWork work_of(const Plan& plan);

// What costs something. Bytes cost more or less the more of them there are, caches being what they are: each cost of
// bytes is that of the bytes from its size on up to the next one's, counting the longest buffers of all ranks together.
enum class Cost : std::uint8_t {
  call,
  hop,
  turn,  // a hop while ranks wait for a core
  message,
  moved,
  moved_64K,
  moved_1M,
  moved_16M,
  reduced,
  reduced_64K,
  reduced_1M,
  reduced_16M,
  fresh,
  fresh_64K,
  fresh_1M,
  fresh_16M,
};
template <>
inline constexpr std::array names<Cost>{"call"sv,    "hop"sv,         "turn"sv,       "message"sv,
                                        "moved"sv,   "moved_64K"sv,   "moved_1M"sv,   "moved_16M"sv,
                                        "reduced"sv, "reduced_64K"sv, "reduced_1M"sv, "reduced_16M"sv,
                                        "fresh"sv,   "fresh_64K"sv,   "fresh_1M"sv,   "fresh_16M"sv};
using PerCost = std::array<double, names<Cost>.size()>;

// How much of everything that costs a call of these bytes needs, bytes in MiB.
PerCost demand(const PlanWork& work, std::uint64_t bytes, int cores);

struct CostModel {
  int cores = 1;
  PerCost us{};  // none negative, so that more bytes never take less time

  double predict(const PlanWork& work, std::uint64_t bytes) const;
};

// The costs of a machine that nobody calibrated, with the number of cores that this one has.
CostModel default_costs();

struct Measured {
  PlanWork work;
  std::uint64_t bytes = 0;
  double us = 0;
};
// The costs with the least squares of relative errors. Where the points tell nothing of a cost it stays as in `start`.
CostModel fitted(std::span<const Measured> points, const CostModel& start);

// Bytes of the longest buffer of a rank, elements being of `element` bytes. `counts` in place of `count` for a
// v-variant, as if all of its parts had their average.
std::uint64_t longest_buffer(const Collective& collective, int ranks, std::uint64_t count,
                             std::span<const std::uint64_t> counts, std::size_t element);

// Those among which is chosen when nobody names any: all that serve the collective with that number of ranks, and for a
// collective that reduces only those that add up as the default does, so that the choice does not show in the bits.
// The default comes first.
std::vector<const Algorithm*> default_candidates(const Collective& collective, int ranks);

// With more ranks than this the plans of several candidates take too long, and nothing is chosen.
inline constexpr int kMostRanksToChoose = 64;

struct Candidate {
  const Algorithm* algorithm;
  PlanWork work;
};
// What those of the algorithms ask for that can serve the request, in place or not: they are planned for both.
std::vector<Candidate> candidates_of(const PlanRequest& request, std::span<const Algorithm* const> algorithms);
// The fastest of them by the model; the first one, unless another is more than `lead` times as fast. There must be one.
const Algorithm& fastest(const CostModel& model, std::span<const Candidate> candidates, std::uint64_t bytes,
                         double lead = 1);
// What auto wants of another than the default: predictions are about a fifth off.
inline constexpr double kLeadOverDefault = 1.25;

// The algorithm for a request of these bytes, among the named ones that can serve it; where none is named or none can,
// among default_candidates. With more than kMostRanksToChoose ranks the first of them.
const Algorithm& choose(const CostModel& model, const PlanRequest& request, std::uint64_t bytes,
                        std::span<const Algorithm* const> named = {});

}  // namespace ringlet
