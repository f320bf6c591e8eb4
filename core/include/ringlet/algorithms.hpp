// The catalogue of algorithms. An algorithm is a pure function from a request to a plan.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ringlet/error.hpp"
#include "ringlet/layout.hpp"
#include "ringlet/plan.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

struct PlanRequest {
  const Collective* collective = nullptr;
  int ranks = 1;
  int root = 0;
  bool in_place = false;
  std::uint32_t slices = 0;  // pieces that each chunk is cut into for pipelining; 0 for the algorithm's own number
};

struct RankRule {
  std::string_view name;     // "any", "power of two", "composite"
  std::string_view must_be;  // as a sentence says it
  bool (*holds)(int ranks);
};
inline constexpr RankRule kAnyRanks{"any", "any number", [](int) { return true; }};
inline constexpr RankRule kPowerOfTwo{"power of two", "a power of two",
                                      [](int ranks) { return (ranks & (ranks - 1)) == 0; }};

// One collective served by an algorithm.
struct Variant {
  const Collective* collective;
  Plan (*plan)(const PlanRequest&);
  // The closed form: elements that a rank sends, derived on paper and never from the plan.
  std::uint64_t (*elements_sent)(const Layout&, int rank);
  // The numbers of ranks for which it exists.
  RankRule ranks = kAnyRanks;
  std::uint32_t slices = 1;   // when the request names none
  bool slices_parts = false;  // its plan cuts the slices itself, each part of a sequence on its own
};

struct Algorithm {
  std::string_view name;
  std::span<const Variant> variants;

  // How it serves that collective, or null.
  const Variant* variant(const Collective& collective) const;
  // Whether it serves that collective on so many ranks.
  bool serves(const Collective& collective, int ranks) const;
};

// More would verify, but not within the seconds and the memory that a command may take.
inline constexpr int kMaxRanks = 1024;
inline constexpr std::uint32_t kMaxSlices = 256;

// Every algorithm, in the order in which `ringlet list` prints them.
std::span<const Algorithm* const> algorithms();
// The algorithm with that name, or null.
const Algorithm* find_algorithm(std::string_view name);
// What serves a collective when nobody chose, the ranks straight with each other and in rank order whatever the size:
// `direct`, else `naive` (for rooted collectives the root is where the data is), else the first that there is.
const Algorithm& default_algorithm(const Collective& collective);
// The plan that the algorithm makes for the request; `invalid` names the argument that cannot be served.
Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& request);
// A verified program by that algorithm, or by the default when it is null. An operator that does not commute needs a
// program that adds up in rank order (V5): `invalid` names the algorithms that do when the chosen one does not.
Result<Program> make_program(const PlanRequest& request, const Algorithm* algorithm = nullptr, bool commutative = true);

}  // namespace ringlet
