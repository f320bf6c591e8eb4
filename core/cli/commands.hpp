// The commands of `ringlet`. Each prints its answer and returns the exit code: 0 done, 1 a check failed, 3 a run
// failed; it throws Refusal for exit 2.
#pragma once

#include <string>

namespace ringlet::cli {

int list_command(bool json);

struct PlanOptions {
  std::string collective, algorithm, bytes, ranks, root, slices;
  bool in_place = false, json = false;
};
int plan_command(const PlanOptions& options);

struct VerifyOptions {
  std::string collective, algorithm, ranks = "1..16", plan;
  bool json = false;
};
int verify_command(const VerifyOptions& options);

struct ReferencesOptions {
  std::string folder, collective, algorithm;
  bool json = false;
};
int references_command(const ReferencesOptions& options);

struct RunOptions {
  std::string collective, algorithm, op, dtype, accumulate, root, driver = "threads", timeout_ms = "5000", input, trace,
                                                                  bytes, candidates;
  bool in_place = false, json = false;
};
int run_command(const RunOptions& options);

struct BenchOptions {
  std::string collective = "all_reduce,reduce_scatter,all_gather,broadcast,reduce,all_to_all,barrier",
              algorithm = "auto", ranks = "2,4", bytes = "1K,64K,1M,16M", dtype = "float32", op, root, batch_ms = "10",
              batches = "15", candidates;
  bool in_place = false, out_of_place = false, json = false;
};
int bench_command(const BenchOptions& options);

struct TuneOptions {
  std::string collective = "all_reduce,reduce_scatter,all_gather,broadcast,all_to_all", algorithm, ranks = "2,4,8",
              measure = "2,4,8", batch_us = "1000", calibrating;  // those of the last two that were given
  bool fresh = false, json = false;
};
int tune_command(const TuneOptions& options);

}  // namespace ringlet::cli
