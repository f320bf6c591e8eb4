#include "rank_progress.hpp"

#include <algorithm>
#include <utility>

#include "drive.hpp"

namespace ringlet {
namespace {

constexpr std::chrono::seconds kLook{1};  // doorbells wake at once; this only bounds a single sleep

bool in_order_after(const Operation& operation, const Operation& earlier) {
  const auto ours = operation.order();
  const auto theirs = earlier.order();
  return std::find_first_of(ours.begin(), ours.end(), theirs.begin(), theirs.end()) != ours.end();
}

}  // namespace

template <class Stop>
class RankProgress::Queue {
 public:
  Queue(RankProgress& progress, Stop& stop) : progress_(progress), stop_(stop) {}

  Progress advance() {
    auto& queue = progress_.queue_;
    bool moved = false;
    const std::uint64_t now_at = now_ns();
    const std::chrono::nanoseconds passed(looked_ns_ == 0 ? 0 : now_at - looked_ns_);
    looked_ns_ = now_at;
    for (std::size_t i = 0; i < queue.size();) {
      PendingOperation& pending = *queue[i];
      if (!is_first(i)) {
        ++i;
        continue;
      }
      const Progress now = pending.operation->advance();
      if (now == Progress::mismatch) {
        blamed_ = pending.operation.get();
        return now;
      }
      moved = moved || now != Progress::blocked;
      if (now == Progress::blocked) {
        wait(pending, passed);
      } else {
        pending.waited = {};
      }
      if (now != Progress::done) {
        ++i;
        continue;
      }
      pending.done.store(true, std::memory_order_seq_cst);
      queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(i));
      progress_.pending_.store(queue.size(), std::memory_order_seq_cst);
    }
    return stops() ? Progress::done : moved ? Progress::advanced : Progress::blocked;
  }

  Block block() {
    if (stops()) return {Block::Why::done};
    Block whole;
    blamed_ = nullptr;
    for (std::size_t i = 0; i < progress_.queue_.size(); ++i) {
      Operation& operation = *progress_.queue_[i]->operation;
      if (!is_first(i)) continue;
      const Block now = operation.block();
      if (!now.stands()) return now.why == Block::Why::soon ? now : Block{};
      if (blamed_ != nullptr) continue;
      whole = now;
      blamed_ = &operation;
    }
    return whole;
  }

  Operation& blamed() { return *blamed_; }

 private:
  void wait(PendingOperation& pending, std::chrono::nanoseconds passed) {
    pending.waited += passed;
    if (pending.waited < pending.timeout) return;
    Operation& operation = *pending.operation;
    const Block block = operation.block();
    if (!block.stands()) return;
    World::Core& world = progress_.world_;
    post_block(world, progress_.rank_, operation, block, progress_.nobody_);
    world.fail(overdue(world, operation, pending.timeout));
  }
  bool stops() const { return progress_.queue_.empty() || stop_(); }
  bool is_first(std::size_t i) const {
    const auto& queue = progress_.queue_;
    return std::none_of(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const auto& earlier) { return in_order_after(*queue[i]->operation, *earlier->operation); });
  }

  RankProgress& progress_;
  Stop& stop_;
  Operation* blamed_ = nullptr;
  std::uint64_t looked_ns_ = 0;
};

RankProgress::~RankProgress() {
  ending_.store(true, std::memory_order_seq_cst);
  work_.ring();
  world_.doorbell(rank_).ring();
  if (helper_) helper_->join();
}

Result<void> RankProgress::outcome(bool good) const {
  if (good) return {};
  world_.wait_until_outside();
  const std::lock_guard guard(world_.error_guard);
  return tl::unexpected(*world_.error);
}

bool RankProgress::alone() const noexcept {
  return pending_.load(std::memory_order_seq_cst) == 0 && holder_.load() == Holder::nobody;
}

Result<void> RankProgress::carry_out(Operation& operation, std::chrono::nanoseconds timeout) {
  const bool good = drive(world_, rank_, timeout, nobody_, operation);
  after_drive(good);
  return outcome(good);
}

std::shared_ptr<PendingOperation> RankProgress::start(std::unique_ptr<Operation> operation,
                                                      std::chrono::nanoseconds timeout) {
  auto pending = std::make_shared<PendingOperation>();
  pending->operation = std::move(operation);
  pending->timeout = timeout;
  take_baton();
  queue_.push_back(pending);
  pending_.store(queue_.size(), std::memory_order_seq_cst);
  give_baton();
  // Where the system gives no further thread, what was started goes on whenever the rank waits.
  if (!helper_) helper_ = begin_thread([this] { help(); });
  return pending;
}

bool RankProgress::over(const PendingOperation& pending) const noexcept {
  if (pending.done.load(std::memory_order_seq_cst)) return true;
  return world_.failed.load(std::memory_order_seq_cst) && world_.all_outside();
}

Result<void> RankProgress::wait(const PendingOperation& pending) {
  const auto done = [&] { return pending.done.load(std::memory_order_seq_cst); };
  if (!done()) {
    take_baton();
    drive_until(done);
    give_baton();
  }
  return outcome(done());
}

void RankProgress::finish() {
  take_baton();
  const bool good = drive_until([] { return false; });
  give_baton();
  // What was started and not ended goes with this, and others may still read what it sent.
  if (!good) world_.wait_until_outside();
}

template <class Stop>
bool RankProgress::drive_until(Stop&& stop) {
  Queue work(*this, stop);
  const bool good = drive(world_, rank_, std::chrono::nanoseconds::max(), nobody_, work);
  after_drive(good);
  return good;
}

void RankProgress::after_drive(bool good) noexcept {
  if (good && world_.posted_nothing(rank_)) return;
  world_.post(rank_, {good ? RankState::idle : RankState::failed, -1, 0});
  world_.turn_to(rank_, nullptr);
}

void RankProgress::take_baton() noexcept {
  wanted_.store(true, std::memory_order_seq_cst);
  world_.doorbell(rank_).ring();
  for (Holder nobody = Holder::nobody; !holder_.compare_exchange_strong(nobody, Holder::rank);
       nobody = Holder::nobody) {
    baton_.wait(kLook, [&] { return holder_.load(std::memory_order_seq_cst) == Holder::nobody; });
  }
}

void RankProgress::give_baton() noexcept {
  holder_.store(Holder::nobody, std::memory_order_seq_cst);
  wanted_.store(false, std::memory_order_seq_cst);
  if (pending_.load(std::memory_order_seq_cst) > 0) work_.ring();
}

void RankProgress::help() {
  const auto aside = [this] {
    return wanted_.load(std::memory_order_seq_cst) || ending_.load(std::memory_order_seq_cst);
  };
  const auto has_work = [&] {
    return !aside() && pending_.load(std::memory_order_seq_cst) > 0 && !world_.failed.load(std::memory_order_seq_cst);
  };
  while (!ending_.load(std::memory_order_seq_cst)) {
    work_.wait(kLook, [&] { return has_work() || ending_.load(std::memory_order_seq_cst); });
    Holder nobody = Holder::nobody;
    if (!has_work() || !holder_.compare_exchange_strong(nobody, Holder::helper)) continue;
    // Before it had the baton the rank may have ended all that there was, and have begun a call without it.
    if (has_work()) drive_until(aside);
    holder_.store(Holder::nobody, std::memory_order_seq_cst);
    baton_.ring();
  }
}

}  // namespace ringlet
