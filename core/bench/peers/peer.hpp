// What the programs share that time other libraries: the workloads they are asked and the rows they print, which are
// those of `ringlet bench --json`, one a line.
#pragma once

#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "../measure_rank.hpp"

namespace ringlet::bench {

// PROGRAM COLLECTIVE BYTES,BYTES BATCH_MS BATCHES ...
struct Asked {
  const Collective* collective;
  std::vector<std::uint64_t> bytes;
  Effort effort;

  // The arguments, and as many that are the program's own; none, and a line that says so, where they are others.
  static std::optional<Asked> from(int argc, char** argv, std::initializer_list<const char*> own) {
    if (argc != 5 + static_cast<int>(own.size()) || find_collective(argv[1]) == nullptr) {
      std::fputs("wanted: COLLECTIVE BYTES,... BATCH_MS BATCHES", stderr);
      for (const char* name : own) std::fprintf(stderr, " %s", name);
      std::fputs("\n", stderr);
      return std::nullopt;
    }
    Asked asked{.collective = find_collective(argv[1])};
    std::istringstream sizes(argv[2]);
    for (std::string size; std::getline(sizes, size, ',');) asked.bytes.push_back(std::stoull(size));
    if (asked.collective == &barrier) asked.bytes = {0};
    asked.effort.batch = std::chrono::milliseconds(std::stoi(argv[3]));
    asked.effort.batches = std::stoi(argv[4]);
    return asked;
  }

  // Out of place, but for a broadcast, whose root sends from where the others receive: MPI has no other.
  Workload workload(std::uint64_t size, int ranks) const {
    return {.collective = collective, .ranks = ranks, .bytes = size, .in_place = collective == &broadcast};
  }
};

// Cores that the program may use.
inline int cores() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

// Binds the calling thread to one of them, counted from 0.
inline void bind_to(int which) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed) || which-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

inline void print_row(const Workload& workload, const std::string& algorithm, const RankMeasurement& measured) {
  const double us = measured.times.median_us();
  const double algbw = bandwidth(bytes_of(workload), us);
  const auto factor = bus_factor(*workload.collective, workload.ranks);
  std::printf(
      "{\"collective\":\"%s\",\"algorithm\":\"%s\",\"ranks\":%d,\"bytes\":%llu,\"count\":%llu,\"dtype\":\"float32\","
      "\"op\":%s,\"root\":%s,\"in_place\":%s,\"median_us\":%.4f,\"min_us\":%.4f,\"calls\":%llu,\"algbw_GBps\":%.6f,"
      "\"busbw_GBps\":%s,\"wrong\":%llu}\n",
      workload.collective->name.data(), algorithm.c_str(), workload.ranks,
      static_cast<unsigned long long>(bytes_of(workload)), static_cast<unsigned long long>(count_of(workload)),
      workload.collective->reduces ? "\"sum\"" : "null", workload.collective->rooted ? "0" : "null",
      workload.in_place ? "true" : "false", us, measured.times.min_us(),
      static_cast<unsigned long long>(measured.times.calls), algbw,
      factor ? std::to_string(*factor * algbw).c_str() : "null", static_cast<unsigned long long>(measured.wrong));
  std::fflush(stdout);
}

}  // namespace ringlet::bench
