// Least squares with no coefficient below zero, by descent along one coefficient after the other: a dozen of them leave
// nothing to gain from a faster method.
#include <algorithm>
#include <cmath>

#include "ringlet/tuning.hpp"

namespace ringlet {
namespace {

constexpr std::size_t kCosts = names<Cost>.size();
constexpr int kMostSweeps = 20'000;
constexpr int kRounds = 8;
constexpr double kOutlier = 2;
// How much the start counts beside the points: enough to decide where they say nothing.
constexpr double kInertia = 1e-5;

// One round of least squares, in which each row counts as much as its weight.
CostModel weighted(std::span<const PerCost> demands, std::span<const double> us, std::span<const double> weights,
                   const CostModel& start) {
  // In units of what each cost sums up to by the points, so that all are of one magnitude.
  PerCost scale{};
  for (std::size_t row = 0; row < demands.size(); ++row) {
    for (std::size_t i = 0; i < kCosts; ++i) {
      scale.at(i) += std::pow(demands[row].at(i) * weights[row], 2);
    }
  }
  for (double& each : scale) each = std::sqrt(each);
  std::array<PerCost, kCosts> normal{};
  PerCost right{};
  PerCost x{};
  for (std::size_t i = 0; i < kCosts; ++i) {
    if (scale.at(i) == 0) continue;
    for (std::size_t row = 0; row < demands.size(); ++row) {
      const double mine = demands[row].at(i) * weights[row] / scale.at(i);
      right.at(i) += mine * us[row] * weights[row];
      for (std::size_t j = 0; j < kCosts; ++j) {
        if (scale.at(j) > 0) normal.at(i).at(j) += mine * (demands[row].at(j) * weights[row] / scale.at(j));
      }
    }
    x.at(i) = start.us.at(i) * scale.at(i);
    normal.at(i).at(i) += kInertia;
    right.at(i) += kInertia * x.at(i);
  }
  double moved = 1;
  for (int sweep = 0; sweep < kMostSweeps && moved > 1e-9; ++sweep) {
    moved = 0;
    for (std::size_t i = 0; i < kCosts; ++i) {
      if (scale.at(i) == 0) continue;
      double gradient = right.at(i);
      for (std::size_t j = 0; j < kCosts; ++j) gradient -= normal.at(i).at(j) * x.at(j);
      const double next = std::max(x.at(i) + gradient / normal.at(i).at(i), 0.0);
      moved = std::max(moved, std::abs(next - x.at(i)));
      x.at(i) = next;
    }
  }
  CostModel result = start;
  for (std::size_t i = 0; i < kCosts; ++i) {
    if (scale.at(i) > 0) result.us.at(i) = x.at(i) / scale.at(i);
  }
  return result;
}

}  // namespace

// An error counts relative to what was measured and, from the second round on, to what is predicted too: half as long
// is then as wrong as twice as long. Points that are off by more than that count less: something else ran meanwhile.
CostModel fitted(std::span<const Measured> points, const CostModel& start) {
  std::vector<PerCost> demands;
  std::vector<double> us;
  std::vector<double> weights;
  for (const Measured& point : points) {
    demands.push_back(demand(point.work, point.bytes, start.cores));
    us.push_back(point.us);
    weights.push_back(1 / point.us);
  }
  CostModel result = weighted(demands, us, weights, start);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t row = 0; row < points.size(); ++row) {
      const double predicted = result.predict(points[row].work, points[row].bytes);
      const double ratio = std::max({predicted / us[row], us[row] / std::max(predicted, us[row] / 100), 1.0});
      weights[row] = 1 / std::sqrt(us[row] * std::max(predicted, us[row] / 100)) / std::max(ratio / kOutlier, 1.0);
    }
    result = weighted(demands, us, weights, start);
  }
  return result;
}

}  // namespace ringlet
