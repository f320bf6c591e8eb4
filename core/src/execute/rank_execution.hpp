// One rank's part of a call: its plan bound to buffers and queues, advanced one message or local step at a time. It
// serves one call after the other that differ only in where their buffers lie.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "../progress/operation.hpp"
#include "../world/world_core.hpp"
#include "bound_lane.hpp"
#include "workspace.hpp"

namespace ringlet {

class RankExecution final : public Operation {
 public:
  // `rank` and all peers count within the group.
  RankExecution(World::Core& world, Group& group, const Call& call, int rank, const std::vector<Observer*>& observers);

  // The rank's next call in its group, with these buffers and for premul_sum this factor. Not before the last has
  // ended.
  void restart(RankBuffers buffers, const std::byte* scalar, std::chrono::nanoseconds timeout);
  // Compares with what the others posted before the first step, not only when it has to wait.
  void compare_first() noexcept { compares_first_ = true; }
  // Adds up what several ranks sent in one pass where all of it has come, if no observer wants to see every step.
  void take_together() noexcept;
  const Layout& layout() const noexcept { return layout_; }
  // Whether the last call had these buffers.
  bool has_used(RankBuffers buffers) const noexcept { return buffers_ == buffers; }

  // Bytes of its own for what it works on.
  std::size_t memory() const noexcept;

  // Tells the others what this rank calls. Ranks that take turns all do before any of them advances; otherwise the
  // first advance does it.
  void post();
  Progress advance() override;
  Block block() override;
  bool differs() override;
  Error disagreement() const override;
  const Group& group() const override { return group_; }
  const Plan* plan() const override { return &program_.plan; }
  std::vector<const void*> order() const override { return {&group_.mesh}; }

 private:
  // Once all ranks are known to make the same call, or need not be.
  void begin();
  // Takes the lane's next message or local step if it can.
  Progress try_step(int lane);
  Block block(int lane);
  bool may_step() const;
  // Whether the unit can be taken now, and if not, which peer has to act first.
  bool ready(const BoundLane& lane, const Unit& unit, int& peer) const;
  // The units from the lane's next one, which is ready, that can be taken in one pass.
  std::size_t ready_chain_end(const BoundLane& lane) const;
  void send(BoundLane& lane, const Unit& unit, int number);
  bool receive(BoundLane& lane, const Unit& unit, int number);
  // Takes the units up to `end` of a chain in one pass.
  bool fold(BoundLane& lane, std::size_t end, int number);
  // Whether the message is the one that the unit expects.
  bool fits(const Message& message, const BoundLane& lane, const Unit& unit);
  void release(const BoundLane& lane, const Unit& unit);
  void apply(const BoundStep& step, const std::byte* source);
  // Tells the observers that a step is done; the next step of the same message starts now.
  void report(BoundLane& lane, const BoundStep& step, const std::byte* data, int number);

  enum class Stage : std::uint8_t { outside, posted, inside } stage_ = Stage::outside;
  bool compares_first_ = false;
  bool together_ = false;
  World::Core& world_;
  Group& group_;
  const Program& program_;
  Layout layout_;
  CallRecord record_;
  std::uint32_t digest_;
  std::uint32_t sequence_ = 0;
  std::chrono::nanoseconds timeout_{};
  std::uint64_t compared_from_ns_ = 0;  // since when it has compared its call with the others'
  std::uint64_t signature_ = 0;         // in every message: which call it belongs to
  Block disagreeing_{};                 // where a message did not fit
  int rank_;
  DataType wire_;
  Operator op_;
  std::optional<UserOperator> user_op_;
  Workspace workspace_;
  const std::vector<Observer*>& observers_;
  RawMemory scratch_;
  std::vector<BoundLane> lanes_;
  std::optional<RankBuffers> buffers_;
  std::size_t units_ = 0, units_left_ = 0;  // of all lanes
};

}  // namespace ringlet
