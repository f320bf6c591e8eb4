// The parts of a world that the executor and its drivers work with.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "doorbell.hpp"
#include "group.hpp"
#include "operation.hpp"
#include "rank_threads.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

struct World::Core {
  static std::vector<int> everyone(int size) {
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
  }

  Core(int size, RankThreads& rank_threads)
      : ranks(size),
        threads(rank_threads),
        whole(std::make_shared<Group>(everyone(size))),
        doorbells(static_cast<std::size_t>(size)),
        status(static_cast<std::size_t>(size)),
        doing(static_cast<std::size_t>(size)),
        spare_cores(static_cast<unsigned>(size) <= std::thread::hardware_concurrency()) {}

  void post(int rank, RankStatus now) noexcept {
    const auto word = std::uint64_t{now.step} | (static_cast<std::uint64_t>(now.peer) & 0xff'ffff) << 32 |
                      static_cast<std::uint64_t>(now.state) << 56;
    status[static_cast<std::size_t>(rank)].store(word, std::memory_order_release);
  }
  RankStatus read_status(int rank) const noexcept {
    const std::uint64_t word = status[static_cast<std::size_t>(rank)].load(std::memory_order_acquire);
    const auto peer = static_cast<int>(word >> 32 & 0xff'ffff);
    return {static_cast<RankState>(word >> 56), peer == 0xff'ffff ? -1 : peer, static_cast<std::uint32_t>(word)};
  }
  // Rank `rank` is busy with this from now on, or with nothing.
  void turn_to(int rank, const Operation* operation) noexcept {
    Doing& now = doing[static_cast<std::size_t>(rank)];
    now.group.store(operation != nullptr ? &operation->group() : nullptr, std::memory_order_release);
    now.plan.store(operation != nullptr ? operation->plan() : nullptr, std::memory_order_release);
  }
  // As World::fail.
  void fail(Error why);
  // Wakes a rank of a group.
  void ring(const Group& group, int rank) noexcept { doorbell(group.world_rank(rank)).ring(); }
  Doorbell& doorbell(int rank) noexcept { return doorbells[static_cast<std::size_t>(rank)]; }

  int ranks;
  RankThreads& threads;
  std::shared_ptr<Group> whole;
  std::vector<Doorbell> doorbells;
  std::vector<std::atomic<std::uint64_t>> status;
  // For errors: what each rank is busy with. Plans and groups outlive every run that could read them here.
  struct Doing {
    std::atomic<const Group*> group{nullptr};
    std::atomic<const Plan*> plan{nullptr};
  };
  std::vector<Doing> doing;
  bool spare_cores;

  bool busy = false;  // there is a run that has not ended
  std::atomic<bool> failed{false};
  mutable std::mutex error_guard;  // failing is not a hot path
  std::optional<Error> error;
};

}  // namespace ringlet
