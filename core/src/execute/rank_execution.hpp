// One rank's part of one call: its plan bound to buffers and queues, advanced one message or local step at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../transport/mesh.hpp"
#include "ringlet/run.hpp"

namespace ringlet {

class RankExecution {
 public:
  RankExecution(World::Core& world, const Call& call, const Layout& layout, int rank, RankBuffers buffers,
                const std::vector<Observer*>& observers);

  enum class Progress : std::uint8_t { advanced, blocked, done, mismatch };
  // Takes the lane's next message or local step if it can. Called by one thread at a time.
  Progress try_step(int lane);

  // Why a lane cannot move now.
  struct Block {
    enum class Why : std::uint8_t { nothing, gate, peer, done } why = Why::nothing;
    int peer = -1;
    std::uint32_t step = 0;
  };
  Block block(int lane);
  // Why the rank cannot move: `nothing` if any lane can, else a peer if any lane waits for one, else its gate.
  Block block();
  // The message that a lane would take next: its peer and step.
  Block next(int lane) const;

  int rank() const { return rank_; }
  int lanes() const { return static_cast<int>(lanes_.size()); }

 private:
  struct BoundStep {
    const Step* step;
    std::uint32_t index;
    const std::byte* src;
    const std::byte* acc;
    std::byte* dst;
    std::uint64_t count;  // elements
    bool completes;
  };
  struct BoundFence {
    Channel* channel;
    int peer;
    std::uint32_t message;
  };
  // One message, or one local step.
  struct Unit {
    std::uint32_t first, end;  // steps
    Channel* channel = nullptr;
    std::uint64_t bytes = 0;
    const Segment* segments = nullptr;  // a send that points instead of copying into the slot
    std::byte* staging = nullptr;       // where a send that must be copied, but fits no slot, is copied to
    std::uint32_t fences_begin = 0, fences_end = 0;
  };
  struct BoundLane {
    std::vector<BoundStep> steps;
    std::vector<Unit> units;
    std::vector<BoundFence> fences;
    std::vector<Segment> segments;
    std::vector<BoundFence> unread;  // per peer, the last message that points into this rank's memory
    std::vector<std::byte> staging;
    std::size_t next = 0;
    std::uint64_t waited_from_ns = 0;  // while observed: when the rank turned to the next step,
    std::uint64_t start_ns = 0;        // and when it could act
  };

  void bind(int lane, const Lane& steps, const std::vector<Note>& notes, const Layout& layout, RankBuffers buffers);
  void send(BoundLane& lane, const Unit& unit, int number);
  bool receive(BoundLane& lane, const Unit& unit, int number);
  void apply(const BoundStep& step, const std::byte* source);
  // Tells the observers that a step is done; the next step of the same message starts now.
  void report(BoundLane& lane, const BoundStep& step, const std::byte* data, int number);
  std::uint64_t bytes_of(const BoundStep& step) const { return step.count * element_bytes_; }

  World::Core& world_;
  const Program& program_;
  int rank_;
  DataType dtype_;
  Operator op_;
  std::uint64_t element_bytes_;
  const std::vector<Observer*>& observers_;
  std::vector<std::byte> scratch_;
  std::vector<BoundLane> lanes_;
};

}  // namespace ringlet
