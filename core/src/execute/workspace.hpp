// Where a rank works when its elements are not combined as they are: multiplied by its scalar, or widened to float32.
#pragma once

#include <array>

#include "raw_memory.hpp"
#include "ringlet/run.hpp"

namespace ringlet {

// Copies of one rank's input and output in the type that travels, placed to each other as the originals are. Each
// input element is read, scaled and rounded exactly once, so that whatever is sent, copied or combined from it later,
// by pointer or not, holds the same value; each output element is rounded exactly once.
class Workspace {
 public:
  Workspace(const Plan& plan, const Call& call, const Layout& layout, int rank);

  // The rank's buffers from now on and, for premul_sum, its factor.
  void use(RankBuffers buffers, const std::byte* scalar);
  // Whether the call has to work on copies.
  bool needed() const { return needed_; }
  std::size_t memory() const { return memory_.get_deleter().bytes; }
  // What the rank's steps read and write: the copies, or the rank's own buffers.
  RankBuffers buffers() const { return needed_ ? RankBuffers{input_, output_} : outer_; }
  // Before the first step.
  void load_input();
  // After the last.
  void store_output();

 private:
  DataType dtype_, wire_;
  bool scales_;
  alignas(8) std::array<std::byte, 8> scalar_{};  // an element of dtype
  bool needed_;
  RankBuffers outer_;
  std::uint64_t in_ = 0, out_ = 0;  // elements
  RawMemory memory_;
  std::byte* input_ = nullptr;  // in that memory
  std::byte* output_ = nullptr;
};

}  // namespace ringlet
