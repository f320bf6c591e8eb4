#include "cores.hpp"

#include <algorithm>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace ringlet {

#if defined(__linux__)

Cores::Cores(int ranks)
    : spare_(static_cast<unsigned>(ranks) <= std::thread::hardware_concurrency()),
      places_(static_cast<std::size_t>(ranks)) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) allowed_.push_back(static_cast<int>(core));
  }
}

void Cores::look_around(int rank) noexcept {
  if (!spare_ || allowed_.empty()) return;
  const int here = sched_getcpu();
  places_[static_cast<std::size_t>(rank)].core.store(here, std::memory_order_relaxed);
  const int home = allowed_[static_cast<std::size_t>(rank) % allowed_.size()];
  const auto is_here = [here](const Place& place) { return place.core.load(std::memory_order_relaxed) == here; };
  if (here == home || std::count_if(places_.begin(), places_.end(), is_here) < 2) return;

  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(static_cast<std::size_t>(home), &own);
  if (sched_setaffinity(0, sizeof own, &own) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
}

#else

Cores::Cores(int ranks)
    : spare_(static_cast<unsigned>(ranks) <= std::thread::hardware_concurrency()),
      places_(static_cast<std::size_t>(ranks)) {}

void Cores::look_around(int) noexcept {}

#endif

}  // namespace ringlet
