#include <algorithm>
#include <array>

#include "ringlet/collective.hpp"

namespace ringlet {

#define RINGLET_ADDRESS(collective) &(collective),
std::span<const Collective* const> collectives() {
  static constexpr std::array all{RINGLET_COLLECTIVES(RINGLET_ADDRESS)};
  return all;
}
#undef RINGLET_ADDRESS

const Collective* find_collective(std::string_view name) {
  const auto all = collectives();
  const auto it = std::find_if(all.begin(), all.end(), [&](auto* collective) { return collective->name == name; });
  return it == all.end() ? nullptr : *it;
}

std::uint32_t ChunkRange::slot(std::uint32_t wanted) const {
  if (wanted < first) return count;
  const std::uint32_t from_first = wanted - first;
  const std::uint32_t index = from_first / stride * block + from_first % stride;
  return from_first % stride < block && index < count ? index : count;
}

}  // namespace ringlet
