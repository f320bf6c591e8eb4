// Words that the executor's errors are made of.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ringlet {

inline std::string milliseconds_of(std::chrono::nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) + " ms";
}

// "rank 1", "ranks 0 and 2", "ranks 0, 1, 2, 3 and 12 more".
inline std::string ranks_listed(const std::vector<int>& ranks) {
  constexpr std::size_t kShown = 8;
  if (ranks.size() == 1) return "rank " + std::to_string(ranks.front());
  std::string text = "ranks ";
  const bool cut = ranks.size() > kShown;
  const std::size_t shown = cut ? kShown - 1 : ranks.size();
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += !cut && i + 1 == shown ? " and " : ", ";
    text += std::to_string(ranks[i]);
  }
  return cut ? text + " and " + std::to_string(ranks.size() - shown) + " more" : text;
}

}  // namespace ringlet
