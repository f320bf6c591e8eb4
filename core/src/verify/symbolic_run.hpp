// Runs a plan on sets of contributions instead of numbers, with queues of a given length.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "causality.hpp"
#include "connections.hpp"
#include "contributions.hpp"
#include "memory.hpp"
#include "queues.hpp"
#include "reduction_order.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

class SymbolicRun {
 public:
  // Where a receive might read memory too late it is a violation; with `planned`, which are the notes themselves, a
  // fence is added there instead, and values that become complete are noted.
  SymbolicRun(const Plan& plan, const Notes& notes, std::uint32_t queue_slots, Notes* planned = nullptr);

  // Runs all ranks to the end and looks at what they then hold. The first violation, or none.
  std::optional<Violation> run();
  // After a run without violation.
  ReductionTrees outputs();
  bool added_fences() const { return added_fences_; }
  // After a deadlock in planning: a send whose reader a fence waits for in vain, as {rank, lane, step}.
  struct Place {
    int rank, lane;
    std::size_t step;
  };
  std::optional<Place> send_behind_blocked_fence() const;

  using Contributors = std::vector<std::vector<std::vector<std::vector<int>>>>;
  // Called before run(): also keep the contributors of each step.
  void record(Contributors& contributors) { recorded_ = &contributors; }

 private:
  struct PendingRead {  // a message that points into a cell
    int peer;
    std::uint32_t message;
  };
  static constexpr std::int16_t kNoLane = -1;
  static constexpr std::int16_t kSeveralLanes = 1 << 14;
  struct Cell {
    Value value;
    Queues<PendingRead>::Queue pending;
    std::int16_t written_by = kNoLane;  // the lane, to keep lanes apart
    std::int16_t touched_by = kNoLane;  // the lane, or kSeveralLanes
    bool filled = false;
  };
  struct Process {
    const Lane* steps = nullptr;
    const LaneNotes* notes = nullptr;
    std::size_t next = 0;
    std::size_t fence = 0;  // of the lane: the next to pass
    bool looked = false;    // for messages that the next step would spoil
  };
  enum class Progress : std::uint8_t { advanced, blocked, done };

  Progress advance(int rank, int lane);
  bool fences_passed(int rank, int lane, std::size_t first, std::size_t end);
  bool may_write(int rank, int lane, std::size_t first, std::size_t end);
  bool keeps_lanes_apart(int rank, int lane, std::size_t index);
  // Sees to it that the message or step that begins at `first` does not spoil that message.
  void fence_off(int rank, int lane, std::size_t first, std::size_t index, const PendingRead& read);
  bool room_or_message(int rank, int lane, const Step& step);
  void send(int rank, int lane, std::size_t first, std::size_t end);
  void receive(int rank, int lane, std::size_t first, std::size_t end);
  // A copy onto itself, in place: nobody is disturbed by it.
  bool changes_nothing(int rank, const Step& step);
  void apply_local(int rank, int lane, std::size_t index);
  const Value* read(int rank, int lane, std::size_t index, Slot slot);
  void write(int rank, int lane, std::size_t index, const Value* accumulated, Value incoming);
  // The contributors of a step's value, where they are to be kept.
  void record_step(int rank, int lane, std::size_t index, const Value& value);

  void report(std::string_view rule, int rank, int lane, std::size_t step, const std::string& what);
  std::string waits_for(int rank, int lane, std::size_t next);
  std::optional<Violation> deadlock();
  std::optional<Violation> wrong_result();

  Cell& cell(int rank, Slot slot) {
    const auto r = static_cast<std::size_t>(rank);
    return cells_[first_cells_[r] + memories_[r].cell(slot)];
  }
  const Step& step(int rank, int lane, std::size_t index) const {
    return (*processes_[process_index(rank, lane)].steps)[index];
  }
  const LaneNotes& notes(int rank, int lane) const { return *processes_[process_index(rank, lane)].notes; }
  LaneNotes& planned(int rank, int lane);
  Process& process(int rank, int lane) { return processes_[process_index(rank, lane)]; }
  std::size_t process_index(int rank, int lane) const {
    return static_cast<std::size_t>(rank) * lanes_ + static_cast<std::size_t>(lane);
  }
  Causality& causality(int lane) { return causality_[static_cast<std::size_t>(lane)]; }
  RankSet required(int rank, std::uint32_t chunk) const;

  const Plan& plan_;
  const Notes& notes_;
  std::uint32_t queue_slots_;
  Notes* planned_;
  bool added_fences_ = false;
  std::size_t lanes_ = 1;
  RankSets sets_;
  std::vector<Process> processes_;
  std::vector<Memory> memories_;          // [rank]
  std::vector<std::size_t> first_cells_;  // [rank]: of its memory
  std::vector<Cell> cells_;
  Connections connections_;
  std::vector<Causality> causality_;  // [lane]
  Queues<Message> messages_;
  Queues<Value> parts_;
  Queues<PendingRead> pending_;
  std::vector<std::uint32_t> fenced_;  // [rank]: messages to it that the step at hand waits for
  std::optional<Violation> violation_;
  Contributors* recorded_ = nullptr;
};

}  // namespace ringlet
