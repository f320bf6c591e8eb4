#pragma once

#include "json.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

// The plan in the published format.
Json plan_json(const Plan& plan);

}  // namespace ringlet
