#include "rank_threads.hpp"

namespace ringlet {
namespace {
constexpr std::chrono::seconds kLook{1};  // doorbells wake at once; this only bounds a single sleep
}

RankThreads::RankThreads(int ranks) : doorbells_(static_cast<std::size_t>(ranks)) {
  threads_.reserve(doorbells_.size());
  for (int rank = 0; rank < ranks; ++rank) threads_.emplace_back([this, rank] { loop(rank); });
}

RankThreads::~RankThreads() {
  join();
  ending_.store(true, std::memory_order_seq_cst);
  for (Doorbell& doorbell : doorbells_) doorbell.ring();
  for (std::thread& thread : threads_) thread.join();
}

void RankThreads::start(std::function<void(int)> work) {
  work_ = std::move(work);
  running_.store(static_cast<int>(threads_.size()), std::memory_order_release);
  generation_.fetch_add(1, std::memory_order_seq_cst);
  for (Doorbell& doorbell : doorbells_) doorbell.ring();
}

void RankThreads::join() noexcept {
  while (!finished()) done_.wait(kLook, [this] { return finished(); });
}

void RankThreads::loop(int rank) {
  Doorbell& doorbell = doorbells_[static_cast<std::size_t>(rank)];
  for (std::uint32_t seen = 0;;) {
    const auto called = [&] {
      return generation_.load(std::memory_order_seq_cst) != seen || ending_.load(std::memory_order_seq_cst);
    };
    while (!called()) doorbell.wait(kLook, called);
    if (generation_.load(std::memory_order_seq_cst) == seen) return;
    ++seen;
    work_(rank);
    if (running_.fetch_sub(1, std::memory_order_seq_cst) == 1) done_.ring();
  }
}

}  // namespace ringlet
