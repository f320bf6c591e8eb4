// The catalogue of algorithms. An algorithm is a pure function from a request to a plan.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ringlet/error.hpp"
#include "ringlet/layout.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

struct PlanRequest {
  const Collective* collective = nullptr;
  int ranks = 1;
  int root = 0;
  bool in_place = false;
};

// One collective served by an algorithm.
struct Variant {
  const Collective* collective;
  Plan (*plan)(const PlanRequest&);
  // The closed form: elements that a rank sends, derived on paper and never from the plan.
  std::uint64_t (*elements_sent)(const Layout&, int rank);
};

struct Algorithm {
  std::string_view name;
  std::string_view ranks;  // for which numbers of ranks it exists: "any", "power of two", ...
  std::span<const Variant> variants;

  // How it serves that collective, or null.
  const Variant* variant(const Collective& collective) const;
};

// More would verify, but not within the seconds that a command may take.
inline constexpr int kMaxRanks = 256;

// Every algorithm, in the order in which `ringlet list` prints them.
std::span<const Algorithm* const> algorithms();
// The algorithm with that name, or null.
const Algorithm* find_algorithm(std::string_view name);
// The plan that the algorithm makes for the request; `invalid` names the argument that cannot be served.
Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& request);

}  // namespace ringlet
