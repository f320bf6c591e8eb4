#include <algorithm>
#include <array>

#include "ringlet/collective.hpp"

namespace ringlet {

std::span<const Collective* const> collectives() {
  static constexpr std::array all{
      &reduce_scatter,
      &all_gather,
      &all_reduce,
  };
  return all;
}

const Collective* find_collective(std::string_view name) {
  const auto all = collectives();
  const auto it = std::find_if(all.begin(), all.end(), [&](auto* collective) { return collective->name == name; });
  return it == all.end() ? nullptr : *it;
}

}  // namespace ringlet
