// Runs a plan on sets of contributions instead of numbers, with queues of a given length.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "contributions.hpp"
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
  Combinations outputs();
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
  using Clock = std::vector<std::uint32_t>;  // [process]: the events of each that happened before
  struct Message {
    std::vector<Value> parts;
    int source;
    std::shared_ptr<const Clock> clock;
    std::uint32_t time;  // the sender's own component, which is newer than the shared clock
  };
  struct Connection {
    std::vector<Message> waiting;  // sent, not yet received
    std::uint32_t sent = 0;
    std::vector<std::uint32_t> received_at;  // the receiver's time, per message
  };
  struct PendingRead {  // a message that points into a cell
    int peer;
    std::uint32_t message;
  };
  static constexpr int kSeveralLanes = 1 << 30;
  struct Cell {
    std::optional<Value> value;
    std::vector<PendingRead> pending;
    int written_by = -1;  // the lane, to keep lanes apart
    int touched_by = -1;  // the lane, or kSeveralLanes
  };
  struct Process {
    std::size_t next = 0;
    std::shared_ptr<Clock> clock;
    std::uint32_t time = 0;
  };
  enum class Progress : std::uint8_t { advanced, blocked, done };

  Progress advance(int rank, int lane);
  bool fences_passed(int rank, int lane, std::size_t first, std::size_t end);
  bool keeps_lanes_apart(int rank, int lane, std::size_t index);
  bool room_or_message(int rank, int lane, const Step& step);
  void send(int rank, int lane, std::size_t first, std::size_t end);
  void receive(int rank, int lane, std::size_t first, std::size_t end);
  // A copy onto itself, in place: nobody is disturbed by it.
  bool changes_nothing(int rank, const Step& step);
  void apply_local(int rank, int lane, std::size_t index);
  const Value* read(int rank, int lane, std::size_t index, Slot slot);
  void write(int rank, int lane, std::size_t index, const Value* accumulated, Value incoming);
  // Whether the reader is known to have taken the message before this process goes on, given what it now receives.
  bool taken_before(const Process& self, const Message* incoming, int rank, int lane, const PendingRead& read) const;
  void learn(Process& process, std::size_t other, std::uint32_t time);

  void report(std::string_view rule, int rank, int lane, std::size_t step, const std::string& what);
  std::string waits_for(int rank, int lane, std::size_t next);
  std::optional<Violation> deadlock();
  std::optional<Violation> wrong_result();

  Cell& cell(int rank, Slot slot);
  const Step& step(int rank, int lane, std::size_t index) const;
  const Note& note(int rank, int lane, std::size_t index) const;
  Note& planned_note(int rank, int lane, std::size_t index);
  Process& process(int rank, int lane) { return processes_[process_index(rank, lane)]; }
  std::size_t process_index(int rank, int lane) const {
    return static_cast<std::size_t>(rank) * lanes_ + static_cast<std::size_t>(lane);
  }
  Connection& connection(int source, int destination, int lane);
  RankSet required(int rank, std::uint32_t chunk) const;

  const Plan& plan_;
  const Notes& notes_;
  std::uint32_t queue_slots_;
  Notes* planned_;
  bool added_fences_ = false;
  std::size_t lanes_ = 1;
  RankSet everyone_;
  std::vector<Process> processes_;
  std::vector<std::vector<Cell>> cells_;                                    // [rank]
  std::vector<std::unordered_map<std::uint64_t, Connection>> connections_;  // [source]
  std::optional<Violation> violation_;
  Contributors* recorded_ = nullptr;
};

}  // namespace ringlet
