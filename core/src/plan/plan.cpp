#include "ringlet/plan.hpp"

#include <algorithm>

namespace ringlet {

std::uint32_t Plan::rounds() const {
  std::uint32_t count = 0;
  for (const auto& rank : lanes) {
    for (const Lane& lane : rank) {
      for (const Step& step : lane) {
        if (step.kind != StepKind::local) count = std::max(count, step.round + 1);
      }
    }
  }
  return count;
}

}  // namespace ringlet
