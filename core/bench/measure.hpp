// How long a collective takes when every rank calls it on a thread of its own: natively and in a page.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ringlet/error.hpp"
#include "ringlet/world.hpp"
#include "timing.hpp"
#include "workload.hpp"

namespace ringlet::bench {

struct Measurement {
  const Algorithm* algorithm = nullptr;  // the one that served
  std::uint64_t count = 0;               // as the collective's contract has it
  std::uint64_t bytes = 0;               // of the longest buffer, with that count
  double median_us = 0;                  // per call; a batch's time is the slowest rank's
  double min_us = 0;
  std::uint64_t calls = 1;  // in a batch
  std::uint64_t wrong = 0;  // elements of all ranks
  double algbw_GBps = 0;
  std::optional<double> busbw_GBps;  // where nccl-tests has such a figure
};

struct Progress {
  int done = 0;  // batches that count; 0 also while the length of a batch is found
  int batches = 0;
};
// Heard on rank 0's thread after every batch, while the other ranks wait; false ends the measurement.
using Watcher = std::function<bool(const Progress&)>;

// Why that cannot be measured, before anything is: `invalid`, naming the argument.
std::optional<Error> refused(const Workload& workload, const Effort& effort = {});

// Measures by the calls of rank code (`run_ranks`) and checks the results of one more call. The world gets the
// workload's number of ranks, and keeps its threads. `invalid` names the argument that cannot be served; `aborted` when
// the watcher ended it; otherwise what ended the ranks.
Result<Measurement> measure(World& world, const Workload& workload, const Effort& effort = {},
                            const Watcher& watcher = {});

}  // namespace ringlet::bench
