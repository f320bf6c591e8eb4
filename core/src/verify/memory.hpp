// Which cells a rank's slots are.
#pragma once

#include <cstddef>

#include "ringlet/plan.hpp"

namespace ringlet {

// Out of place: input, output, scratch. In place a chunk has one cell, whichever buffer names it (V8).
class Memory {
 public:
  Memory(const Plan& plan, int rank)
      : in_(plan.collective->input(plan.shape(), rank)),
        out_(plan.collective->output(plan.shape(), rank)),
        in_place_(plan.in_place),
        buffers_(plan.in_place ? plan.chunks : std::size_t{in_.count} + out_.count),
        scratch_slots_(plan.scratch_slots) {}

  std::size_t cells() const { return buffers_ + scratch_slots_; }
  std::size_t cell(Slot slot) const {
    switch (slot.space) {
      case Space::input: return in_place_ ? in_.chunk(slot.index) : slot.index;
      case Space::output: return in_place_ ? out_.chunk(slot.index) : std::size_t{in_.count} + slot.index;
      default: return buffers_ + slot.index;
    }
  }
  const ChunkRange& in() const { return in_; }
  const ChunkRange& out() const { return out_; }

 private:
  ChunkRange in_, out_;
  bool in_place_;
  std::size_t buffers_;
  std::uint32_t scratch_slots_;
};

}  // namespace ringlet
