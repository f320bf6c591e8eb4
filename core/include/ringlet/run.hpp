// One call of a collective by all ranks of a world, by whichever driver.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "ringlet/algorithms.hpp"
#include "ringlet/observer.hpp"
#include "ringlet/reduction.hpp"
#include "ringlet/verify.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

// threads: a pthread per rank. in_turn: all ranks on the calling thread, one step each in turn, deterministic.
enum class Driver : std::uint8_t { threads, in_turn };
template <>
inline constexpr std::array names<Driver>{"threads"sv, "in-turn"sv};

struct Call {
  std::shared_ptr<const Program> program;
  DataType dtype = DataType::int32;
  Operator op = Operator::sum;
  std::uint64_t count = 0;  // elements, by the collective's contract
  std::chrono::milliseconds timeout{5000};
  std::vector<std::uint64_t> counts{};  // for a v-variant instead of count: elements of each part
  std::vector<std::byte> scalars{};     // for premul_sum: an element of dtype for each rank
  Accumulate accumulate = Accumulate::per_hop;
  const UserOperator* user_op = nullptr;  // instead of op; outlives the run
};

// Where the call's chunks lie.
Layout layout_of(const Plan& plan, const Call& call);
// The type of the elements that travel: dtype, or what the call accumulates in.
DataType wire_type(const Plan& plan, const Call& call);

// One rank's buffers, of the lengths that the collective's contract gives; in place as the contract says.
struct RankBuffers {
  const void* send = nullptr;
  void* recv = nullptr;

  bool operator==(const RankBuffers&) const = default;
};

// How one rank misbehaves, to see what the others say. absent: it never comes. late: it comes after that time. abort:
// it aborts after that time. other_...: it makes another call than the others, in memory of its own,
// which not all can do alike.
enum class FaultKind : std::uint8_t {
  absent,
  late,
  abort,
  other_collective,
  other_count,
  other_dtype,
  other_op,
  other_root
};
template <>
inline constexpr std::array names<FaultKind>{"absent"sv,      "late"sv,        "abort"sv,    "other_collective"sv,
                                             "other_count"sv, "other_dtype"sv, "other_op"sv, "other_root"sv};
struct Fault {
  int rank = 0;
  FaultKind kind = FaultKind::absent;
  std::chrono::milliseconds after{0};
};

class Run {
 public:
  // Binds a verified program to buffers. `failed` when the world has failed; `invalid` when ranks or buffers do not
  // agree with the program, when sizes overflow, when a fault cannot be had, or when the world's last run still exists
  // and has not ended. Observers must outlive the run.
  static Result<std::unique_ptr<Run>> prepare(World& world, const Call& call, const std::vector<RankBuffers>& buffers,
                                              std::vector<Observer*> observers = {},
                                              const std::vector<Fault>& faults = {});
  // A run that has begun and not ended fails its world.
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // A run keeps the driver that it began with: start begins it with threads, pump in turn, wait with the one it is
  // given. Threads: sets every rank going and returns at once.
  void start();
  // In turn: takes steps until all are done, nothing can move, or the budget is spent. True when the run has ended.
  bool pump(std::chrono::nanoseconds budget);
  // Whether every rank has ended, well or not.
  bool finished() const noexcept;
  // Drives the run to its end, starting it if need be, and tells how it went.
  Result<void> wait(Driver driver);
  // Time from the first rank's beginning to the last one's end.
  std::chrono::nanoseconds elapsed() const noexcept;
  // Different threads that ranks ran on, once finished.
  int threads() const;

 private:
  struct State;
  explicit Run(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ringlet
