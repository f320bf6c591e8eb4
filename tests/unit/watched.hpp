// For runs that may fail to end: looks on for a while, then ends them.
#pragma once

#include <chrono>
#include <thread>

#include "ringlet/run.hpp"

namespace ringlet::test {

// Whether the condition comes true within the time.
template <class Condition>
bool comes_true(Condition&& condition, std::chrono::nanoseconds within = std::chrono::seconds(10)) {
  const auto until = std::chrono::steady_clock::now() + within;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return condition();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

// Sets a run going and, unless it ends by itself within the time, ends it from outside.
inline bool ends_by_itself(Run& run, World& world, Driver driver,
                           std::chrono::nanoseconds within = std::chrono::seconds(10)) {
  if (driver == Driver::threads) run.start();
  const auto ended = [&] {
    return driver == Driver::threads ? run.finished() : run.pump(std::chrono::milliseconds(1));
  };
  if (comes_true(ended, within)) return true;
  world.fail({ErrorCode::aborted, "The test gave up waiting.", {}, {}});
  comes_true(ended, within);
  return false;
}

}  // namespace ringlet::test
