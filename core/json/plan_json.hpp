#pragma once

#include <functional>
#include <string_view>

#include "ringlet/plan.hpp"

namespace ringlet {

// The plan in the published format, in pieces as they are made: a plan of many ranks is gigabytes of JSON in one.
void write_plan_json(const Plan& plan, const std::function<void(std::string_view)>& write);

}  // namespace ringlet
