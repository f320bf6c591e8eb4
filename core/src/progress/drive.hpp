// Takes one rank's work to its end on its own thread: step, or wait with patience, until done or the world has failed.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "../fail/failures.hpp"
#include "../wait/waiting.hpp"
#include "../world/world_core.hpp"
#include "ringlet/observer.hpp"

namespace ringlet {

inline bool clock_stopped(const std::vector<Observer*>& observers) {
  return std::any_of(observers.begin(), observers.end(), [](auto* observer) { return observer->clock_stopped(); });
}

// Says of a rank what it stops for.
inline void post_block(World::Core& world, int rank, const Operation& operation, const Block& block,
                       const std::vector<Observer*>& observers) {
  world.turn_to(rank, &operation);
  if (block.why == Block::Why::peer) {
    world.post(rank, {RankState::waiting, operation.group().world_rank(block.peer), block.step});
    return;
  }
  const bool held =
      std::any_of(observers.begin(), observers.end(), [&](auto* observer) { return observer->held(rank); });
  world.post(rank, {held ? RankState::gate_held : RankState::gate, -1, block.step});
}

// What ends a call whose deadline has passed. Calls that differ never end, however long one waits: who waits so briefly
// that it has not looked is to hear of that too.
inline Error overdue(const World::Core& world, Operation& operation, std::chrono::nanoseconds timeout) {
  return operation.differs() ? operation.disagreement() : deadline_error(world, operation, timeout);
}

// `work` advances, tells why it is blocked, and names the operation that `blocked()` speaks of. True when it is done.
template <class Work>
bool drive(World::Core& world, int rank, std::chrono::nanoseconds timeout, const std::vector<Observer*>& observers,
           Work& work) {
  Patience patience(world.cores, rank, timeout);
  const auto failed = [&] { return world.failed.load(std::memory_order_seq_cst); };
  const World::Core::Inside inside(world, rank);
  for (bool slept = false; !failed();) {
    const Progress progress = work.advance();
    if (progress == Progress::done) return true;
    if (progress == Progress::mismatch) world.fail(work.blamed().disagreement());
    if (progress == Progress::advanced) {
      if (slept) world.post(rank, {RankState::running, -1, 0});
      slept = false;
      patience.refresh();
      continue;
    }
    const Block block = work.block();
    if (block.why == Block::Why::soon) patience.lull();
    if (!block.stands()) continue;
    Operation& operation = work.blamed();
    const bool counts = block.why == Block::Why::peer && !clock_stopped(observers);
    const auto awake = [&] { return failed() || !work.block().stands(); };
    const auto before_sleep = [&] {
      slept = true;
      post_block(world, rank, operation, block, observers);
      if (block.why != Block::Why::peer) return;
      if (operation.differs()) return world.fail(operation.disagreement());
      // Whatever a rank gave before it ended has come by now; only what still waits for it waits in vain.
      const int peer = operation.group().world_rank(block.peer);
      if (world.read_status(peer).state != RankState::done) return;
      const Block now = work.block();
      if (now.why != Block::Why::peer || work.blamed().group().world_rank(now.peer) != peer) return;
      world.fail(ended_error(rank, peer, work.blamed()));
    };
    if (!patience.wait(world.doorbell(rank), counts, awake, before_sleep)) {
      post_block(world, rank, operation, block, observers);
      world.fail(overdue(world, operation, timeout));
    }
  }
  return false;
}

}  // namespace ringlet
