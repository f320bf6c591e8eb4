// What one rank has under way: operations that were started and not yet ended, and the second thread that takes them on
// while the rank computes.
//
// One of the two threads at a time holds the baton and with it the rank's doorbell. The rank's own thread comes first:
// the helper steps aside when it is wanted.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "../call/execution_cache.hpp"
#include "../execute/exchange.hpp"
#include "../world/world_core.hpp"
#include "ringlet/observer.hpp"

namespace ringlet {

struct PendingOperation {
  std::unique_ptr<Operation> operation;
  std::chrono::nanoseconds timeout;
  std::chrono::nanoseconds waited{};  // since it last moved, while somebody looked
  std::atomic<bool> done{false};
};

class RankProgress {
 public:
  RankProgress(World::Core& world, int rank) : exchange(world), world_(world), rank_(rank) {}
  ~RankProgress();
  RankProgress(const RankProgress&) = delete;
  RankProgress& operator=(const RankProgress&) = delete;

  World::Core& world() noexcept { return world_; }
  int rank() const noexcept { return rank_; }

  // All of these by the rank's own thread.
  // Whether nothing is under way.
  bool alone() const noexcept;
  // While alone: takes the operation to its end.
  Result<void> carry_out(Operation& operation, std::chrono::nanoseconds timeout);
  // Leaves the operation to the second thread, which begins with the first.
  std::shared_ptr<PendingOperation> start(std::unique_ptr<Operation> operation, std::chrono::nanoseconds timeout);
  // Helps until it is done.
  Result<void> wait(const PendingOperation& pending);
  bool over(const PendingOperation& pending) const noexcept;
  // Takes everything that was started to its end.
  void finish();

  // For carry_out.
  ExecutionCache executions;
  Exchange exchange;

 private:
  enum class Holder : std::uint8_t { nobody, rank, helper };

  // The pending operations as one piece of work, until there is nothing left or a reason to stop. It keeps the deadline
  // of each: others may go on for ever while one waits.
  template <class Stop>
  class Queue;

  void take_baton() noexcept;
  void give_baton() noexcept;
  template <class Stop>
  bool drive_until(Stop&& stop);
  // A rank that never slept has told nobody what it does.
  void after_drive(bool good) noexcept;
  void help();
  Result<void> outcome(bool good) const;

  World::Core& world_;
  int rank_;
  std::vector<Observer*> nobody_;
  std::vector<std::shared_ptr<PendingOperation>> queue_;  // of whoever holds the baton
  std::atomic<std::size_t> pending_{0};                   // its size
  std::atomic<Holder> holder_{Holder::nobody};
  std::atomic<bool> wanted_{false};  // by the rank
  std::atomic<bool> ending_{false};
  Doorbell baton_;  // where the rank waits for the baton
  Doorbell work_;   // where the helper waits for something to do
  std::optional<std::thread> helper_;
};

}  // namespace ringlet
