// Ranks that wait on one core find cores of their own.
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include "wait/cores.hpp"

#include <doctest/doctest.h>
#include <sched.h>

#include <thread>
#include <vector>

#include "ringlet/tuning.hpp"

namespace ringlet::test {
namespace {

std::vector<int> allowed_cores() {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<int> cores;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) cores.push_back(static_cast<int>(core));
  }
  return cores;
}

// Puts the calling thread on a core and, as the system does when one thread wakes another, leaves it free there.
void put_on(int core) {
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(core), &one);
  sched_setaffinity(0, sizeof one, &one);
  sched_setaffinity(0, sizeof allowed, &allowed);
}

// Whether one of many tries shows it, each on a thread of its own: the system may move a thread at any moment.
template <class Try>
bool seen_once(Try once) {
  bool seen = false;
  for (int i = 0; i < 50 && !seen; ++i) std::thread([&] { seen = once(); }).join();
  return seen;
}

TEST_CASE("cores: of two ranks on one core the one that is not at home moves, and stays free") {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) return;
  CHECK(seen_once([&] {
    Cores cores(2);
    put_on(all[0]);
    cores.look_around(0);
    cores.look_around(1);
    const bool moved = sched_getcpu() == all[1];
    CHECK(allowed_cores() == all);
    return moved;
  }));
}

TEST_CASE("cores: a rank that is alone on a core stays where it is") {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) return;
  CHECK(seen_once([&] {
    Cores cores(2);
    put_on(all[0]);
    cores.look_around(1);
    return sched_getcpu() == all[0];
  }));
}

TEST_CASE("cores: of a machine that has more than a process may use, only those count") {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) return;
  CHECK(Cores(2).spare());
  CHECK(default_costs().cores == static_cast<int>(all.size()));
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(all[0]), &one);
    sched_setaffinity(0, sizeof one, &one);
    CHECK(Cores(1).spare());
    CHECK_FALSE(Cores(2).spare());
    CHECK(default_costs().cores == 1);
  }).join();
}

}  // namespace
}  // namespace ringlet::test
#endif
