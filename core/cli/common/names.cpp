#include "names.hpp"

#include <iostream>

namespace ringlet::cli {

const Collective& collective_named(std::string_view argument, const std::string& text) {
  const Collective* found = find_collective(text);
  if (found == nullptr) refuse_unknown(argument, text, names_of(collectives(), [](auto* each) { return each->name; }));
  return *found;
}

const Algorithm& algorithm_named(std::string_view argument, const std::string& text) {
  const Algorithm* found = find_algorithm(text);
  if (found == nullptr) refuse_unknown(argument, text, names_of(algorithms(), [](auto* each) { return each->name; }));
  return *found;
}

const Algorithm* algorithm_or_auto(std::string_view argument, const std::string& text) {
  if (text == "auto") return nullptr;
  const Algorithm* found = find_algorithm(text);
  if (found == nullptr)
    refuse_unknown(argument, text, names_of(algorithms(), [](auto* each) { return each->name; }, {"auto"}));
  return found;
}

int root_named(const Collective& collective, const std::string& text, int ranks) {
  if (text.empty()) return 0;
  if (!collective.rooted) {
    std::string rooted;
    for (const Collective* each : collectives()) {
      if (each->rooted) rooted.append(rooted.empty() ? "" : ", ").append(each->name);
    }
    throw Refusal("--root is '" + shown(text) + "', but " + std::string(collective.name) +
                  " has no root; those that have one are " + rooted + ".");
  }
  return static_cast<int>(whole_number("--root", text, 0, ranks - 1));
}

void tell_unused_operator(const std::string& op, const std::string& collectives) {
  if (op.empty()) return;
  const bool one = collectives.find(',') == std::string::npos;
  std::cerr << "--op is '" << shown(op) << "', but " << shown(collectives) << (one ? " has" : " have")
            << " no operator; it is not used.\n";
}

}  // namespace ringlet::cli
