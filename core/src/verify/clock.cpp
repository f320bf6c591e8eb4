#include "clock.hpp"

#include <algorithm>
#include <utility>

namespace ringlet {

void Clock::learn(int rank, std::uint32_t time) {
  if (knows(rank, time)) return;
  if (times_.use_count() > 1) times_ = std::make_shared<Times>(*times_);
  (*times_)[static_cast<std::size_t>(rank)] = time;
}

void Clock::learn(Clock other) {
  if (times_ == other.times_) return;
  // Into the memory that nobody else looks at, if there is one.
  if (times_.use_count() > 1) std::swap(times_, other.times_);
  if (times_.use_count() > 1) times_ = std::make_shared<Times>(*times_);
  std::transform(times_->begin(), times_->end(), other.times_->begin(), times_->begin(),
                 [](std::uint32_t mine, std::uint32_t theirs) { return std::max(mine, theirs); });
}

}  // namespace ringlet
