#include "calibrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ringlet::bench {
namespace {

constexpr std::array<std::uint64_t, 5> kSizes{1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20};

std::vector<Measured> with_work(std::span<const Point> points) {
  std::vector<Measured> result;
  for (const Point& point : points) {
    const auto plan = make_plan(*point.algorithm, {.collective = point.collective, .ranks = point.ranks});
    if (plan && point.us > 0) result.push_back({work_of(*plan), point.bytes, point.us});
  }
  return result;
}

}  // namespace

std::vector<Workload> calibration(std::span<const int> ranks) {
  std::vector<Workload> result;
  for (const int n : ranks) {
    for (const Collective* collective :
         {&barrier, &all_reduce, &reduce_scatter, &all_gather, &broadcast, &all_to_all}) {
      auto candidates = default_candidates(*collective, n);
      for (const std::string_view contrast : {"ring", "recursive_doubling", "binomial"}) {
        const Algorithm* other = find_algorithm(contrast);
        const bool known = std::find(candidates.begin(), candidates.end(), other) != candidates.end();
        if (!known && other->serves(*collective, n)) candidates.push_back(other);
      }
      for (const Algorithm* algorithm : candidates) {
        for (const std::uint64_t bytes : kSizes) {
          Workload workload{.collective = collective, .algorithm = algorithm, .ranks = n, .bytes = bytes};
          if (collective == &barrier) workload.bytes = 0;
          if (refused(workload)) continue;
          result.push_back(workload);
          if (collective == &barrier) break;
        }
      }
    }
  }
  return result;
}

Result<std::vector<Point>> measured_points(std::span<const Workload> workloads, const Effort& effort,
                                           const std::function<bool(std::size_t)>& heard) {
  std::vector<Point> points;
  World world(workloads.empty() ? 1 : workloads.front().ranks);
  for (const Workload& workload : workloads) {
    const auto measured = measure(world, workload, effort);
    if (!measured) return tl::unexpected(measured.error());
    points.push_back({workload.collective, workload.algorithm, workload.ranks, measured->bytes, measured->median_us});
    if (heard && !heard(points.size())) {
      return error(ErrorCode::aborted, "The calibration was ended before it was done.");
    }
  }
  return points;
}

CostModel fitted_to(std::span<const Point> points) { return fitted(with_work(points), default_costs()); }

double median_error(const CostModel& model, std::span<const Point> points) {
  std::vector<double> errors;
  for (const Measured& each : with_work(points)) {
    errors.push_back(std::abs(model.predict(each.work, each.bytes) / each.us - 1));
  }
  if (errors.empty()) return 0;
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

}  // namespace ringlet::bench
