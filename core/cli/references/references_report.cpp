#include "references_report.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "../common/refusal.hpp"
#include "../common/table.hpp"

namespace ringlet::cli {
namespace {

using references::Json;

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

Json json_of(const std::vector<Comparison>& rows, const char* by) {
  Json result = Json::array();
  for (const Comparison& row : rows) {
    result.push_back({{"collective", row.collective},
                      {by, row.by},
                      {"reference", row.reference},
                      {"runs", row.runs},
                      {"max_abs", row.absolute},
                      {"max_ulp", row.ulp},
                      {"of_tolerance", row.beyond == 0 ? Json(row.of_tolerance) : Json(nullptr)},
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

void Comparison::add(const references::Difference& difference) {
  ++runs;
  bitwise += difference.bitwise ? 1 : 0;
  beyond += difference.of_tolerance > 1 ? 1 : 0;
  elements += difference.elements;
  alike += difference.alike;
  ulp = std::max(ulp, difference.ulp);
  absolute = std::max(absolute, difference.absolute);
  of_tolerance = std::max(of_tolerance, difference.of_tolerance);
}

bool ReferencesAnswer::good() const {
  return std::all_of(comparisons.begin(), comparisons.end(), [](auto& each) { return each.beyond == 0; }) &&
         std::all_of(bytes.begin(), bytes.end(), [](auto& each) { return each.differing == 0; });
}

void print(const ReferencesAnswer& answer) {
  for (const auto& each : answer.references) {
    std::cout << each.file << ": " << each.library << " " << each.version << ", " << each.cases.size() << " cases\n";
  }
  Table differences({"collective", "algorithm", "reference", "runs", "max abs", "max ulp", "bitwise", "of tolerance"});
  for (const Comparison& row : answer.comparisons) {
    differences.add({row.collective, row.by, row.reference, std::to_string(row.runs), formatted("%.3g", row.absolute),
                     std::to_string(row.ulp), share(row.bitwise, row.runs),
                     row.beyond == 0 ? formatted("%.2f", row.of_tolerance) : std::to_string(row.beyond) + " beyond"});
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

Json json_of(const ReferencesAnswer& answer) {
  Json libraries = Json::array();
  for (const auto& each : answer.references) {
    libraries.push_back({{"name", each.file}, {"library", each.library}, {"version", each.version}});
  }
  return {{"references", std::move(libraries)},
          {"differences", json_of(answer.comparisons, "algorithm")},
          {"by_design", json_of(answer.by_design, "op")},
          {"bytes", json_of(answer.bytes)}};
}

}  // namespace ringlet::cli
