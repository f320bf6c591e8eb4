#include "bench_input.hpp"

#include <algorithm>

#include "../../bench/measure.hpp"
#include "../common/lists.hpp"
#include "../common/names.hpp"
#include "available_memory.hpp"
#include "ringlet/reduction.hpp"

namespace ringlet::cli {
namespace {

Algorithms algorithms_named(const std::string& list) {
  Algorithms result;
  for (const std::string& text : split("--algorithm", list)) {
    if (text == "auto") {
      result.push_back(nullptr);
    } else if (text == "all") {
      result.insert(result.end(), algorithms().begin(), algorithms().end());
    } else if (const Algorithm* found = find_algorithm(text); found != nullptr) {
      result.push_back(found);
    } else {
      refuse_unknown("--algorithm", text,
                     names_of(algorithms(), [](auto* each) { return each->name; }, {"all", "auto"}));
    }
  }
  return result;
}

void require_rooted(const std::vector<const Collective*>& chosen, const std::string& root) {
  if (std::none_of(chosen.begin(), chosen.end(), [](auto* each) { return each->rooted; })) {
    root_named(*chosen.front(), root, kMaxRanks);
  }
}

std::uint64_t aside(const bench::Workload& workload, const CostModel& costs) {
  const auto plan = make_plan(bench::algorithm_for(workload, costs), bench::request_of(workload));
  return plan ? bench::extra_memory(workload, *plan) : 0;
}

void require_memory(const BenchRow& row, const CostModel& costs, std::uint64_t there) {
  bench::Workload workload = row.workload;
  workload.in_place = !row.apart;
  const std::uint64_t buffers = bench::memory_of(workload);
  if (buffers + bench::most_extra_memory(workload) <= there) return;
  const std::uint64_t needed = buffers + aside(workload, costs);
  if (needed <= there) return;
  throw Refusal("--bytes has " + size_text(workload.bytes) + " in it; " + std::string(workload.collective->name) +
                " needs " + gibibytes(needed) + " on " + counted(workload.ranks, "rank") + ", but only " +
                gibibytes(there) + " are there.");
}

}  // namespace

std::vector<BenchRow> bench_rows(const BenchOptions& options) {
  std::vector<const Collective*> chosen;
  for (const std::string& text : split("--collective", options.collective)) chosen.push_back(&measurable(text));
  const Algorithms by = algorithms_named(options.algorithm);
  const Algorithms among = candidates_listed("--candidates", options.candidates);
  require_choice(options.candidates, options.algorithm, std::find(by.begin(), by.end(), nullptr) != by.end());
  std::vector<std::uint64_t> sizes;
  for (const std::string& text : split("--bytes", options.bytes)) sizes.push_back(size_named(text));
  const auto op = options.op.empty() ? Operator::sum : value_named<Operator>("--op", options.op);
  std::vector<DataType> types;
  for (const std::string& text : split("--dtype", options.dtype)) {
    types.push_back(value_named<DataType>("--dtype", text));
    if (const auto sentence = refusal(op, types.back()); !sentence.empty()) throw Refusal(sentence);
  }
  require_rooted(chosen, options.root);

  std::vector<BenchRow> rows;
  for (const int n : ranks_listed("--ranks", options.ranks)) {
    for (const Collective* collective : chosen) {
      const bool in_place = collective->in_place && collective != &barrier && !options.out_of_place;
      const bool apart = !options.in_place;
      if (!in_place && !apart) continue;
      const int root = collective->rooted ? root_named(*collective, options.root, n) : 0;
      for (const Algorithm* algorithm : by) {
        const bool able = algorithm != nullptr ? algorithm->serves(*collective, n)
                                               : among.empty() || any_serves(among, *collective, n);
        if (!able) continue;
        // A barrier has neither elements nor sizes.
        const bool empty = collective == &barrier;
        for (const DataType dtype : empty ? std::vector{types.front()} : types) {
          for (const std::uint64_t bytes : empty ? std::vector<std::uint64_t>{0} : sizes) {
            rows.push_back({{collective, algorithm, n, bytes, dtype, op, root, false}, apart, in_place});
            if (algorithm == nullptr) rows.back().workload.candidates = among;
            if (const auto wrong = bench::refused(rows.back().workload)) throw Refusal(wrong->message);
          }
        }
      }
    }
  }
  if (rows.empty()) {
    const std::string by_name = among.empty() ? "no --algorithm of '" + shown(options.algorithm)
                                              : "no one of the --candidates '" + shown(options.candidates);
    throw Refusal("Nothing is left to measure: " + by_name + "' serves '" + shown(options.collective) + "' on '" +
                  shown(options.ranks) + "' ranks" + (options.in_place ? " in place" : "") +
                  "; ringlet list tells which do.");
  }
  return rows;
}

void require_memory(const std::vector<BenchRow>& rows, const CostModel& costs) {
  const auto there = available_memory();
  if (!there) return;
  for (const BenchRow& row : rows) require_memory(row, costs, *there);
}

}  // namespace ringlet::cli
