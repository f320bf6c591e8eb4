#include <algorithm>

#include "ringlet/verify.hpp"

namespace ringlet {

Note LaneNotes::operator[](std::size_t step) const {
  const auto number = static_cast<std::uint32_t>(step);
  const auto has = [number](const std::vector<std::uint32_t>& steps) {
    return std::binary_search(steps.begin(), steps.end(), number);
  };
  const auto first = std::lower_bound(fences.begin(), fences.end(), number,
                                      [](const Fence& fence, std::uint32_t wanted) { return fence.step < wanted; });
  const auto last = std::find_if(first, fences.end(), [number](const Fence& fence) { return fence.step != number; });
  return {has(completing), has(copied), {first, last}};
}

}  // namespace ringlet
