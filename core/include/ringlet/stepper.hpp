// Pause, step and hold: a gate before every step of every rank. Behind it the ranks run for real.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "ringlet/observer.hpp"
#include "ringlet/world.hpp"

namespace ringlet {

class Stepper final : public Observer {
 public:
  // Every rank open, or paused before its first step.
  Stepper(World& world, bool paused);

  // While paused: one more step of one rank, or of every rank. A rank that cannot take it yet blocks and takes it
  // when it can, so where ranks stand after k steps depends on k alone and not on how fast they were asked for.
  void step(int rank) noexcept;
  void step_all() noexcept;
  // Pausing stops the clock of deadlines.
  void pause() noexcept;
  void resume() noexcept;
  // A rank that is held back takes no step until it is let go; the others feel it, and their deadlines run.
  void hold(int rank, bool held) noexcept;

  bool may_step(int rank) noexcept override;
  void on_step(const StepEvent& event) noexcept override;
  bool clock_stopped() const noexcept override { return paused_.load(std::memory_order_seq_cst); }
  bool held(int rank) const noexcept override;

 private:
  struct alignas(64) Gate {
    std::atomic<std::uint32_t> granted{0};
    std::atomic<bool> held{false};
  };

  World& world_;
  std::atomic<bool> paused_;
  std::vector<Gate> gates_;
};

}  // namespace ringlet
