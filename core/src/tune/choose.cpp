#include <algorithm>

#include "../algorithms/catalogue.hpp"
#include "ringlet/tuning.hpp"

namespace ringlet {
namespace {

// Those whose sums are ((x0 + x1) + x2) + ..., as the default's are.
constexpr std::array kInDocumentedOrder{&direct, &one_shot, &naive};

}  // namespace

std::vector<const Algorithm*> default_candidates(const Collective& collective, int ranks) {
  std::vector<const Algorithm*> result{&default_algorithm(collective)};
  for (const Algorithm* each :
       collective.has_operator() ? std::span<const Algorithm* const>(kInDocumentedOrder) : algorithms()) {
    if (each != result.front() && each->serves(collective, ranks)) result.push_back(each);
  }
  return result;
}

std::vector<Candidate> candidates_of(const PlanRequest& request, std::span<const Algorithm* const> algorithms) {
  PlanRequest planned = request;
  planned.in_place = request.collective->in_place;
  std::vector<Candidate> result;
  for (const Algorithm* each : algorithms) {
    if (const auto plan = make_plan(*each, planned)) result.push_back({each, work_of(*plan)});
  }
  return result;
}

const Algorithm& fastest(const CostModel& model, std::span<const Candidate> candidates, std::uint64_t bytes,
                         double lead) {
  const auto us = [&](const Candidate& each) { return model.predict(each.work, bytes); };
  const Candidate& best = *std::min_element(candidates.begin(), candidates.end(),
                                            [&](const Candidate& a, const Candidate& b) { return us(a) < us(b); });
  return us(best) * lead < us(candidates.front()) ? *best.algorithm : *candidates.front().algorithm;
}

const Algorithm& choose(const CostModel& model, const PlanRequest& request, std::uint64_t bytes,
                        std::span<const Algorithm* const> named) {
  const auto among = [&](std::span<const Algorithm* const> all, double lead) -> const Algorithm* {
    std::vector<const Algorithm*> able;
    for (const Algorithm* each : all) {
      if (each->serves(*request.collective, request.ranks)) able.push_back(each);
    }
    if (able.empty()) return nullptr;
    if (able.size() == 1 || request.ranks > kMostRanksToChoose) return able.front();
    const auto candidates = candidates_of(request, able);
    return candidates.empty() ? able.front() : &fastest(model, candidates, bytes, lead);
  };
  if (const Algorithm* chosen = among(named, 1)) return *chosen;
  return *among(default_candidates(*request.collective, request.ranks), kLeadOverDefault);
}

}  // namespace ringlet
