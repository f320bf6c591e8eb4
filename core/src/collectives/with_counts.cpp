// The v-variants: the contracts and the plans of their uniform forms, with a count for each part.
#include "ringlet/collective.hpp"

namespace ringlet {
namespace {

Collective with_counts(const Collective& uniform, std::string_view name) {
  Collective result = uniform;
  result.name = name;
  result.count_name = "counts";
  result.uniform = &uniform;
  return result;
}

}  // namespace

const Collective reduce_scatter_v = with_counts(reduce_scatter, "reduce_scatter_v");
const Collective all_gather_v = with_counts(all_gather, "all_gather_v");
const Collective gather_v = with_counts(gather, "gather_v");
const Collective scatter_v = with_counts(scatter, "scatter_v");
const Collective all_to_all_v = with_counts(all_to_all, "all_to_all_v");

}  // namespace ringlet
