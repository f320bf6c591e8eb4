#include "ringlet/world.hpp"

#include "world_core.hpp"

namespace ringlet {

World::World(int ranks) : threads_(std::make_unique<RankThreads>()), core_(std::make_unique<Core>(ranks, *threads_)) {}

World::~World() = default;

void World::rebuild(int ranks) { core_ = std::make_unique<Core>(ranks, *threads_); }

int World::ranks() const { return core_->ranks; }

void World::fail(Error error) {
  {
    const std::lock_guard guard(core_->error_guard);
    if (core_->error) return;
    core_->error = std::move(error);
  }
  core_->failed.store(true, std::memory_order_seq_cst);
  wake_all();
}

bool World::failed() const noexcept { return core_->failed.load(std::memory_order_seq_cst); }

std::optional<Error> World::failure() const {
  const std::lock_guard guard(core_->error_guard);
  return core_->error;
}

RankStatus World::status(int rank) const noexcept {
  const std::uint64_t word = core_->status[static_cast<std::size_t>(rank)].load(std::memory_order_acquire);
  const auto peer = static_cast<int>(word >> 32 & 0xff'ffff);
  return {static_cast<RankState>(word >> 56), peer == 0xff'ffff ? -1 : peer, static_cast<std::uint32_t>(word)};
}

const std::atomic<std::uint64_t>* World::status_words() const noexcept { return core_->status.data(); }

void World::wake(int rank) noexcept { core_->doorbell(rank).ring(); }

void World::wake_all() noexcept {
  for (Doorbell& doorbell : core_->doorbells) doorbell.ring();
}

}  // namespace ringlet
