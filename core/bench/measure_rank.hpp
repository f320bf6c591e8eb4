// One rank's part of a measurement, whatever library carries the collective out.
#pragma once

#include "timing.hpp"
#include "workload.hpp"

namespace ringlet::bench {

struct RankMeasurement {
  Times times;
  std::uint64_t wrong = 0;  // elements of all ranks, in a call after the timed ones
};

// `make(memory)` returns what makes one call on the rank's memory and tells whether it went well. `ranks` is as for
// `timed`, and `ranks.sum(x)` gives every rank the sum. None when a call failed or somebody ended it.
//
// In place the timed calls work on zeros, which stay zeros however often they are combined.
template <class Ranks, class Make>
std::optional<RankMeasurement> measure_rank(const Workload& workload, Memory& memory, const Effort& effort,
                                            Ranks& ranks, Make&& make) {
  if (!workload.in_place) memory.fill();
  auto call = make(memory);
  auto times = timed(effort, ranks, call);
  if (!times) return std::nullopt;
  memory.fill();
  if (!ranks.meet() || !call()) return std::nullopt;
  const std::optional<double> wrong = ranks.sum(static_cast<double>(memory.wrong()));
  if (!wrong) return std::nullopt;
  return RankMeasurement{std::move(*times), static_cast<std::uint64_t>(*wrong)};
}

}  // namespace ringlet::bench
