// What can watch or hold a run: traces, byte counters and the stepper all hang on this one interface.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/plan.hpp"

namespace ringlet {

struct StepEvent {
  int rank;
  int lane;
  std::uint32_t index;  // into plan.lanes[rank][lane]
  const Step& step;
  std::uint64_t bytes;           // payload
  const std::byte* data;         // send: what is sent; recv and local: what dst now holds
  std::uint64_t waited_from_ns;  // when the rank turned to this step
  std::uint64_t start_ns;        // when it could act
  std::uint64_t end_ns;          // when it was done
};

// Called on the rank's own thread. A run without observers pays for none.
class Observer {
 public:
  virtual ~Observer() = default;
  // Whether the rank may take its next step now; asked again when the rank's doorbell rings.
  virtual bool may_step(int /*rank*/) noexcept { return true; }
  // Whether it has to see the value that each step leaves. If no observer does, a rank may add up what several ranks
  // sent in one pass: those steps are reported one after the other with one common time, and with the last one's data.
  virtual bool each_step() const noexcept { return true; }
  // A send is reported before the receiver can see it, a receive before its sender may reuse the memory.
  virtual void on_step(const StepEvent& /*event*/) noexcept {}
  // Whether deadlines stand still, as while a user has paused.
  virtual bool clock_stopped() const noexcept { return false; }
  // Whether the rank's gate is closed because it is held back, not because of a pause.
  virtual bool held(int /*rank*/) const noexcept { return false; }
};

}  // namespace ringlet
