// A world of ranks: their connections, their doorbells, and the one error that ends them all.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "ringlet/error.hpp"
#include "ringlet/tuning.hpp"

namespace ringlet {

class RankThreads;

enum class RankState : std::uint8_t { idle, running, done, failed, gate, gate_held, waiting };

// What a rank says of itself when it stops to wait: readable at any time from any thread.
struct RankStatus {
  RankState state = RankState::idle;
  int peer = -1;           // while waiting: who has to act
  std::uint32_t step = 0;  // the step that it wants to take
};

// Whether ranks can be threads here: not in a wasm module built without them.
constexpr bool has_threads() {
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  return false;
#else
  return true;
#endif
}

class World {
 public:
  // 1 to kMaxRanks ranks; with any other number it has failed from the start. Threads start with the first run that
  // needs them and end with the world.
  explicit World(int ranks) : World(ranks, default_costs()) {}
  // The same on a machine with these costs, by which calls that name no algorithm get one.
  World(int ranks, const CostModel& costs);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int ranks() const;
  const CostModel& costs() const { return costs_; }
  // Builds the world anew, failed or not, with this number of ranks; its threads stay. Not while a run is going on.
  void rebuild(int ranks);

  // Ends the current run with this error, for every rank; the first error wins. A failed world refuses further runs
  // and has to be built anew, like an NCCL communicator after an asynchronous error.
  void fail(Error error);
  // Whether some rank, or the user, has failed the world. What `failure` returns is fixed from then on.
  bool failed() const noexcept;
  std::optional<Error> failure() const;

  RankStatus status(int rank) const noexcept;
  // The status words themselves, for readers of shared memory: step in the low 32 bits, peer in the next 24, state.
  const std::atomic<std::uint64_t>* status_words() const noexcept;

  // Makes a sleeping rank look again at what it waits for.
  void wake(int rank) noexcept;
  void wake_all() noexcept;

  // The view from inside, in src/world.
  struct Core;
  Core& core() noexcept { return *core_; }

 private:
  CostModel costs_;
  std::unique_ptr<RankThreads> threads_;  // outlive a rebuilt core
  std::unique_ptr<Core> core_;
};

}  // namespace ringlet
