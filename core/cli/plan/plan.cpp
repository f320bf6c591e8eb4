#include <iostream>

#include "../../json/plan_json.hpp"
#include "../commands.hpp"
#include "../common/lists.hpp"
#include "../common/names.hpp"
#include "../common/stored_costs.hpp"
#include "../common/table.hpp"

namespace ringlet::cli {
namespace {

constexpr std::uint64_t kUsualBytes = 1 << 20;

std::string shown_slot(Slot slot) {
  return slot ? std::string(name(slot.space)) + "[" + std::to_string(slot.index) + "]" : "";
}

// What a step does, as a formula.
std::string formula(const Step& step) {
  if (step.kind == StepKind::send) return shown_slot(step.src);
  const std::string source = step.kind == StepKind::recv ? "message" : shown_slot(step.src);
  if (!step.acc) return shown_slot(step.dst) + " <- " + source;
  const std::string left = step.reverse ? source : shown_slot(step.acc);
  const std::string right = step.reverse ? shown_slot(step.acc) : source;
  return shown_slot(step.dst) + " <- " + left + " (+) " + right;
}

// `chosen_for` tells what auto chose it for; it is empty where the algorithm was named.
void print(const Plan& plan, const std::string& chosen_for) {
  std::cout << plan.collective->name << " by " << plan.algorithm << chosen_for << ", " << counted(plan.ranks, "rank")
            << ", " << counted(plan.chunks, "chunk") << ", " << counted(plan.rounds(), "round") << "\n\n";
  Table table({"rank", "lane", "step", "round", "kind", "peer", "chunk", "does"});
  for (std::size_t rank = 0; rank < plan.lanes.size(); ++rank) {
    for (std::size_t lane = 0; lane < plan.lanes[rank].size(); ++lane) {
      for (std::size_t i = 0; i < plan.lanes[rank][lane].size(); ++i) {
        const Step& step = plan.lanes[rank][lane][i];
        table.add({std::to_string(rank), std::to_string(lane), std::to_string(i), std::to_string(step.round),
                   std::string(name(step.kind)), step.peer < 0 ? "" : std::to_string(step.peer),
                   std::to_string(step.chunk), formula(step) + (step.more ? ", with the next" : "")});
      }
    }
  }
  std::cout << table;
}

}  // namespace

int plan_command(const PlanOptions& options) {
  const Collective& collective = collective_named("--collective", options.collective);
  const auto ranks = static_cast<int>(whole_number("--ranks", options.ranks, 1, kMaxRanks));
  PlanRequest request{
      .collective = &collective,
      .ranks = ranks,
      .root = root_named(collective, options.root, ranks),
      .in_place = options.in_place,
  };
  if (!options.slices.empty()) {
    request.slices = static_cast<std::uint32_t>(whole_number("--slices", options.slices, 1, kMaxSlices));
  }
  const Algorithm* named = algorithm_or_auto("--algorithm", options.algorithm);
  const bool by_itself = named == nullptr;
  if (!by_itself && !options.bytes.empty()) {
    throw Refusal("--bytes is '" + shown(options.bytes) + "', but --algorithm names " + shown(options.algorithm) +
                  "; only auto chooses by the size.");
  }
  const std::uint64_t bytes = options.bytes.empty() ? kUsualBytes : size_named(options.bytes);
  const Algorithm& algorithm = by_itself ? choose(costs_here().model, request, bytes) : *named;
  const auto plan = make_plan(algorithm, request);
  if (!plan) throw Refusal(plan.error().message);
  if (options.json) {
    write_plan_json(*plan, [](std::string_view piece) { std::cout << piece; });
    std::cout << '\n';
  } else {
    const bool moves = collective.parts(ranks) > 0;
    print(*plan, !by_itself ? "" : moves ? " (auto for " + size_text(bytes) + ")" : " (auto)");
  }
  return 0;
}

}  // namespace ringlet::cli
