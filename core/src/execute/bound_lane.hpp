// One lane of one rank's plan, bound to queues and to memory: all that a call needs to know, worked out once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../world/group.hpp"
#include "raw_memory.hpp"
#include "ringlet/layout.hpp"
#include "ringlet/run.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

struct BoundStep {
  const Step* step;
  std::uint32_t index;
  bool completes;
  std::uint64_t count;  // elements
  std::uint64_t bytes;
  const std::byte* src = nullptr;
  const std::byte* acc = nullptr;
  std::byte* dst = nullptr;
};

// Another rank has to have taken this message.
struct BoundFence {
  Channel* channel;
  int peer;
  std::uint32_t message;        // counted from the call's first on its connection
  std::uint32_t published = 0;  // on that connection before the call

  bool passed() const noexcept { return channel->taken(published + message); }
};

// One message, or one local step.
struct Unit {
  std::uint32_t first, end;  // steps
  // Past the last unit of the receives and local steps that add up one value, this one being the first or among them:
  // they may be taken in one pass, without the partial results.
  std::uint32_t chain_end = 0;
  Channel* channel = nullptr;
  std::uint64_t bytes = 0;
  bool eager = true;             // a send that travels in its slot; else it points
  std::byte* staging = nullptr;  // at a copy, if it must be one,
  Segment* segments = nullptr;   // or at several places
  std::uint32_t fences_begin = 0, fences_end = 0;
};

class BoundLane {
 public:
  // Lane `number` of a rank's. `may_point`: whether any message of any rank is too long for its slot; else fences,
  // which keep memory that others still read, have nothing to keep.
  BoundLane(const Plan& plan, const Lane& steps, const LaneNotes& notes, const Layout& layout, int rank, int number,
            DataType wire, Group& group, bool may_point);

  // Where the rank's input, output and scratch lie from now on. Elements are of the type that travels.
  void place(const Layout& layout, DataType wire, int rank, RankBuffers buffers, std::byte* scratch);
  // Before the first step of a call.
  void restart() noexcept;

  std::size_t memory() const noexcept { return staging_.get_deleter().bytes; }
  bool ended() const noexcept { return next == units.size(); }
  // The peer that has yet to take a message which points into this rank's memory, or -1.
  int unread_by() const noexcept;

  std::vector<BoundStep> steps;
  std::vector<Unit> units;
  std::vector<BoundFence> fences;
  std::size_t next = 0;
  std::uint64_t hold_until_ns = 0;   // how long to wait for the rest of a chain
  std::uint64_t waited_from_ns = 0;  // while observed: when the rank turned to the next step,
  std::uint64_t start_ns = 0;        // and when it could act

 private:
  void find_chains(const Lane& plan_steps);

  std::vector<Segment> segments_;
  std::vector<BoundFence> unread_;  // per peer, the last message that points into this rank's memory
  RawMemory staging_;
};

}  // namespace ringlet
