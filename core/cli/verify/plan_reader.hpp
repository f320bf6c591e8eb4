// Plans from JSON, in the published format.
#pragma once

#include "../common/elements.hpp"
#include "ringlet/plan.hpp"

namespace ringlet::cli {

// Refuses, in the name of `argument`, what is not a plan; whether it is a good one is the verifier's to say.
Plan plan_from_json(const Json& json, const std::string& argument);

}  // namespace ringlet::cli
