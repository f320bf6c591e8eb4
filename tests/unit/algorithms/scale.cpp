// Many ranks: plans of the size that the catalogue allows, and worlds of 64 threads.
#include <ctime>
#include <fstream>
#include <string>

#include "../support.hpp"
#include "pace.hpp"

namespace ringlet::test {
namespace {

// Where there is memory for it, and time.
constexpr int kMany = kSanitized || sizeof(void*) < 8 ? 128 : kMaxRanks;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

TEST_CASE("scale: the main algorithms are proven for 1024 ranks within seconds") {
  struct Case {
    const Collective* collective;
    const char* algorithm;
    bool in_place;
  };
  for (const Case& each : {
           Case{&reduce_scatter, "ring", false},
           Case{&all_reduce, "recursive_doubling", true},
           Case{&all_reduce, "rabenseifner", false},
           Case{&all_reduce, "double_tree", true},
           Case{&all_gather, "bruck", true},
           Case{&all_gather, "direct", false},
           Case{&reduce_scatter, "hierarchical", true},
           Case{&broadcast, "binomial", false},
           Case{&all_to_all, "pairwise", false},
           Case{&exscan, "direct", true},
       }) {
    INFO(each.collective->name << " by " << each.algorithm);
    const double began = cpu_seconds();
    auto plan = make_plan(*find_algorithm(each.algorithm),
                          {.collective = each.collective, .ranks = kMany, .in_place = each.in_place});
    REQUIRE(plan);
    const auto program = prepare(std::move(*plan));
    REQUIRE_MESSAGE(program, program.error().message);
    // About a second each; a loaded machine cannot make it a minute of computing.
    CHECK(cpu_seconds() - began < 60);
  }
}

TEST_CASE("scale: a fault among 1024 ranks is found where it is") {
  auto plan = make_plan(*find_algorithm("ring"), {.collective = &reduce_scatter, .ranks = kMany});
  REQUIRE(plan);
  Step& last = plan->lanes[700 % kMany][0].back();
  last.acc = {};
  const auto program = prepare(std::move(*plan));
  REQUIRE_FALSE(program);
  const std::string rank = std::to_string(700 % kMany);
  CHECK(program.error().message == "V4: rank " + rank + ", step " + std::to_string(2 * (kMany - 1)) + ", chunk " +
                                       rank + ": in the end output 0 lacks the contribution of rank " + rank + ".");
}

// Pages of this process that are in memory, in KiB; 0 where nothing tells.
long resident() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == "VmRSS:") return status >> word ? std::stol(word) : 0;
  }
  return 0;
}

TEST_CASE("scale: 64 ranks on threads run every collective by every algorithm") {
  if (!has_threads()) return;
  Runner runner;
  const int ranks = kSanitized ? 16 : 64;
  const long before = resident();
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms_for(*collective, ranks)) {
      const Form form{collective, algorithm, ranks, collective->rooted ? ranks / 2 : 0, collective->in_place};
      const auto program = program_for(form);
      const Asked asked = form.asked(3);
      const auto inputs = whole_numbers<std::int32_t>(asked);
      INFO(form);
      CHECK(runner.run(program, Operator::sum, asked, inputs, Drive::threads).outputs == summed(asked, inputs));
    }
  }
  // Each pair of ranks ends up with a queue for collectives, some with one for each lane.
  if (!kSanitized && before > 0) CHECK((resident() - before) / ranks < 2048);
}

}  // namespace
}  // namespace ringlet::test
