// The numbers that ranks put in, and what must come out, worked out from these numbers alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ringlet/collective.hpp"
#include "ringlet/types.hpp"

namespace ringlet::bench {

class Values {
 public:
  // `op` counts where `reduces`.
  Values(DataType dtype, Operator op, bool reduces, int ranks)
      : dtype_(dtype), op_(op), reduces_(reduces), ranks_(ranks) {}

  // Writes the rank's contribution to the tensor's elements from `first` on.
  void fill(std::span<std::byte> elements, int rank, std::uint64_t first) const;
  // Elements that are not the combination of what these ranks contribute there.
  std::uint64_t wrong(std::span<const std::byte> elements, RankRange contributors, std::uint64_t first) const;

  // A whole number as an element of the type, which holds it exactly.
  static void store(DataType dtype, std::byte* to, std::int64_t value);

 private:
  std::int64_t contribution(int rank, std::uint64_t element) const;
  std::int64_t combined(RankRange contributors, std::uint64_t element) const;

  DataType dtype_;
  Operator op_;
  bool reduces_;
  int ranks_;
};

}  // namespace ringlet::bench
