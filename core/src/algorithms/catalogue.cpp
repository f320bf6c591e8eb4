#include "catalogue.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../plan/builder.hpp"
#include "ringlet/combinators.hpp"

namespace ringlet {
namespace {

// What a command can check within seconds, and hold in memory.
constexpr std::size_t kMaxSteps = std::size_t{1} << 23;

std::size_t steps(const Plan& plan) {
  std::size_t sum = 0;
  for (const auto& lanes : plan.lanes) {
    for (const Lane& lane : lanes) sum += lane.size();
  }
  return sum;
}

}  // namespace

#define RINGLET_ADDRESS(algorithm) &(algorithm),
std::span<const Algorithm* const> algorithms() {
  static constexpr std::array all{RINGLET_ALGORITHMS(RINGLET_ADDRESS)};
  return all;
}
#undef RINGLET_ADDRESS

const Algorithm* find_algorithm(std::string_view name) {
  const auto all = algorithms();
  const auto it = std::find_if(all.begin(), all.end(), [&](auto* algorithm) { return algorithm->name == name; });
  return it == all.end() ? nullptr : *it;
}

const Variant* Algorithm::variant(const Collective& collective) const {
  const Collective* wanted = collective.uniform != nullptr ? collective.uniform : &collective;
  const auto it = std::find_if(variants.begin(), variants.end(), [&](auto& v) { return v.collective == wanted; });
  return it == variants.end() ? nullptr : &*it;
}

bool Algorithm::serves(const Collective& collective, int ranks) const {
  const Variant* served = variant(collective);
  return served != nullptr && served->ranks.holds(ranks);
}

Result<Plan> make_plan(const Algorithm& algorithm, const PlanRequest& request) {
  const std::string wanted(request.collective->name);
  if (request.ranks < 1 || request.ranks > kMaxRanks) {
    return error(ErrorCode::invalid,
                 "ranks is " + std::to_string(request.ranks) + "; allowed are 1 to " + std::to_string(kMaxRanks) + ".");
  }
  if (request.root < 0 || request.root >= request.ranks) {
    return error(ErrorCode::invalid, "root is " + std::to_string(request.root) + "; allowed are 0 to " +
                                         std::to_string(request.ranks - 1) + ", one of the ranks.");
  }
  const Variant* variant = algorithm.variant(*request.collective);
  if (variant == nullptr) {
    std::string served;
    for (const Variant& v : algorithm.variants)
      served += (served.empty() ? "" : ", ") + std::string(v.collective->name);
    return error(ErrorCode::invalid, "algorithm " + std::string(algorithm.name) + " does not serve collective " +
                                         wanted + "; it serves " + served + ".");
  }
  if (!variant->ranks.holds(request.ranks)) {
    return error(ErrorCode::invalid, "ranks is " + std::to_string(request.ranks) + "; for " + wanted + " by " +
                                         std::string(algorithm.name) + " it must be " +
                                         std::string(variant->ranks.must_be) + ".");
  }
  if (request.in_place && !request.collective->in_place) {
    return error(ErrorCode::invalid, wanted + " has no in-place form; its buffers have to be apart.");
  }
  if (request.slices > kMaxSlices) {
    return error(ErrorCode::invalid, "slices is " + std::to_string(request.slices) + "; allowed are 1 to " +
                                         std::to_string(kMaxSlices) + ".");
  }
  if (request.slices > 1 && request.collective->parts(request.ranks) == 0) {
    return error(ErrorCode::invalid, "slices is " + std::to_string(request.slices) + "; allowed is 1, since " + wanted +
                                         " moves nothing that could be cut.");
  }
  PlanRequest resolved = request_for(*variant->collective, request);
  resolved.slices = request.slices == 0 ? variant->slices : request.slices;
  Plan plan = variant->plan(resolved);
  if (!variant->slices_parts) {
    const std::uint64_t most = std::max<std::uint64_t>(kMaxSteps / std::max<std::size_t>(steps(plan), 1), 1);
    if (resolved.slices > most) {
      return error(ErrorCode::invalid, "slices is " + std::to_string(resolved.slices) + "; allowed are 1 to " +
                                           std::to_string(most) + " for " + wanted + " by " +
                                           std::string(algorithm.name) + " on " + counted(request.ranks, "rank") + ".");
    }
    plan = slice(std::move(plan), resolved.slices);
  }
  plan.collective = request.collective;
  plan.algorithm = algorithm.name;
  return plan;
}

}  // namespace ringlet
