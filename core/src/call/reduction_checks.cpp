#include "reduction_checks.hpp"

namespace ringlet {
namespace {

// What keeps a caller's own operator from reducing this call, or nothing.
std::string misused(const UserOperator& op, const Plan& plan, const Call& call) {
  const std::string own = "The operator " + std::string(op.name);
  if (op.combine == nullptr) return own + " has no function that combines.";
  if (call.accumulate != Accumulate::per_hop) return own + " combines elements of dtype; accumulate must be per_hop.";
  if (!op.commutative && !call.program->order.in_rank_order) {
    return own + " is not commutative, and " + plan.algorithm + " does not combine the ranks in their order.";
  }
  return {};
}

std::string misscaled(const Plan& plan, const Call& call) {
  const std::size_t element = size_of(call.dtype);
  const std::size_t wanted = call.op == Operator::premul_sum ? static_cast<std::size_t>(plan.ranks) : 0;
  if (call.scalars.size() == wanted * element) return {};
  return "scalars has " + counted(call.scalars.size() / element, "element") + "; " + std::string(name(call.op)) +
         " on " + counted(plan.ranks, "rank") + " takes " + std::to_string(wanted) + ".";
}

}  // namespace

std::string misreduced(const Plan& plan, const Call& call) {
  if (!plan.collective->reduces) return {};
  if (call.user_op != nullptr) return misused(*call.user_op, plan, call);
  if (std::string wrong = refusal(call.op, *plan.collective); !wrong.empty()) return wrong;
  if (std::string wrong = refusal(call.op, call.dtype); !wrong.empty()) return wrong;
  if (std::string wrong = refusal(call.accumulate, call.dtype); !wrong.empty()) return wrong;
  return misscaled(plan, call);
}

}  // namespace ringlet
