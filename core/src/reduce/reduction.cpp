#include "ringlet/reduction.hpp"

#include "ringlet/collective.hpp"

namespace ringlet {
namespace {

template <class Holds>
std::string types_where(Holds&& holds) {
  std::string result;
  for (std::size_t i = 0; i < names<DataType>.size(); ++i) {
    const auto type = static_cast<DataType>(i);
    if (holds(type)) result.append(result.empty() ? "" : ", ").append(name(type));
  }
  return result;
}

}  // namespace

std::string refusal(Operator op, DataType type) {
  if (exists(op, type)) return {};
  return "op is '" + std::string(name(op)) + "', which " + std::string(name(type)) + " does not have; its dtypes are " +
         types_where(is_integer) + ".";
}

std::string refusal(Operator op, const Collective& collective) {
  if (op != Operator::avg || (&collective != &scan && &collective != &exscan)) return {};
  return "op is 'avg', which " + std::string(collective.name) +
         " does not have: each rank would divide by another number.";
}

std::string refusal(Accumulate accumulate, DataType type) {
  if (accumulate == Accumulate::per_hop || is_small_float(type)) return {};
  return "accumulate is '" + std::string(name(accumulate)) + "', which " + std::string(name(type)) +
         " does not have; its dtypes are " + types_where(is_small_float) + ".";
}

}  // namespace ringlet
