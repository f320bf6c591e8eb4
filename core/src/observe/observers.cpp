#include <cstring>

#include "../wait/clock.hpp"
#include "ringlet/byte_counter.hpp"
#include "ringlet/stepper.hpp"
#include "ringlet/trace.hpp"

namespace ringlet {

ByteCounter::ByteCounter(int ranks)
    : ranks_(ranks),
      sent_(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(ranks)),
      received_(sent_.size()) {}

std::size_t ByteCounter::index(int source, int destination) const {
  return static_cast<std::size_t>(source) * static_cast<std::size_t>(ranks_) + static_cast<std::size_t>(destination);
}

void ByteCounter::on_step(const StepEvent& event) noexcept {
  if (event.step.kind == StepKind::local) return;
  const bool sends = event.step.kind == StepKind::send;
  auto& counter = sends ? sent_[index(event.rank, event.step.peer)] : received_[index(event.step.peer, event.rank)];
  counter.store(counter.load(std::memory_order_relaxed) + event.bytes, std::memory_order_relaxed);
}

std::uint64_t ByteCounter::sent(int rank) const {
  std::uint64_t total = 0;
  for (int peer = 0; peer < ranks_; ++peer) total += sent_[index(rank, peer)].load(std::memory_order_relaxed);
  return total;
}

std::uint64_t ByteCounter::received(int rank) const {
  std::uint64_t total = 0;
  for (int peer = 0; peer < ranks_; ++peer) total += edge(peer, rank);
  return total;
}

std::uint64_t ByteCounter::edge(int source, int destination) const {
  return received_[index(source, destination)].load(std::memory_order_relaxed);
}

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

Stepper::Stepper(World& world, bool paused)
    : world_(world), paused_(paused), gates_(static_cast<std::size_t>(world.ranks())) {}

void Stepper::step(int rank) noexcept {
  gates_[static_cast<std::size_t>(rank)].granted.fetch_add(1, std::memory_order_seq_cst);
  world_.wake(rank);
}

void Stepper::step_all() noexcept {
  for (int rank = 0; rank < world_.ranks(); ++rank) step(rank);
}

void Stepper::pause() noexcept {
  for (Gate& gate : gates_) gate.granted.store(0, std::memory_order_seq_cst);
  paused_.store(true, std::memory_order_seq_cst);
}

void Stepper::resume() noexcept {
  paused_.store(false, std::memory_order_seq_cst);
  world_.wake_all();
}

void Stepper::hold(int rank, bool held) noexcept {
  gates_[static_cast<std::size_t>(rank)].held.store(held, std::memory_order_seq_cst);
  world_.wake(rank);
}

bool Stepper::held(int rank) const noexcept {
  return gates_[static_cast<std::size_t>(rank)].held.load(std::memory_order_seq_cst);
}

bool Stepper::may_step(int rank) noexcept {
  if (held(rank)) return false;
  return !clock_stopped() || gates_[static_cast<std::size_t>(rank)].granted.load(std::memory_order_seq_cst) > 0;
}

void Stepper::on_step(const StepEvent& event) noexcept {
  if (event.step.more) return;
  // A pause may take all grants back at any time.
  auto& granted = gates_[static_cast<std::size_t>(event.rank)].granted;
  std::uint32_t left = granted.load(std::memory_order_seq_cst);
  while (left > 0 && !granted.compare_exchange_weak(left, left - 1, std::memory_order_seq_cst)) {
  }
}

}  // namespace ringlet
