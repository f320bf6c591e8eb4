#include "ringlet/stepper.hpp"

namespace ringlet {

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
