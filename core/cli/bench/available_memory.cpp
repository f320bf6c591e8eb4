#include "available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace ringlet::cli {

std::optional<std::uint64_t> available_memory() {
  std::optional<std::uint64_t> least;
  const auto take = [&](std::uint64_t bytes) { least = least ? std::min(*least, bytes) : bytes; };
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "MemAvailable:") take(kibibytes << 10);
  }
  // The container's own limit, by the first or the second form of control groups; "max" is none.
  for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream stream(file);
    if (std::uint64_t bytes = 0; stream >> bytes) take(bytes);
  }
  return least;
}

std::string gibibytes(std::uint64_t bytes) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << static_cast<double>(bytes) / (1 << 30) << " GiB";
  return text.str();
}

}  // namespace ringlet::cli
