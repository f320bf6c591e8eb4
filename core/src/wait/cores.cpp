#include "cores.hpp"

#include <algorithm>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace ringlet {

std::vector<int> allowed_cores() {
  std::vector<int> result;
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return result;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) result.push_back(static_cast<int>(core));
  }
#endif
  return result;
}

int usable_cores() {
  const std::size_t allowed = allowed_cores().size();
  return static_cast<int>(allowed > 0 ? allowed : std::max(std::thread::hardware_concurrency(), 1U));
}

Cores::Cores(int ranks)
    : spare_(ranks <= usable_cores()), allowed_(allowed_cores()), places_(static_cast<std::size_t>(ranks)) {}

#if defined(__linux__)

void Cores::look_around(int rank) noexcept {
  if (!spare_ || allowed_.empty()) return;
  const int here = sched_getcpu();
  places_[static_cast<std::size_t>(rank)].core.store(here, std::memory_order_relaxed);
  const int home = allowed_[static_cast<std::size_t>(rank) % allowed_.size()];
  const auto is_here = [here](const Place& place) { return place.core.load(std::memory_order_relaxed) == here; };
  if (here == home || std::count_if(places_.begin(), places_.end(), is_here) < 2) return;

  cpu_set_t allowed;
  // The rank's own code may have bound its thread elsewhere.
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || !CPU_ISSET(static_cast<std::size_t>(home), &allowed)) {
    return;
  }
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(static_cast<std::size_t>(home), &own);
  if (sched_setaffinity(0, sizeof own, &own) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
}

#else

void Cores::look_around(int) noexcept {}

#endif

}  // namespace ringlet
