#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "../commands.hpp"
#include "../common/lists.hpp"
#include "../common/names.hpp"
#include "../common/stored_costs.hpp"
#include "../common/table.hpp"
#include "other_load.hpp"

namespace ringlet::cli {
namespace {

// 256 bytes to 64 MiB; those that the calibration measures are among them.
constexpr int kSmallest = 8;
constexpr int kLargest = 26;

constexpr double kBusy = 0.1;  // of the cores' time: others slow measurements down from there on

std::vector<int> ranks_to_choose(std::string_view argument, const std::string& list) {
  auto ranks = ranks_listed(argument, list);
  for (const int n : ranks) {
    if (n <= kMostRanksToChoose) continue;
    refuse(argument, std::to_string(n),
           "1 to " + std::to_string(kMostRanksToChoose) + ", beyond which auto takes the default");
  }
  return ranks;
}

Calibration calibrated(const std::vector<int>& ranks, const bench::Effort& effort) {
  const auto questions = bench::calibration(ranks);
  std::cerr << "Calibrating: " << counted(questions.size(), "measurement") << ".\n";
  const OtherLoad others;
  auto points = bench::measured_points(questions, effort);
  if (!points) throw Refusal(points.error().message);
  if (const auto part = others.part(); part && *part > kBusy) {
    std::cerr << "The machine was busy: something else took " << std::lround(*part * 100)
              << " % of the cores' time meanwhile; ringlet tune --fresh measures anew once it is idle.\n";
  }
  Calibration result{.costs = bench::fitted_to(*points), .points = std::move(*points)};
  store(result);
  return result;
}

// How much faster than the default another must be predicted to be; none where candidates are named, and no default is.
std::optional<double> lead_over_default(const std::string& among) {
  return among.empty() ? std::optional(kLeadOverDefault) : std::nullopt;
}

// Predictions for one collective on one number of ranks.
class Prediction {
 public:
  Prediction(const Calibration& calibration, const Collective& collective, int ranks, const std::string& among)
      : calibration_(&calibration), collective_(&collective), ranks_(ranks), among_(among) {
    const PlanRequest request{.collective = &collective, .ranks = ranks};
    const Algorithms named = candidates_listed("--algorithm", among);
    candidates_ = candidates_of(request, named.empty() ? default_candidates(collective, ranks) : named);
  }

  bool empty() const { return candidates_.empty(); }
  const std::vector<Candidate>& candidates() const { return candidates_; }
  double us(const Candidate& candidate, std::uint64_t bytes) const {
    return calibration_->costs.predict(candidate.work, bytes);
  }
  std::optional<double> measured(const Candidate& candidate, std::uint64_t bytes) const {
    for (const bench::Point& point : calibration_->points) {
      // Where the parts do not divide a size, it was rounded down.
      const bool same_size = point.bytes <= bytes && point.bytes > bytes - bytes / 100;
      if (point.collective == collective_ && point.algorithm == candidate.algorithm && point.ranks == ranks_ &&
          (same_size || point.bytes == bytes))
        return point.us;
    }
    return std::nullopt;
  }
  const Algorithm& choice(std::uint64_t bytes) const {
    return fastest(calibration_->costs, candidates_, bytes, lead_over_default(among_).value_or(1));
  }

  // The sizes from which on another one is chosen, found to the byte between the sizes of the table.
  std::vector<std::pair<std::uint64_t, const Algorithm*>> crossovers() const {
    std::vector<std::pair<std::uint64_t, const Algorithm*>> result;
    for (const std::uint64_t size : sizes()) {
      std::uint64_t low = size / 2;
      while (&choice(low) != &choice(size)) {
        std::uint64_t high = size;
        while (high - low > 1) {
          const std::uint64_t middle = low + (high - low) / 2;
          (&choice(middle) == &choice(low) ? low : high) = middle;
        }
        result.emplace_back(high, &choice(high));
        low = high;
      }
    }
    return result;
  }

  std::vector<std::uint64_t> sizes() const {
    if (collective_->parts(ranks_) == 0) return {0};
    std::vector<std::uint64_t> result;
    for (int power = kSmallest; power <= kLargest; ++power) result.push_back(std::uint64_t{1} << power);
    return result;
  }

  Json json() const {
    Json rows = Json::array();
    for (const std::uint64_t bytes : sizes()) {
      Json us = Json::object();
      for (const Candidate& each : candidates_) {
        const auto seen = measured(each, bytes);
        us[std::string(each.algorithm->name)] = {{"predicted", this->us(each, bytes)},
                                                 {"measured", seen ? Json(*seen) : Json(nullptr)}};
      }
      rows.push_back({{"bytes", bytes}, {"us", std::move(us)}, {"choice", choice(bytes).name}});
    }
    Json changes = Json::array();
    for (const auto& [bytes, algorithm] : crossovers()) {
      changes.push_back({{"bytes", bytes}, {"algorithm", algorithm->name}});
    }
    return {{"collective", collective_->name},
            {"ranks", ranks_},
            {"default", among_.empty() ? Json(candidates_.front().algorithm->name) : Json(nullptr)},
            {"sizes", rows},
            {"crossovers", changes}};
  }

  void print() const {
    std::cout << '\n' << collective_->name << ", " << counted(ranks_, "rank") << ", us (measured)\n";
    std::vector<std::string> header{"size"};
    for (const Candidate& each : candidates_) header.emplace_back(each.algorithm->name);
    header.emplace_back("choice");
    Table table(header);
    for (const std::uint64_t bytes : sizes()) {
      std::vector<std::string> row{size_text(bytes)};
      for (const Candidate& each : candidates_) {
        const auto seen = measured(each, bytes);
        row.push_back(rounded(us(each, bytes)) + (seen ? " (" + rounded(*seen) + ")" : ""));
      }
      row.emplace_back(choice(bytes).name);
      table.add(std::move(row));
    }
    std::cout << table << sentence() << '\n';
  }

 private:
  static std::string rounded(double us) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(us < 100 ? 2 : 0) << us;
    return text.str();
  }

  std::string sentence() const {
    std::string text = among_.empty() ? "auto takes " : "With --candidates " + among_ + " auto takes ";
    text += choice(sizes().front()).name;
    for (const auto& [bytes, algorithm] : crossovers()) {
      text += ", from " + counted(bytes, "byte") + " on " + std::string(algorithm->name);
    }
    return text + ".";
  }

  const Calibration* calibration_;
  const Collective* collective_;
  int ranks_;
  std::string among_;  // as named; empty where nobody named any
  std::vector<Candidate> candidates_;
};

}  // namespace

int tune_command(const TuneOptions& options) {
  const auto ranks = ranks_to_choose("--ranks", options.ranks);
  const auto measured = ranks_to_choose("--measure", options.measure);
  std::vector<const Collective*> chosen;
  for (const std::string& text : split("--collective", options.collective)) chosen.push_back(&measurable(text));
  const Algorithms named = candidates_listed("--algorithm", options.algorithm);
  const bench::Effort effort{
      .batch = std::chrono::microseconds(whole_number("--batch-us", options.batch_us, 0, 1'000'000)),
      .batches = bench::kCalibrationEffort.batches,
      .warm_up = bench::kCalibrationEffort.warm_up};

  const auto any = [&](int n) {
    return std::any_of(chosen.begin(), chosen.end(), [&](const Collective* collective) {
      return named.empty() || !candidates_of({.collective = collective, .ranks = n}, named).empty();
    });
  };
  if (std::none_of(ranks.begin(), ranks.end(), any)) {
    throw Refusal("Nothing is left to choose from: no --algorithm of '" + shown(options.algorithm) + "' serves '" +
                  shown(options.collective) + "' on '" + shown(options.ranks) +
                  "' ranks; ringlet list tells which do.");
  }

  std::optional<Calibration> kept;
  if (!options.fresh) kept = stored_calibration("it is made anew");
  if (kept && !options.calibrating.empty()) {
    std::cerr << "Kept costs serve, for which " << options.calibrating << " came too late; --fresh measures anew.\n";
  }
  const Calibration calibration = kept ? *kept : calibrated(measured, effort);

  std::vector<Prediction> predictions;
  for (const int n : ranks) {
    for (const Collective* collective : chosen) {
      Prediction prediction(calibration, *collective, n, options.algorithm);
      if (!prediction.empty()) predictions.push_back(std::move(prediction));
    }
  }
  const auto lead = lead_over_default(options.algorithm);
  const double off = bench::median_error(calibration.costs, calibration.points);
  if (options.json) {
    Json tables = Json::array();
    for (const Prediction& each : predictions) tables.push_back(each.json());
    std::cout << Json{{"costs", costs_json(calibration.costs)},
                      {"median_error", off},
                      {"lead_over_default", lead ? Json(*lead) : Json(nullptr)},
                      {"tables", std::move(tables)}}
              << '\n';
    return 0;
  }
  std::cout << "Predicted from " << counted(calibration.points.size(), "measurement")
            << ", half of which it meets within " << std::lround(off * 100) << " %.\n";
  if (lead) {
    std::cout << "auto leaves the first column, the default, only for one that is predicted more than " << *lead
              << " times as fast.\n";
  }
  for (const Prediction& each : predictions) each.print();
  return 0;
}

}  // namespace ringlet::cli
