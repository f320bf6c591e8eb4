#include "ringlet/world.hpp"

#include <algorithm>
#include <thread>

#include "world_core.hpp"

namespace ringlet {
namespace {

bool possible(int ranks) { return ranks >= 1 && ranks <= kMaxRanks; }

// A world of so many ranks; one that cannot be has failed from the start.
std::unique_ptr<World::Core> built(int ranks, RankThreads& threads, const CostModel& costs) {
  auto core = std::make_unique<World::Core>(possible(ranks) ? ranks : 1, threads, costs);
  if (!possible(ranks)) {
    core->fail({ErrorCode::invalid,
                "ranks is " + std::to_string(ranks) + "; allowed are 1 to " + std::to_string(kMaxRanks) + ".",
                {},
                {}});
  }
  return core;
}

}  // namespace

World::World(int ranks, const CostModel& costs)
    : costs_(costs), threads_(std::make_unique<RankThreads>()), core_(built(ranks, *threads_, costs_)) {}

World::~World() = default;

void World::rebuild(int ranks) { core_ = built(ranks, *threads_, costs_); }

int World::ranks() const { return core_->ranks; }

void World::Core::fail(Error why) {
  {
    const std::lock_guard guard(error_guard);
    if (error) return;
    error = std::move(why);
    // Inside, so that whoever comes second does not leave while others may still begin.
    failed.store(true, std::memory_order_seq_cst);
  }
  for (Doorbell& each : doorbells) each.ring();
}

bool World::Core::all_outside() const noexcept {
  return std::none_of(marks.begin(), marks.end(),
                      [](const Mark& mark) { return mark.inside.load(std::memory_order_seq_cst); });
}

void World::Core::wait_until_outside() const noexcept {
  while (!Inside::this_thread && !all_outside()) std::this_thread::yield();
}

void World::fail(Error error) { core_->fail(std::move(error)); }

bool World::failed() const noexcept { return core_->failed.load(std::memory_order_seq_cst); }

std::optional<Error> World::failure() const {
  const std::lock_guard guard(core_->error_guard);
  return core_->error;
}

RankStatus World::status(int rank) const noexcept { return core_->read_status(rank); }

const std::atomic<std::uint64_t>* World::status_words() const noexcept { return core_->status.data(); }

void World::wake(int rank) noexcept { core_->doorbell(rank).ring(); }

void World::wake_all() noexcept {
  for (Doorbell& doorbell : core_->doorbells) doorbell.ring();
}

}  // namespace ringlet
