#include "ringlet/verify.hpp"

#include <iostream>
#include <set>

#include "commands.hpp"
#include "files.hpp"
#include "names.hpp"
#include "plan_json.hpp"
#include "table.hpp"

namespace ringlet::cli {
namespace {

struct Range {
  int first, last;
};

Range ranks_range(const std::string& text) {
  const auto dots = text.find("..");
  const auto number = [](const std::string& part) {
    return static_cast<int>(whole_number("--ranks", part, 1, kMaxRanks));
  };
  if (dots == std::string::npos) return {number(text), number(text)};
  try {
    const Range range{number(text.substr(0, dots)), number(text.substr(dots + 2))};
    if (range.first <= range.last) return range;
  } catch (const Refusal&) {
    // The sentence below shows the whole range.
  }
  refuse("--ranks", text, "a number or a range A..B, 1 <= A <= B <= " + std::to_string(kMaxRanks));
}

struct Row {
  const Collective* collective;
  const Algorithm* algorithm;
  std::string ranks;
  std::vector<std::string> passed;
  std::string violation;
};

// Roots that differ in how trees fall.
std::set<int> roots(const Collective& collective, int ranks) {
  return collective.rooted ? std::set<int>{0, ranks / 2, ranks - 1} : std::set<int>{0};
}

// Out of place, then in place, for every number of ranks for which the algorithm exists; stops at the first violation.
Row verify(const Algorithm& algorithm, const Collective& collective, Range ranks) {
  Row row{&collective, &algorithm, std::to_string(ranks.first) + ".." + std::to_string(ranks.last), {}, {}};
  const auto fails = [&](const PlanRequest& request) {
    auto plan = make_plan(algorithm, request);
    if (!plan) throw Refusal(plan.error().message);
    const auto program = prepare(std::move(*plan));
    if (program) return false;
    row.violation = std::to_string(request.ranks) + " ranks, root " + std::to_string(request.root) +
                    (request.in_place ? ", in place (V8): " : ": ") + program.error().message;
    return true;
  };
  for (int n = ranks.first; n <= ranks.last; ++n) {
    if (!algorithm.variant(collective)->ranks.holds(n)) continue;
    for (const int root : roots(collective, n)) {
      for (const bool in_place : {false, true}) {
        if (in_place && !collective.in_place) continue;
        if (fails({.collective = &collective, .ranks = n, .root = root, .in_place = in_place})) return row;
      }
    }
  }
  for (const Rule& rule : rules()) row.passed.emplace_back(rule.name);
  return row;
}

std::string joined(const std::vector<std::string>& words) {
  return listed(words, [](const std::string& word) { return word; });
}

int verify_algorithms(const VerifyOptions& options) {
  const Collective* one_collective =
      options.collective.empty() ? nullptr : &collective_named("--collective", options.collective);
  const Algorithm* one_algorithm =
      options.algorithm.empty() ? nullptr : &algorithm_named("--algorithm", options.algorithm);
  const Range ranks = ranks_range(options.ranks);
  Table table({"collective", "algorithm", "ranks", "passed"});
  Json rows = Json::array();
  bool good = true;
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms()) {
      if (one_collective != nullptr && one_collective != collective) continue;
      if (one_algorithm != nullptr && one_algorithm != algorithm) continue;
      if (algorithm->variant(*collective) == nullptr) continue;
      const Row row = verify(*algorithm, *collective, ranks);
      good = good && row.violation.empty();
      table.add({std::string(collective->name), std::string(algorithm->name), row.ranks,
                 row.violation.empty() ? joined(row.passed) : row.violation});
      rows.push_back({{"collective", collective->name},
                      {"algorithm", algorithm->name},
                      {"ranks", row.ranks},
                      {"rules", row.passed},
                      {"violation", row.violation.empty() ? Json(nullptr) : Json(row.violation)}});
    }
  }
  if (options.json) {
    std::cout << rows << '\n';
  } else {
    std::cout << table << '\n';
    for (const Rule& rule : rules()) std::cout << rule.name << "  " << rule.says << '\n';
  }
  return good ? 0 : 1;
}

int verify_plan(const VerifyOptions& options) {
  const auto program = prepare(plan_from_json(read_json("--plan", options.plan), "--plan"));
  if (options.json) {
    Json answer{{"passed", program.has_value()}, {"violation", nullptr}};
    if (!program) {
      const Violation& wrong = program.error();
      answer["violation"] = {{"rule", wrong.rule}, {"rank", wrong.rank},   {"lane", wrong.lane},
                             {"step", wrong.step}, {"chunk", wrong.chunk}, {"message", wrong.message}};
    }
    std::cout << answer << '\n';
  } else {
    std::cout << (program ? "The plan passes." : program.error().message) << '\n';
  }
  return program ? 0 : 1;
}

}  // namespace

int verify_command(const VerifyOptions& options) {
  return options.plan.empty() ? verify_algorithms(options) : verify_plan(options);
}

}  // namespace ringlet::cli
