#include <iostream>

#include "../commands.hpp"
#include "../common/elements.hpp"
#include "../common/names.hpp"
#include "../common/table.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {
namespace {

Json catalogue_json() {
  Json result{{"collectives", Json::array()}, {"dtypes", names<DataType>}, {"operators", names<Operator>}};
  for (const Collective* collective : collectives()) {
    Json entry{{"name", collective->name}, {"algorithms", Json::array()}};
    for (const Algorithm* algorithm : algorithms()) {
      if (algorithm->variant(*collective) == nullptr) continue;
      entry["algorithms"].push_back(
          {{"name", algorithm->name}, {"ranks", algorithm->variant(*collective)->ranks.name}});
    }
    result["collectives"].push_back(std::move(entry));
  }
  return result;
}

}  // namespace

int list_command(bool json) {
  const Json catalogue = catalogue_json();
  if (json) {
    std::cout << catalogue << '\n';
    return 0;
  }
  Table table({"collective", "algorithm", "ranks"});
  for (const Json& collective : catalogue["collectives"]) {
    for (const Json& algorithm : collective["algorithms"]) {
      table.add({collective["name"], algorithm["name"], algorithm["ranks"]});
    }
  }
  std::cout << table << "\ndtypes     " << all_names<DataType>() << "\noperators  " << all_names<Operator>() << '\n';
  return 0;
}

}  // namespace ringlet::cli
