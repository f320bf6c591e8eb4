#include "clock.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// Each worker counts performance.now() from its own beginning, and Emscripten's correction of that is off by as long as
// a message takes; the time of that beginning is exact.
EM_JS(double, ringlet_now_ms, (), { return performance.timeOrigin + performance.now(); });
#else
#include <chrono>
#endif

namespace ringlet {

std::uint64_t now_ns() noexcept {
#ifdef __EMSCRIPTEN__
  return static_cast<std::uint64_t>(ringlet_now_ms() * 1e6);
#else
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
#endif
}

}  // namespace ringlet
