#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "../../bench/json/measurement_json.hpp"
#include "../../bench/measure.hpp"
#include "../common/names.hpp"
#include "../common/stored_costs.hpp"
#include "bench_input.hpp"

namespace ringlet::cli {
namespace {

using bench::Measurement;

constexpr const char* kKept = "costs that ringlet tune measured here";

// The words and the widths of nccl-tests' table.
class BenchTable {
 public:
  explicit BenchTable(std::string_view heading) {
    std::cout << std::left << std::setw(kLeft) << heading << std::right << std::setw(kRight) << "out of place"
              << std::setw(kRight) << "in place" << '\n';
    left("collective", "algorithm", "ranks", "size", "count", "type", "redop", "root");
    for (int way = 0; way < 2; ++way) right("time", "algbw", "busbw", "#wrong");
    std::cout << '\n' << std::string(kLeft, ' ');
    for (int way = 0; way < 2; ++way) right("(us)", "(GB/s)", "(GB/s)", "");
    std::cout << '\n';
  }

  void begin(const bench::Workload& workload, const Measurement& measured) {
    const Collective& collective = *workload.collective;
    const std::string by(measured.algorithm->name);
    left(collective.name, workload.algorithm == nullptr ? by + "*" : by, workload.ranks, measured.bytes, measured.count,
         collective.parts(workload.ranks) > 0 ? name(workload.dtype) : "none",
         collective.has_operator() ? name(workload.op) : "none", collective.rooted ? workload.root : -1);
  }
  void add(const Measurement* measured) {
    if (measured == nullptr) return right("-", "-", "-", "-");
    const bool sized = measured->bytes > 0;
    right(rounded(measured->median_us, measured->median_us < 10'000 ? 2 : 0),
          sized ? rounded(measured->algbw_GBps) : "-",
          sized && measured->busbw_GBps ? rounded(*measured->busbw_GBps) : "-", measured->wrong);
  }
  void end() { std::cout << std::endl; }

 private:
  static constexpr int kLeft = 15 + 21 + 6 + 12 + 11 + 12 + 11 + 5;
  static constexpr int kRight = 10 + 9 + 9 + 9;

  template <class... Cells>
  void left(const Cells&... cells) {
    int column = 0;
    constexpr std::array kWidths{15, 21, 6, 12, 11, 12, 11, 5};
    ((std::cout << (column < 2 ? std::left : std::right) << std::setw(kWidths.at(static_cast<std::size_t>(column)))
                << cells,
      ++column),
     ...);
    std::cout << std::right;
  }
  template <class Wrong>
  void right(const std::string& time, const std::string& algbw, const std::string& busbw, const Wrong& wrong) {
    std::cout << std::setw(10) << time << std::setw(9) << algbw << std::setw(9) << busbw << std::setw(9) << wrong;
  }
  static std::string rounded(double value, int decimals = 2) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << value;
    return text.str();
  }
};

}  // namespace

int bench_command(const BenchOptions& options) {
  const bench::Effort effort{
      .batch = std::chrono::milliseconds(whole_number("--batch-ms", options.batch_ms, 0, 60'000)),
      .batches = static_cast<int>(whole_number("--batches", options.batches, 1, 100'000))};
  const auto rows = bench_rows(options);
  if (std::none_of(rows.begin(), rows.end(),
                   [](const BenchRow& row) { return row.workload.collective->has_operator(); }))
    tell_unused_operator(options.op, options.collective);
  const bool chooses =
      std::any_of(rows.begin(), rows.end(), [](const BenchRow& row) { return row.workload.algorithm == nullptr; });
  const CostsHere costs = chooses ? costs_here() : CostsHere{default_costs(), false};
  require_memory(rows, costs.model);
  const std::string by = "auto goes by the " + std::string(costs.kept ? kKept : "built-in costs");
  std::optional<BenchTable> table;
  if (!options.json) {
    table.emplace(chooses ? by : "");
  } else if (costs.kept) {
    std::cerr << by << ", in " << shown(calibration_file(), 200) << ".\n";
  }
  Json all = Json::array();
  std::unique_ptr<World> world;
  bool wrong = false;
  for (const BenchRow& row : rows) {
    std::array<std::optional<Measurement>, 2> ways;
    for (const bool in_place : {false, true}) {
      if (!(in_place ? row.in_place : row.apart)) continue;
      bench::Workload workload = row.workload;
      workload.in_place = in_place;
      if (!world) world = std::make_unique<World>(workload.ranks, costs.model);
      const auto measured = bench::measure(*world, workload, effort);
      if (!measured) {
        std::cerr << measured.error().message << '\n';
        return 3;
      }
      wrong = wrong || measured->wrong > 0;
      ways.at(in_place ? 1 : 0) = *measured;
      if (options.json) {
        all.push_back(measurement_json(workload, *measured));
        // By which auto chose; null where nothing was to be chosen.
        all.back()["costs"] = workload.algorithm != nullptr ? Json(nullptr) : Json(costs.kept ? "tuned" : "built-in");
      }
    }
    if (!table) continue;
    table->begin(row.workload, ways[0] ? *ways[0] : *ways[1]);
    for (const auto& way : ways) table->add(way ? &*way : nullptr);
    table->end();
  }
  if (table && chooses) std::cout << "* chosen by auto\n";
  if (options.json) std::cout << all << '\n';
  return wrong ? 1 : 0;
}

}  // namespace ringlet::cli
