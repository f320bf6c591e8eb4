#include "ringlet/verify.hpp"

#include <algorithm>
#include <iostream>
#include <map>

#include "../commands.hpp"
#include "../common/files.hpp"
#include "../common/names.hpp"
#include "../common/table.hpp"
#include "plan_reader.hpp"
#include "verify_rows.hpp"

namespace ringlet::cli {
namespace {

std::string shown_ranks(const Row& row, RanksRange ranks) {
  const RankRule& rule = row.algorithm->variant(*row.collective)->ranks;
  std::string range = std::to_string(ranks.first);
  if (ranks.first != ranks.last) range += ".." + std::to_string(ranks.last);
  return rule.name == kAnyRanks.name ? range : range + ", " + std::string(rule.name);
}

std::string passed(const Row& row) {
  if (!row.violation.empty()) return row.violation;
  if (row.plans == 0) return "nothing: no such number of ranks";
  return listed(rules(), [](const Rule& rule) { return rule.name; });
}

std::string shown(InRankOrder order) {
  return order == InRankOrder::yes ? "yes" : order == InRankOrder::root_0 ? "root 0" : "no";
}

void print(const std::vector<Row>& rows, RanksRange ranks) {
  Table table({"collective", "algorithm", "ranks", "plans", "in order", "order", "passed"});
  std::map<std::string, std::vector<const Row*>> orders;
  for (const Row& row : rows) {
    table.add({std::string(row.collective->name), std::string(row.algorithm->name), shown_ranks(row, ranks),
               std::to_string(row.plans), row.order.empty() ? "" : shown(row.in_rank_order), row.order, passed(row)});
    if (!row.order.empty()) orders[row.order].push_back(&row);
  }
  std::cout << table << '\n';
  for (const Rule& rule : rules()) std::cout << rule.name << "  " << rule.says << '\n';
  std::cout << "in order: V5, adds x0, x1, x2 ... from left to right, so the operator need not commute\n"
               "order: V6, rows with the same letter give the same bits, for each number of ranks that both have\n";
  for (const auto& [letter, members] : orders) {
    const auto all = [&members = members](bool Row::*property) {
      return std::all_of(members.begin(), members.end(), [&](const Row* row) { return row->*property; });
    };
    std::cout << letter << "  " << (all(&Row::same_for_all_elements) ? "one tree for all elements" : "by element")
              << (all(&Row::same_on_all_ranks) ? "" : ", ranks differ") << ": "
              << listed(members,
                        [](const Row* row) {
                          return std::string(row->collective->name) + " " + std::string(row->algorithm->name);
                        })
              << '\n';
  }
}

Json row_json(const Row& row, RanksRange ranks) {
  Json json{{"collective", row.collective->name},
            {"algorithm", row.algorithm->name},
            {"ranks", std::to_string(ranks.first) + ".." + std::to_string(ranks.last)},
            {"ranks_rule", row.algorithm->variant(*row.collective)->ranks.name},
            {"plans", row.plans},
            {"rules", Json::array()},
            {"violation", row.violation.empty() ? Json(nullptr) : Json(row.violation)},
            {"in_rank_order", nullptr},
            {"order", nullptr}};
  if (row.violation.empty() && row.plans > 0) {
    for (const Rule& rule : rules()) json["rules"].push_back(rule.name);
  }
  if (!row.order.empty()) {
    json["in_rank_order"] = shown(row.in_rank_order);
    json["order"] = row.order;
    json["same_for_all_elements"] = row.same_for_all_elements;
    json["same_on_all_ranks"] = row.same_on_all_ranks;
  }
  return json;
}

int verify_algorithms(const VerifyOptions& options) {
  const Collective* one_collective =
      options.collective.empty() ? nullptr : &collective_named("--collective", options.collective);
  const Algorithm* one_algorithm =
      options.algorithm.empty() ? nullptr : &algorithm_named("--algorithm", options.algorithm);
  const RanksRange ranks = ranks_range("--ranks", options.ranks);
  std::vector<Row> rows;
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms()) {
      if (one_collective != nullptr && one_collective != collective) continue;
      if (one_algorithm != nullptr && one_algorithm != algorithm) continue;
      if (algorithm->variant(*collective) != nullptr) rows.push_back(verify_row(*algorithm, *collective, ranks));
    }
  }
  if (rows.empty()) {
    throw Refusal(make_plan(*one_algorithm, {.collective = one_collective, .ranks = 1}).error().message);
  }
  name_orders(rows);
  if (options.json) {
    Json all = Json::array();
    for (const Row& row : rows) all.push_back(row_json(row, ranks));
    std::cout << all << '\n';
  } else {
    print(rows, ranks);
  }
  return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.violation.empty(); }) ? 0 : 1;
}

std::string said_of(const ReductionOrder& order, const Collective& collective) {
  if (!collective.reduces) return {};
  return std::string(order.in_rank_order ? " It adds up in rank order (V5)"
                                         : " It does not add up in rank order (V5)") +
         (order.same_for_all_elements ? ", all elements alike" : ", elements differently") +
         (order.same_on_all_ranks ? " (V6)." : ", and ranks get different bits (V6).");
}

int verify_plan(const VerifyOptions& options) {
  const auto program = prepare(plan_from_json(read_json("--plan", options.plan), "--plan"));
  if (options.json) {
    Json answer{{"passed", program.has_value()}, {"violation", nullptr}};
    if (program) {
      answer["in_rank_order"] = program->order.in_rank_order;
      answer["same_on_all_ranks"] = program->order.same_on_all_ranks;
      answer["same_for_all_elements"] = program->order.same_for_all_elements;
    } else {
      const Violation& wrong = program.error();
      answer["violation"] = {{"rule", wrong.rule}, {"rank", wrong.rank},   {"lane", wrong.lane},
                             {"step", wrong.step}, {"chunk", wrong.chunk}, {"message", wrong.message}};
    }
    std::cout << answer << '\n';
  } else {
    std::cout << (program ? "The plan passes." + said_of(program->order, *program->plan.collective)
                          : program.error().message)
              << '\n';
  }
  return program ? 0 : 1;
}

}  // namespace

int verify_command(const VerifyOptions& options) {
  return options.plan.empty() ? verify_algorithms(options) : verify_plan(options);
}

}  // namespace ringlet::cli
