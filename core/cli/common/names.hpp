// Users' names looked up, or refused with the names that exist.
#pragma once

#include "refusal.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {

const Collective& collective_named(std::string_view argument, const std::string& text);
const Algorithm& algorithm_named(std::string_view argument, const std::string& text);
// Null for auto.
const Algorithm* algorithm_or_auto(std::string_view argument, const std::string& text);
// The root of a rooted collective, 0 where none is given; a collective without one refuses it.
int root_named(const Collective& collective, const std::string& text, int ranks);

// Says on standard error that an operator was named, if one was, for nothing that has one.
void tell_unused_operator(const std::string& op, const std::string& collectives);

// "a, b, c" of an enumeration's names.
template <class Enum>
std::string all_names() {
  return listed(names<Enum>, [](std::string_view name) { return name; });
}

template <class Enum>
Enum value_named(std::string_view argument, const std::string& text) {
  const auto value = named<Enum>(text);
  if (!value) refuse_unknown(argument, text, {names<Enum>.begin(), names<Enum>.end()});
  return *value;
}

}  // namespace ringlet::cli
