#include <algorithm>
#include <iostream>

#include "../commands.hpp"
#include "../common/names.hpp"
#include "references_report.hpp"

namespace ringlet::cli {
namespace {

// What is asked for, looked up.
class Chosen {
 public:
  explicit Chosen(const ReferencesOptions& options)
      : collective_(options.collective.empty() ? nullptr : &collective_named("--collective", options.collective)),
        algorithm_(options.algorithm.empty() ? nullptr : &algorithm_named("--algorithm", options.algorithm)) {}

  // Calls `use` with every algorithm that serves the collective.
  template <class Use>
  void each_algorithm(const Collective& collective, Use&& use) const {
    if (collective_ != nullptr && collective_ != &collective) return;
    for (const Algorithm* algorithm : algorithms()) {
      if (algorithm_ != nullptr && algorithm_ != algorithm) continue;
      if (algorithm->variant(collective) != nullptr) use(*algorithm);
    }
  }

 private:
  const Collective* collective_;
  const Algorithm* algorithm_;
};

Comparison& row_for(std::vector<Comparison>& rows, Comparison wanted) {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const Comparison& row) {
    return row.collective == wanted.collective && row.by == wanted.by && row.reference == wanted.reference;
  });
  return it == rows.end() ? rows.emplace_back(std::move(wanted)) : *it;
}

void require_lengths(const std::string& file, std::size_t number, const references::Case& of,
                     const std::vector<references::Bytes>& ours, const std::vector<references::Bytes>& theirs) {
  for (std::size_t rank = 0; rank < ours.size(); ++rank) {
    if (ours[rank].size() == theirs[rank].size()) continue;
    throw Refusal("--references: case " + std::to_string(number) + " of " + file + " has " +
                  counted(theirs[rank].size(), "byte") + " for rank " + std::to_string(rank) + "; " + of.collective +
                  " gives it " + std::to_string(ours[rank].size()) + ".");
  }
}

void compare(const references::Vectors& vectors, const Chosen& chosen, ReferencesAnswer& answer) {
  references::ReferenceRunner runner;
  std::size_t number = 0;
  for (const auto& each : vectors.cases) {
    ++number;
    const references::Case& of = each.of;
    const Collective& collective = *find_collective(of.collective);
    chosen.each_algorithm(collective, [&](const Algorithm& algorithm) {
      if (!algorithm.serves(collective, of.ranks)) return;
      const std::string by = vectors.file + (of.by.empty() ? "" : " " + of.by);
      auto& row = differs_by_design(of) ? row_for(answer.by_design, {of.collective, of.op, by})
                                        : row_for(answer.comparisons, {of.collective, std::string(algorithm.name), by});
      for (const bool in_place : {false, true}) {
        if (in_place && !collective.in_place) continue;
        const auto bound = runner.bind(of, collective, algorithm, in_place);
        const auto ours = runner.run(bound);
        require_lengths(vectors.file + ".json", number, of, ours, each.outputs);
        row.add(difference(bound, ours, each.outputs));
      }
    });
  }
}

}  // namespace

int references_command(const ReferencesOptions& options) {
  const Chosen chosen(options);
  ReferencesAnswer answer{references::read_vectors(options.folder), {}, {}, {}};
  for (const auto& vectors : answer.references) compare(vectors, chosen, answer);
  for (const Collective* collective : collectives()) {
    chosen.each_algorithm(*collective, [&](const Algorithm& algorithm) {
      answer.bytes.push_back(measured_bytes(*collective, algorithm));
    });
  }
  if (options.json) {
    std::cout << json_of(answer) << '\n';
  } else {
    print(answer);
  }
  return answer.good() ? 0 : 1;
}

}  // namespace ringlet::cli
