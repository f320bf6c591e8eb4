#include "rank_threads.hpp"

#include <system_error>
#include <utility>

namespace ringlet {
namespace {
constexpr std::chrono::seconds kLook{1};  // doorbells wake at once; this only bounds a single sleep
}

// The one place of the core where an exception can come from: std::thread has no other way to say no.
std::optional<std::thread> begin_thread(std::function<void()> work) {
#ifdef __cpp_exceptions
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error&) {
    return std::nullopt;
  }
#else
  return std::thread(std::move(work));
#endif
}

RankThreads::~RankThreads() {
  join();
  ending_.store(true, std::memory_order_seq_cst);
  for (auto& seat : seats_) seat->doorbell.ring();
  for (auto& seat : seats_) seat->thread.join();
}

int RankThreads::reserve(int ranks) {
  while (seats_.size() < static_cast<std::size_t>(ranks)) {
    auto seat = std::make_unique<Seat>();
    auto thread =
        begin_thread([this, rank = static_cast<int>(seats_.size()), place = seat.get()] { loop(rank, *place); });
    if (!thread) break;
    seat->thread = std::move(*thread);
    seats_.push_back(std::move(seat));
  }
  return static_cast<int>(seats_.size());
}

void RankThreads::start(int ranks, std::function<void(int)> work) {
  work_ = std::move(work);
  running_.store(ranks, std::memory_order_seq_cst);
  for (int rank = 0; rank < ranks; ++rank) {
    Seat& seat = *seats_[static_cast<std::size_t>(rank)];
    seat.calls.fetch_add(1, std::memory_order_seq_cst);
    seat.doorbell.ring();
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
