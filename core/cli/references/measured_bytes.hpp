// Bytes that ranks send in real runs, beside the closed forms.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ringlet/algorithms.hpp"

namespace ringlet::cli {

// The numbers of ranks whose busiest rank is told.
inline constexpr std::array kShownRanks{2, 4, 8, 16};

struct ByteRow {
  const Collective* collective;
  const Algorithm* algorithm;
  std::vector<int> ranks;  // numbers of ranks that ran
  std::uint64_t runs = 0;
  std::uint64_t totals = 0;     // bytes of one rank in one run that were compared with the closed form
  std::uint64_t differing = 0;  // of them, those that are not equal
  std::uint64_t sent = 0;       // measured, of all ranks and runs together
  std::uint64_t predicted = 0;
  // Measured bytes of the busiest rank as a multiple of the tensor's, for each of kShownRanks; negative if none ran.
  std::array<double, kShownRanks.size()> busiest{-1, -1, -1, -1};
};

// Runs the algorithm with 2 to 16 ranks, counts that do not divide among them, and the first and the last root.
ByteRow measured_bytes(const Collective& collective, const Algorithm& algorithm);

}  // namespace ringlet::cli
