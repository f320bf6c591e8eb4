// What a call costs: so much of everything that it asks for, times what that costs here.
#include <algorithm>
#include <numeric>

#include "../wait/cores.hpp"
#include "ringlet/tuning.hpp"
#include "sizes.hpp"

namespace ringlet {
namespace {

constexpr double kMiB = 1 << 20;
// Where the costs of bytes begin.
constexpr std::array kFrom{0.0, kMiB / 16, kMiB, 16 * kMiB};

// What the busiest core has to do, whichever way one looks at it.
Work busiest(const Work& one, const Work& all, double cores, double (*measure)(const Work&)) {
  const Work share{.messages = all.messages / cores,
                   .moved = all.moved / cores,
                   .reduced = all.reduced / cores,
                   .fresh = all.fresh / cores};
  return measure(one) < measure(share) ? share : one;
}

double& at(PerCost& values, Cost cost, std::size_t offset = 0) {
  return values.at(static_cast<std::size_t>(cost) + offset);
}

}  // namespace

PerCost demand(const PlanWork& work, std::uint64_t bytes, int cores) {
  const double used = std::clamp(cores, 1, work.ranks);
  PerCost result{};
  at(result, Cost::call) = 1;
  at(result, Cost::hop) = work.hops;
  at(result, Cost::turn) = work.hops * (work.ranks / used - 1);
  at(result, Cost::message) =
      busiest(work.by_messages, work.of_all, used, [](const Work& w) { return w.messages; }).messages;
  const Work handled = busiest(work.by_bytes, work.of_all, used, [](const Work& w) { return w.moved + w.reduced; });
  const double all = static_cast<double>(bytes) * work.ranks;
  for (std::size_t i = 0; i < kFrom.size(); ++i) {
    const double to = i + 1 < kFrom.size() ? std::min(all, kFrom.at(i + 1)) : all;
    const double mebibytes = std::max(to - kFrom.at(i), 0.0) / kMiB / work.ranks;
    at(result, Cost::moved, i) = handled.moved * mebibytes;
    at(result, Cost::reduced, i) = handled.reduced * mebibytes;
    at(result, Cost::fresh, i) = handled.fresh * mebibytes;
  }
  return result;
}

double CostModel::predict(const PlanWork& work, std::uint64_t bytes) const {
  const PerCost needed = demand(work, bytes, cores);
  return std::inner_product(needed.begin(), needed.end(), us.begin(), 0.0);
}

CostModel default_costs() {
  return {.cores = usable_cores(), .us = {0.05, 0.1, 2.3, 0.15, 20, 30, 40, 250, 100, 70, 95, 350, 70, 50, 40, 40}};
}

std::uint64_t longest_buffer(const Collective& collective, int ranks, std::uint64_t count,
                             std::span<const std::uint64_t> counts, std::size_t element) {
  const double part = counts.empty()
                          ? static_cast<double>(count)
                          : std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  return static_cast<std::uint64_t>(part * parts_in_longest(collective, ranks) * static_cast<double>(element));
}

}  // namespace ringlet
