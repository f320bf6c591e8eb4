#include <algorithm>

#include "ringlet/verify.hpp"

namespace ringlet {

Note LaneNotes::operator[](std::size_t step) const {
  const auto number = static_cast<std::uint32_t>(step);
  const auto has = [number](const std::vector<std::uint32_t>& steps) {
    return std::binary_search(steps.begin(), steps.end(), number);
  };
  const Fence* end = fences.data() + fences.size();
  const Fence* first = std::lower_bound(fences.data(), end, number,
                                        [](const Fence& fence, std::uint32_t wanted) { return fence.step < wanted; });
  const Fence* last = std::find_if(first, end, [number](const Fence& fence) { return fence.step != number; });
  return {has(completing), has(copied), {first, last}};
}

}  // namespace ringlet
