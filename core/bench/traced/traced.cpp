// What a trace costs: runs of all_reduce with and without one, in turn. ringlet_traced RANKS BYTES ROUNDS
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "../../json/json.hpp"
#include "ringlet/buffers.hpp"
#include "ringlet/run.hpp"
#include "ringlet/trace.hpp"

using namespace ringlet;

namespace {

constexpr int kWarmUp = 5;

std::optional<double> run_us(World& world, const Call& call, Buffers& buffers, Trace* trace) {
  std::vector<Observer*> observers;
  if (trace != nullptr) {
    trace->begin();
    observers.push_back(trace);
  }
  const auto run = Run::prepare(world, call, buffers.bound(), observers);
  if (!run || !(*run)->wait(Driver::threads)) return std::nullopt;
  return static_cast<double>((*run)->elapsed().count()) / 1000;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int argc, char** argv) {
  const int ranks = argc == 4 ? std::atoi(argv[1]) : 0;
  const long bytes = argc == 4 ? std::atol(argv[2]) : 0;
  const int rounds = argc == 4 ? std::atoi(argv[3]) : 0;
  if (ranks < 1 || ranks > kMaxRanks || bytes < 4 || rounds < 1) {
    std::cerr << "ringlet_traced RANKS BYTES ROUNDS\n";
    return 2;
  }
  const auto plan = make_plan(default_algorithm(all_reduce), {.collective = &all_reduce, .ranks = ranks});
  if (!plan) {
    std::cerr << plan.error().message << '\n';
    return 3;
  }
  const Call call{.program = std::make_shared<const Program>(prepare(*plan).value()),
                  .dtype = DataType::float32,
                  .count = static_cast<std::uint64_t>(bytes) / sizeof(float)};
  const Layout layout = layout_of(call.program->plan, call);
  World world(ranks);
  Buffers buffers(call.program->plan, layout, call.dtype);
  // As `ringlet run --trace` keeps it.
  Trace trace(call.program->plan, layout, call.dtype, Trace::Values::drop);

  std::vector<double> untraced, traced;
  for (int round = -kWarmUp; round < rounds; ++round) {
    const auto without = run_us(world, call, buffers, nullptr);
    const auto with = run_us(world, call, buffers, &trace);
    if (!without || !with) {
      std::cerr << "A run failed: " << (world.failure() ? world.failure()->message : "it could not be prepared")
                << '\n';
      return 3;
    }
    if (round < 0) continue;
    untraced.push_back(*without);
    traced.push_back(*with);
  }
  std::cout << Json{{"collective", "all_reduce"},
                    {"algorithm", call.program->plan.algorithm},
                    {"ranks", ranks},
                    {"bytes", bytes},
                    {"dtype", "float32"},
                    {"rounds", rounds},
                    {"untraced_us", median(untraced)},
                    {"traced_us", median(traced)}}
            << '\n';
  return 0;
}
