// One rank's part of one call: its plan bound to buffers and queues, advanced one message or local step at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../transport/mesh.hpp"
#include "group.hpp"
#include "operation.hpp"
#include "ringlet/run.hpp"
#include "workspace.hpp"

namespace ringlet {

class RankExecution final : public Operation {
 public:
  // The rank's next call in its group. `rank` and all peers count within the group.
  RankExecution(World::Core& world, Group& group, const Call& call, const Layout& layout, int rank, RankBuffers buffers,
                const std::vector<Observer*>& observers);

  // Tells the others what this rank calls. Ranks that take turns all do before any of them advances; otherwise the
  // first advance does it.
  void post();
  // First compares with what the others posted.
  Progress advance() override;
  Block block() override;
  Error disagreement() const override;
  const Group& group() const override { return group_; }
  const Plan* plan() const override { return &program_.plan; }
  std::vector<const void*> order() const override { return {&group_.mesh}; }

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
    std::uint32_t message;  // counted from this call's first until it begins, then from the connection's first
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

  // Once all ranks are known to make the same call.
  void begin();
  // Takes the lane's next message or local step if it can.
  Progress try_step(int lane);
  Block block(int lane);
  void bind(int lane, const Lane& steps, const std::vector<Note>& notes, const Layout& layout, RankBuffers buffers);
  void send(BoundLane& lane, const Unit& unit, int number);
  bool receive(BoundLane& lane, const Unit& unit, int number);
  void apply(const BoundStep& step, const std::byte* source);
  // Tells the observers that a step is done; the next step of the same message starts now.
  void report(BoundLane& lane, const BoundStep& step, const std::byte* data, int number);
  std::uint64_t bytes_of(const BoundStep& step) const { return step.count * element_bytes_; }

  enum class Stage : std::uint8_t { outside, posted, inside } stage_ = Stage::outside;
  World::Core& world_;
  Group& group_;
  const Program& program_;
  CallRecord record_;
  std::uint32_t sequence_;
  std::uint64_t signature_;  // in every message: which call it belongs to
  Block disagreeing_{};      // where a message did not fit
  int rank_;
  DataType dtype_;  // as it travels
  Operator op_;
  const UserOperator* user_op_;
  std::uint64_t element_bytes_;
  Workspace workspace_;
  const std::vector<Observer*>& observers_;
  std::vector<std::byte> scratch_;
  std::vector<BoundLane> lanes_;
  std::size_t units_left_ = 0;  // of all lanes
};

}  // namespace ringlet
