// Arguments that are lists, with commas between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ringlet/algorithms.hpp"

namespace ringlet::cli {

using Algorithms = std::vector<const Algorithm*>;

// Its parts; refuses a list of several where one is empty.
std::vector<std::string> split(std::string_view argument, const std::string& list);
// Bytes: a whole number, with K, M or G behind it or not.
std::uint64_t size_named(const std::string& text);
// The same back: "64K".
std::string size_text(std::uint64_t bytes);
// A collective that has equal parts.
const Collective& measurable(const std::string& text);
struct RanksRange {
  int first, last;
};
// A number of ranks, or those from one to another: "2..4".
RanksRange ranks_range(std::string_view argument, const std::string& text);
// Numbers of ranks and ranges of them: "2..4,8".
std::vector<int> ranks_listed(std::string_view argument, const std::string& list);
// Algorithms by their names, or all; each once. None where the list is empty.
Algorithms candidates_listed(std::string_view argument, const std::string& list);
// Refuses candidates where no algorithm is left to choose, since --algorithm names one.
void require_choice(const std::string& candidates, const std::string& algorithm, bool chooses);
// Whether one of them serves that collective on so many ranks.
bool any_serves(const Algorithms& among, const Collective& collective, int ranks);

}  // namespace ringlet::cli
