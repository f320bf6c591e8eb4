// The parts of a world that the executor and its drivers work with.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "../transport/mesh.hpp"
#include "doorbell.hpp"
#include "rank_threads.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

struct World::Core {
  Core(int size, RankThreads& rank_threads)
      : ranks(size),
        threads(rank_threads),
        mesh(size),
        doorbells(static_cast<std::size_t>(size)),
        status(static_cast<std::size_t>(size)),
        spare_cores(static_cast<unsigned>(size) <= std::thread::hardware_concurrency()) {}

  void post(int rank, RankStatus now) noexcept {
    const auto word = std::uint64_t{now.step} | (static_cast<std::uint64_t>(now.peer) & 0xff'ffff) << 32 |
                      static_cast<std::uint64_t>(now.state) << 56;
    status[static_cast<std::size_t>(rank)].store(word, std::memory_order_release);
  }
  Doorbell& doorbell(int rank) noexcept { return doorbells[static_cast<std::size_t>(rank)]; }

  int ranks;
  RankThreads& threads;
  Mesh mesh;
  std::vector<Doorbell> doorbells;
  std::vector<std::atomic<std::uint64_t>> status;
  bool spare_cores;

  bool busy = false;  // there is a run that has not ended
  std::atomic<bool> failed{false};
  mutable std::mutex error_guard;  // failing is not a hot path
  std::optional<Error> error;
};

}  // namespace ringlet
