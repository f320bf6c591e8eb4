// What is measured: one collective at one size, and the memory that a rank needs for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ringlet/algorithms.hpp"
#include "ringlet/layout.hpp"
#include "ringlet/tuning.hpp"
#include "ringlet/types.hpp"

namespace ringlet::bench {

struct Workload {
  const Collective* collective = nullptr;  // with equal parts: no v-variant
  const Algorithm* algorithm = nullptr;    // null for the one that the world's costs choose
  int ranks = 2;
  std::uint64_t bytes = 0;  // of the longest buffer that a rank has: nccl-tests' size
  DataType dtype = DataType::float32;
  Operator op = Operator::sum;
  int root = 0;
  bool in_place = false;
  std::vector<const Algorithm*> candidates{};  // among which is chosen instead of the default ones
};

// The collective's count, rounded down where the parts do not divide the bytes; 0 for a barrier.
std::uint64_t count_of(const Workload& workload);
// Bytes of the longest buffer with that count.
std::uint64_t bytes_of(const Workload& workload);
// Bytes of the buffers of all ranks together.
std::uint64_t memory_of(const Workload& workload);
// Bytes that all ranks need besides, for what that plan keeps aside and for copies that are scaled.
std::uint64_t extra_memory(const Workload& workload, const Plan& plan);
// As much as any plan needs besides, and easier to tell.
std::uint64_t most_extra_memory(const Workload& workload);
// The plan that it asks for.
PlanRequest request_of(const Workload& workload);
// The algorithm that is named, or the one that these costs choose.
const Algorithm& algorithm_for(const Workload& workload, const CostModel& costs);
// By nccl-tests: what the slowest link must carry as a part of the size. None where it has no such figure.
std::optional<double> bus_factor(const Collective& collective, int ranks);
// GB/s for these bytes in that time.
double bandwidth(std::uint64_t bytes, double us);

// One rank's buffers, laid out by the collective's contract. Inputs are small whole numbers (products: powers of two)
// that no order of combining rounds, and which differ by rank and place.
class Memory {
 public:
  // Zeroed. `good` tells whether there was enough.
  Memory(const Workload& workload, int rank);
  bool good() const { return memory_ != nullptr; }

  std::span<std::byte> input() const { return input_; }
  std::span<std::byte> output() const { return output_; }
  // For a library that leaves its output elsewhere in the same memory.
  void set_output(std::span<std::byte> output) { output_ = output; }

  // Writes this rank's input, and into the rest of the output what is right nowhere.
  void fill();
  // Elements of the output that are not what the contract promises.
  std::uint64_t wrong() const;

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };

  Workload workload_;
  int rank_;
  std::unique_ptr<std::byte[], Free> memory_;
  std::span<std::byte> input_, output_;
};

// The element by which premul_sum multiplies every rank's input: 2.
std::span<const std::byte> scalar_of(DataType dtype);

}  // namespace ringlet::bench
