// The parts of a world that the executor and its drivers work with.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include "../progress/operation.hpp"
#include "../wait/cores.hpp"
#include "../wait/doorbell.hpp"
#include "group.hpp"
#include "program_cache.hpp"
#include "rank_threads.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

struct World::Core {
  static std::vector<int> everyone(int size) {
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
  }

  Core(int size, RankThreads& rank_threads, const CostModel& costs)
      : ranks(size),
        threads(rank_threads),
        whole(std::make_shared<Group>(everyone(size))),
        doorbells(static_cast<std::size_t>(size)),
        status(static_cast<std::size_t>(size)),
        doing(static_cast<std::size_t>(size)),
        marks(static_cast<std::size_t>(size)),
        programs(costs),
        cores(size) {}

  static constexpr std::uint64_t kIdle = std::uint64_t{0xff'ffff} << 32;

  void post(int rank, RankStatus now) noexcept {
    const auto word = std::uint64_t{now.step} | (static_cast<std::uint64_t>(now.peer) & 0xff'ffff) << 32 |
                      static_cast<std::uint64_t>(now.state) << 56;
    status[static_cast<std::size_t>(rank)].store(word, std::memory_order_release);
  }
  RankStatus read_status(int rank) const noexcept {
    const std::uint64_t word = status[static_cast<std::size_t>(rank)].load(std::memory_order_acquire);
    const auto peer = static_cast<int>(word >> 32 & 0xff'ffff);
    const auto state = static_cast<RankState>(word >> 56);
    const bool at_work = state == RankState::idle && marks[static_cast<std::size_t>(rank)].inside.load();
    return {at_work ? RankState::running : state, peer == 0xff'ffff ? -1 : peer, static_cast<std::uint32_t>(word)};
  }
  // Whether the rank's status is what post(rank, {}) leaves. A rank that finds no reason to sleep leaves it so.
  bool posted_nothing(int rank) const noexcept {
    return status[static_cast<std::size_t>(rank)].load(std::memory_order_relaxed) == kIdle;
  }
  // Rank `rank` is busy with this from now on, or with nothing.
  void turn_to(int rank, const Operation* operation) noexcept {
    Doing& now = doing[static_cast<std::size_t>(rank)];
    now.group.store(operation != nullptr ? &operation->group() : nullptr, std::memory_order_release);
    now.plan.store(operation != nullptr ? operation->plan() : nullptr, std::memory_order_release);
  }
  // A rank is inside while it may read other ranks' memory.
  class Inside {
   public:
    Inside(Core& world, int rank) noexcept : mark_(world.marks[static_cast<std::size_t>(rank)].inside) {
      mark_.store(true, std::memory_order_seq_cst);
      this_thread = true;
    }
    ~Inside() {
      this_thread = false;
      mark_.store(false, std::memory_order_seq_cst);
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

    inline static thread_local bool this_thread = false;

   private:
    std::atomic<bool>& mark_;
  };
  // After a failure: whether no rank reads memory of others any more, which the failure has told them to stop.
  bool all_outside() const noexcept;
  // Returns at once to a thread that is inside itself, in an operator that a user gave.
  void wait_until_outside() const noexcept;
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
  struct alignas(kCacheLine) Mark {
    std::atomic<bool> inside{false};
  };
  std::vector<Mark> marks;
  ProgramCache programs;
  Cores cores;

  // Groups that splits made, by parent, the parent's number of calls, and colour. All live as long as the ranks that
  // made them run, since errors name them.
  using Split = std::tuple<const Group*, std::uint32_t, int>;
  std::mutex groups_guard;
  std::map<Split, std::unique_ptr<Group>> groups;

  bool busy = false;  // there is a run that has not ended
  std::atomic<bool> failed{false};
  mutable std::mutex error_guard;  // failing is not a hot path
  std::optional<Error> error;
};

}  // namespace ringlet
