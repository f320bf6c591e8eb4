// What the command and the page write alike.
#pragma once

#include <nlohmann/json.hpp>

namespace ringlet {

using Json = nlohmann::ordered_json;

}  // namespace ringlet
