#include "names.hpp"

namespace ringlet::cli {

const Collective& collective_named(std::string_view argument, const std::string& text) {
  const Collective* found = find_collective(text);
  if (found == nullptr) refuse(argument, text, listed(collectives(), [](auto* each) { return each->name; }));
  return *found;
}

const Algorithm& algorithm_named(std::string_view argument, const std::string& text) {
  const Algorithm* found = find_algorithm(text);
  if (found == nullptr) refuse(argument, text, listed(algorithms(), [](auto* each) { return each->name; }));
  return *found;
}

}  // namespace ringlet::cli
