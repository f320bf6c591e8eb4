// One thread per rank that outlives runs, so that a run costs a wake-up and not a thread start.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "../wait/doorbell.hpp"

namespace ringlet {

// A thread that runs `work`, or none when the system gives no more.
std::optional<std::thread> begin_thread(std::function<void()> work);

class RankThreads {
 public:
  RankThreads() = default;
  ~RankThreads();
  RankThreads(const RankThreads&) = delete;
  RankThreads& operator=(const RankThreads&) = delete;

  // Makes threads until there are `ranks`; tells how many there are, which is fewer when the system gives no more.
  int reserve(int ranks);
  // Runs `work(rank)` on a reserved thread for each of `ranks` and returns at once. Not before the last work has
  // finished.
  void start(int ranks, std::function<void(int)> work);
  bool finished() const noexcept { return running_.load(std::memory_order_seq_cst) == 0; }
  // Sleeps until the last work has finished.
  void join() noexcept;

 private:
  struct Seat {
    Doorbell doorbell;
    std::atomic<std::uint32_t> calls{0};
    std::thread thread;
  };
  void loop(int rank, Seat& seat);

  std::function<void(int)> work_;
  std::atomic<int> running_{0};
  std::atomic<bool> ending_{false};
  Doorbell done_;
  std::vector<std::unique_ptr<Seat>> seats_;
};

}  // namespace ringlet
