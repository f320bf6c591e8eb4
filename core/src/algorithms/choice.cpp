// Which algorithm serves a call.
#include <algorithm>
#include <string>
#include <utility>

#include "catalogue.hpp"

namespace ringlet {
namespace {

Result<Program> verified(const Algorithm& algorithm, const PlanRequest& request) {
  auto plan = make_plan(algorithm, request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  auto program = prepare(std::move(*plan));
  if (!program) return error(ErrorCode::invalid, std::move(program.error().message));
  return std::move(*program);
}

// The default first, then the others as they are listed.
std::vector<const Algorithm*> candidates(const Collective& collective) {
  std::vector<const Algorithm*> result{&default_algorithm(collective)};
  for (const Algorithm* each : algorithms()) {
    if (each != result.front() && each->variant(collective) != nullptr) result.push_back(each);
  }
  return result;
}

}  // namespace

const Algorithm& default_algorithm(const Collective& collective) {
  for (const Algorithm* straight : {&direct, &naive}) {
    if (straight->variant(collective) != nullptr) return *straight;
  }
  const auto all = algorithms();
  return **std::find_if(all.begin(), all.end(), [&](auto* each) { return each->variant(collective) != nullptr; });
}

Result<Program> make_program(const PlanRequest& request, const Algorithm* algorithm, bool commutative) {
  const auto suits = [commutative](const Program& program) { return commutative || program.order.in_rank_order; };
  if (algorithm != nullptr) {
    auto program = verified(*algorithm, request);
    if (!program || suits(*program)) return program;
  }
  std::string suitable;
  for (const Algorithm* each : candidates(*request.collective)) {
    auto program = verified(*each, request);
    if (algorithm == nullptr && (!program || suits(*program))) return program;
    if (program && suits(*program)) suitable += (suitable.empty() ? "" : ", ") + std::string(each->name);
  }
  const std::string name = algorithm == nullptr ? "auto" : std::string(algorithm->name);
  return error(ErrorCode::invalid, "algorithm is " + name + ", which does not add up in the order of the ranks in " +
                                       std::string(request.collective->name) + " of " + counted(request.ranks, "rank") +
                                       "; an operator that does not commute allows " + suitable + ".");
}

}  // namespace ringlet
