#include <cstdio>
#include <iostream>

#include "commands.hpp"
#include "measured_bytes.hpp"
#include "names.hpp"
#include "reference_vectors.hpp"
#include "table.hpp"

namespace ringlet::cli {
namespace {

using references::Difference;
using references::differs_by_design;
using references::Json;

// One collective by one algorithm (or, by design, one operator by all) against one library, and one of its algorithms
// where one was asked for.
struct Comparison {
  std::string collective, by, reference;
  std::uint64_t runs = 0, bitwise = 0, beyond = 0, elements = 0, alike = 0, ulp = 0;
  double absolute = 0;

  void add(const Difference& difference) {
    ++runs;
    bitwise += difference.bitwise ? 1 : 0;
    beyond += difference.within ? 0 : 1;
    elements += difference.elements;
    alike += difference.alike;
    ulp = std::max(ulp, difference.ulp);
    absolute = std::max(absolute, difference.absolute);
  }
};

struct Answer {
  std::vector<Comparison> comparisons;
  std::vector<Comparison> by_design;  // where the contract wants something else than the libraries
  std::vector<ByteRow> bytes;

  bool good() const {
    return std::all_of(comparisons.begin(), comparisons.end(), [](auto& each) { return each.beyond == 0; }) &&
           std::all_of(bytes.begin(), bytes.end(), [](auto& each) { return each.differing == 0; });
  }
};

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
                  std::to_string(theirs[rank].size()) + " bytes for rank " + std::to_string(rank) + "; " +
                  of.collective + " gives it " + std::to_string(ours[rank].size()) + ".");
  }
}

void compare(const references::Vectors& vectors, const Chosen& chosen, Answer& answer) {
  references::ReferenceRunner runner;
  std::size_t number = 0;
  for (const auto& [of, theirs] : vectors.cases) {
    ++number;
    const Collective& collective = collective_named("the collective of a reference case", of.collective);
    chosen.each_algorithm(collective, [&](const Algorithm& algorithm) {
      if (!algorithm.variant(collective)->ranks.holds(of.ranks)) return;
      const std::string by = vectors.file + (of.by.empty() ? "" : " " + of.by);
      auto& row = differs_by_design(of) ? row_for(answer.by_design, {of.collective, of.op, by})
                                        : row_for(answer.comparisons, {of.collective, std::string(algorithm.name), by});
      for (const bool in_place : {false, true}) {
        if (in_place && !collective.in_place) continue;
        const auto bound = runner.bind(of, collective, algorithm, in_place);
        const auto ours = runner.run(bound);
        require_lengths(vectors.file + ".json", number, of, ours, theirs);
        row.add(difference(bound, ours, theirs));
      }
    });
  }
}

std::string formatted(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return part == whole ? "yes" : std::to_string(part) + " of " + std::to_string(whole);
}

std::string ranks_text(const std::vector<int>& ranks) {
  const bool all = static_cast<int>(ranks.size()) == kShownRanks.back() - 1;
  if (all) return "2.." + std::to_string(kShownRanks.back());
  return listed(ranks, [](int rank) { return std::to_string(rank); });
}

void print(const Answer& answer, const std::vector<references::Vectors>& all) {
  for (const auto& each : all) {
    std::cout << each.file << ": " << each.library << " " << each.version << ", " << each.cases.size() << " cases\n";
  }
  Table differences({"collective", "algorithm", "reference", "runs", "max abs", "max ulp", "bitwise", "tolerance"});
  for (const Comparison& row : answer.comparisons) {
    differences.add({row.collective, row.by, row.reference, std::to_string(row.runs), formatted("%.3g", row.absolute),
                     std::to_string(row.ulp), share(row.bitwise, row.runs),
                     row.beyond == 0 ? "within" : std::to_string(row.beyond) + " beyond"});
  }
  std::cout << "\nDifferences. The tolerance is (N-1) eps sum|x| of each element for sums that round\n"
               "((N-1) eps |product| for products) and 0 for everything else, sums of two among them. Runs are out of\n"
               "place and in place.\n\n"
            << differences;
  if (!answer.by_design.empty()) {
    Table designed({"collective", "op", "reference", "runs", "elements alike"});
    for (const Comparison& row : answer.by_design) {
      designed.add({row.collective, row.by, row.reference, std::to_string(row.runs), share(row.alike, row.elements)});
    }
    std::cout << "\nDifferent by design: min and max of NaN, infinities and zeros of both signs.\n\n" << designed;
  }
  Table bytes({"collective", "algorithm", "ranks", "runs", "measured", "predicted", "equal", "T at 2", "4", "8", "16"});
  for (const ByteRow& row : answer.bytes) {
    std::vector<std::string> cells{std::string(row.collective->name),
                                   std::string(row.algorithm->name),
                                   ranks_text(row.ranks),
                                   std::to_string(row.runs),
                                   std::to_string(row.sent),
                                   std::to_string(row.predicted),
                                   share(row.totals - row.differing, row.totals)};
    for (const double times : row.busiest) cells.push_back(times < 0 ? "-" : formatted("%.3f", times));
    bytes.add(std::move(cells));
  }
  std::cout << "\nBytes sent, measured in runs with 73 and 1009 elements (of each part, where a tensor has a part per\n"
               "rank), and predicted by the closed form for every rank. On the right the busiest rank's bytes as a\n"
               "multiple of the tensor's, T; 2(N-1)/N is 1.000, 1.500, 1.750 and 1.875, (N-1)/N half of that.\n\n"
            << bytes;
}

Json json_of(const std::vector<Comparison>& rows, const char* by) {
  Json result = Json::array();
  for (const Comparison& row : rows) {
    result.push_back({{"collective", row.collective},
                      {by, row.by},
                      {"reference", row.reference},
                      {"runs", row.runs},
                      {"max_abs", row.absolute},
                      {"max_ulp", row.ulp},
                      {"bitwise_runs", row.bitwise},
                      {"bitwise", row.bitwise == row.runs},
                      {"elements", row.elements},
                      {"elements_alike", row.alike},
                      {"within_tolerance", row.beyond == 0}});
  }
  return result;
}

Json json_of(const std::vector<ByteRow>& rows) {
  Json result = Json::array();
  for (const ByteRow& row : rows) {
    Json busiest = Json::object();
    for (std::size_t i = 0; i < kShownRanks.size(); ++i) {
      if (row.busiest.at(i) >= 0) busiest[std::to_string(kShownRanks.at(i))] = row.busiest.at(i);
    }
    result.push_back({{"collective", row.collective->name},
                      {"algorithm", row.algorithm->name},
                      {"ranks", row.ranks},
                      {"runs", row.runs},
                      {"measured", row.sent},
                      {"predicted", row.predicted},
                      {"equal", row.differing == 0},
                      {"busiest_of_tensor", std::move(busiest)}});
  }
  return result;
}

}  // namespace

int references_command(const ReferencesOptions& options) {
  const Chosen chosen(options);
  const auto all = references::read_vectors(options.folder);
  Answer answer;
  for (const auto& vectors : all) compare(vectors, chosen, answer);
  for (const Collective* collective : collectives()) {
    chosen.each_algorithm(*collective, [&](const Algorithm& algorithm) {
      answer.bytes.push_back(measured_bytes(*collective, algorithm));
    });
  }
  if (options.json) {
    Json references = Json::array();
    for (const auto& each : all) {
      references.push_back({{"name", each.file}, {"library", each.library}, {"version", each.version}});
    }
    std::cout << Json{{"references", std::move(references)},
                      {"differences", json_of(answer.comparisons, "algorithm")},
                      {"by_design", json_of(answer.by_design, "op")},
                      {"bytes", json_of(answer.bytes)}}
              << '\n';
  } else {
    print(answer, all);
  }
  return answer.good() ? 0 : 1;
}

}  // namespace ringlet::cli
