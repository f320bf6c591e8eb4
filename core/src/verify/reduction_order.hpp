// What V5 and V6 say of a plan, from how each of its outputs was put together.
#pragma once

#include <vector>

#include "combination.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

using Combinations = std::vector<std::vector<Combination>>;  // [rank][output slot]

ReductionOrder reduction_order(const Plan& plan, const Combinations& outputs);

}  // namespace ringlet
