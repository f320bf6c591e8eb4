#include "rank_threads.hpp"

#include <utility>

namespace ringlet {
namespace {
constexpr std::chrono::seconds kLook{1};  // doorbells wake at once; this only bounds a single sleep
}

RankThreads::~RankThreads() {
  join();
  ending_.store(true, std::memory_order_seq_cst);
  for (auto& seat : seats_) seat->doorbell.ring();
  for (auto& seat : seats_) seat->thread.join();
}

void RankThreads::start(int ranks, std::function<void(int)> work) {
  work_ = std::move(work);
  running_.store(ranks, std::memory_order_seq_cst);
  for (int rank = 0; rank < ranks; ++rank) {
    const auto index = static_cast<std::size_t>(rank);
    if (index == seats_.size()) {
      Seat& seat = *seats_.emplace_back(std::make_unique<Seat>());
      seat.thread = std::thread([this, rank, &seat] { loop(rank, seat); });
    }
    seats_[index]->calls.fetch_add(1, std::memory_order_seq_cst);
    seats_[index]->doorbell.ring();
  }
}

void RankThreads::join() noexcept {
  while (!finished()) done_.wait(kLook, [this] { return finished(); });
}

void RankThreads::loop(int rank, Seat& seat) {
  for (std::uint32_t answered = 0;;) {
    const auto called = [&] { return seat.calls.load(std::memory_order_seq_cst) != answered; };
    const auto awake = [&] { return called() || ending_.load(std::memory_order_seq_cst); };
    while (!awake()) seat.doorbell.wait(kLook, awake);
    if (!called()) return;
    ++answered;
    work_(rank);
    if (running_.fetch_sub(1, std::memory_order_seq_cst) == 1) done_.ring();
  }
}

}  // namespace ringlet
