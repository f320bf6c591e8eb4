// What this machine's costs are: a few calls measured, and the costs that explain them best.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "measure.hpp"
#include "ringlet/tuning.hpp"

namespace ringlet::bench {

// Short batches: many points tell more than exact ones.
inline constexpr Effort kCalibrationEffort{
    .batch = std::chrono::microseconds(1000), .batches = 5, .warm_up = std::chrono::microseconds(2000)};

// How long one call took.
struct Point {
  const Collective* collective;
  const Algorithm* algorithm;
  int ranks;
  std::uint64_t bytes;
  double us;

  bool operator==(const Point&) const = default;
};

// What is measured for these numbers of ranks: every kind of plan, from small to large.
std::vector<Workload> calibration(std::span<const int> ranks);
// Measures that, or what ended it. `heard` is told after every workload how many are done; false ends it (`aborted`).
Result<std::vector<Point>> measured_points(std::span<const Workload> workloads, const Effort& effort,
                                           const std::function<bool(std::size_t)>& heard = {});
// The costs that explain these points best.
CostModel fitted_to(std::span<const Point> points);
// How far its predictions are off in the middle: 0.1 for ten per cent.
double median_error(const CostModel& model, std::span<const Point> points);

}  // namespace ringlet::bench
