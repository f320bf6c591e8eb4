// Least squares with no coefficient below zero, by descent along one coefficient after the other: a dozen of them leave
// nothing to gain from a faster method.
#include <algorithm>
#include <cmath>

#include "ringlet/tuning.hpp"

namespace ringlet {
namespace {

constexpr std::size_t kCosts = names<Cost>.size();
constexpr int kMostSweeps = 20'000;
// How much the start counts beside the points: enough to decide where they say nothing.
constexpr double kInertia = 1e-5;

}  // namespace

CostModel fitted(std::span<const Measured> points, const CostModel& start) {
  // In units of what each cost sums up to by the points, so that all are of one magnitude.
  std::vector<PerCost> rows;
  PerCost scale{};
  for (const Measured& point : points) {
    PerCost row = demand(point.work, point.bytes, start.cores);
    for (std::size_t i = 0; i < kCosts; ++i) {
      row.at(i) /= point.us;
      scale.at(i) += row.at(i) * row.at(i);
    }
    rows.push_back(row);
  }
  std::array<PerCost, kCosts> normal{};
  PerCost right{};
  for (std::size_t i = 0; i < kCosts; ++i) {
    scale.at(i) = std::sqrt(scale.at(i));
    if (scale.at(i) == 0) continue;
    for (const PerCost& row : rows) {
      right.at(i) += row.at(i) / scale.at(i);
      for (std::size_t j = 0; j < kCosts; ++j) {
        if (scale.at(j) > 0) normal.at(i).at(j) += row.at(i) / scale.at(i) * (row.at(j) / scale.at(j));
      }
    }
    normal.at(i).at(i) += kInertia;
    right.at(i) += kInertia * start.us.at(i) * scale.at(i);
  }
  PerCost x{};
  for (std::size_t i = 0; i < kCosts; ++i) x.at(i) = start.us.at(i) * scale.at(i);
  double moved = 1;
  for (int sweep = 0; sweep < kMostSweeps && moved > 1e-12; ++sweep) {
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

}  // namespace ringlet
