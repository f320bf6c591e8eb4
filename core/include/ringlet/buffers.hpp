// Memory for every rank of a call, laid out as the collective's contract says, in place too.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ringlet/layout.hpp"
#include "ringlet/run.hpp"

namespace ringlet {

class Buffers {
 public:
  // Zeroed inputs and outputs; in place the shorter of the two lies inside the longer.
  Buffers(const Plan& plan, const Layout& layout, DataType dtype);

  std::span<std::byte> input(int rank) { return inputs_[static_cast<std::size_t>(rank)]; }
  std::span<std::byte> output(int rank) { return outputs_[static_cast<std::size_t>(rank)]; }
  // What a run is given.
  std::vector<RankBuffers> bound() const;

 private:
  std::vector<std::vector<std::byte>> memory_;
  std::vector<std::span<std::byte>> inputs_, outputs_;
};

}  // namespace ringlet
