#include "ringlet/trace.hpp"

#include <cstring>

#include "../wait/clock.hpp"

namespace ringlet {

Trace::Trace(const Plan& plan, const Layout& layout, DataType dtype, Values values)
    : values_(values), ranks_(static_cast<std::size_t>(plan.ranks)) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    std::size_t steps = 0;
    std::size_t bytes = 0;
    for (const Lane& lane : plan.lanes[rank]) {
      steps += lane.size();
      for (const Step& step : lane) bytes += static_cast<std::size_t>(layout.length(step.chunk)) * size_of(dtype);
    }
    ranks_[rank].records.resize(steps);
    if (values == Values::keep) ranks_[rank].values.resize(bytes);
  }
}

void Trace::begin() noexcept {
  for (PerRank& rank : ranks_) {
    rank.values_used = 0;
    rank.count.store(0, std::memory_order_release);
  }
  sequence_.store(0, std::memory_order_relaxed);
  begin_ns_ = now_ns();
}

double Trace::since_begin_us(std::uint64_t time_ns) const {
  return time_ns <= begin_ns_ ? 0.0 : static_cast<double>(time_ns - begin_ns_) / 1000.0;
}

void Trace::on_step(const StepEvent& event) noexcept {
  PerRank& mine = ranks_[static_cast<std::size_t>(event.rank)];
  const std::uint32_t at = mine.count.load(std::memory_order_relaxed);
  TraceRecord& record = mine.records[at];
  record = {.sequence = sequence_.fetch_add(1, std::memory_order_relaxed),
            .step = event.index,
            .lane = static_cast<std::uint32_t>(event.lane),
            .values = nullptr,
            .bytes = static_cast<double>(event.bytes),
            .waited_from_us = since_begin_us(event.waited_from_ns),
            .start_us = since_begin_us(event.start_ns),
            .end_us = since_begin_us(event.end_ns),
            .values_bytes = 0};
  if (!mine.values.empty()) {
    std::byte* kept = mine.values.data() + mine.values_used;
    const auto bytes = static_cast<std::size_t>(event.bytes);
    if (bytes > 0) std::memcpy(kept, event.data, bytes);
    mine.values_used += bytes;
    record.values = kept;
    record.values_bytes = static_cast<std::uint32_t>(bytes);
  }
  mine.count.store(at + 1, std::memory_order_release);
}

}  // namespace ringlet
