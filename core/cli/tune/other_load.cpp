#include "other_load.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "../../src/wait/cores.hpp"

#if defined(__linux__)
#include <unistd.h>
#endif

namespace ringlet::cli {
namespace {

constexpr std::chrono::milliseconds kLeast{500};  // the system counts in hundredths of a second

std::optional<double> seconds_of_all() {
#if defined(__linux__)
  const auto cores = allowed_cores();
  std::ifstream stat("/proc/stat");
  std::optional<double> sum;
  for (std::string line; std::getline(stat, line);) {
    std::istringstream words(line);
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0, stolen = 0;
    if (!(words >> name >> user >> nice >> system >> idle >> waiting >> irq >> softirq >> stolen)) continue;
    const auto is_it = [&](int core) { return name == "cpu" + std::to_string(core); };
    if (std::none_of(cores.begin(), cores.end(), is_it)) continue;
    sum = sum.value_or(0) + user + nice + system + irq + softirq + stolen;
  }
  if (sum) return *sum / static_cast<double>(sysconf(_SC_CLK_TCK));
#endif
  return std::nullopt;
}

}  // namespace

OtherLoad::Moment OtherLoad::now() {
  return {std::chrono::steady_clock::now(), static_cast<double>(std::clock()) / CLOCKS_PER_SEC, seconds_of_all()};
}

std::optional<double> OtherLoad::part() const {
  const Moment ended = now();
  const std::chrono::duration<double> passed = ended.at - began_.at;
  if (passed < kLeast || !began_.all || !ended.all) return std::nullopt;
  const double others = (*ended.all - *began_.all) - (ended.own - began_.own);
  return std::clamp(others / (passed.count() * usable_cores()), 0.0, 1.0);
}

}  // namespace ringlet::cli
