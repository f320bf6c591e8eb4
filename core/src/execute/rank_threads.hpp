// One thread per rank that outlives runs, so that a run costs a wake-up and not a thread start.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "doorbell.hpp"

namespace ringlet {

class RankThreads {
 public:
  explicit RankThreads(int ranks);
  ~RankThreads();
  RankThreads(const RankThreads&) = delete;
  RankThreads& operator=(const RankThreads&) = delete;

  // Runs `work(rank)` on every thread and returns at once; not before the last work has finished.
  void start(std::function<void(int)> work);
  bool finished() const noexcept { return running_.load(std::memory_order_seq_cst) == 0; }
  // Sleeps until the last work has finished.
  void join() noexcept;

 private:
  void loop(int rank);

  std::function<void(int)> work_;
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<int> running_{0};
  std::atomic<bool> ending_{false};
  std::vector<Doorbell> doorbells_;
  Doorbell done_;
  std::vector<std::thread> threads_;
};

}  // namespace ringlet
