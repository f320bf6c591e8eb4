// What V5 and V6 say of a plan, from how each of its outputs was put together.
#pragma once

#include <vector>

#include "reduction_tree.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

using ReductionTrees = std::vector<std::vector<ReductionTree>>;  // [rank][output slot]

ReductionOrder reduction_order(const Plan& plan, const ReductionTrees& outputs);

}  // namespace ringlet
