// Users' names looked up, or refused with the names that exist.
#pragma once

#include "refusal.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {

const Collective& collective_named(std::string_view argument, const std::string& text);
const Algorithm& algorithm_named(std::string_view argument, const std::string& text);

template <class Enum>
Enum value_named(std::string_view argument, const std::string& text) {
  const auto value = named<Enum>(text);
  if (!value) refuse(argument, text, listed(names<Enum>, [](std::string_view name) { return name; }));
  return *value;
}

}  // namespace ringlet::cli
