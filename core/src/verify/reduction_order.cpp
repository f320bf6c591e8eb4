#include "reduction_order.hpp"

#include <map>
#include <numeric>
#include <utility>

namespace ringlet {
namespace {

using Trees = std::vector<std::uint64_t>;  // by chunk; 0 where there is no such output

// The same number for the same trees over the same parts of the tensor, into however many chunks it is cut: runs of
// equal trees count once, and begin at a fraction of the tensor.
std::uint64_t fingerprint(const Trees& trees) {
  std::uint64_t result = 0;
  const auto take = [&result](std::uint64_t number) { result = ReductionTree::mixed(result + number); };
  for (std::size_t chunk = 0; chunk < trees.size(); ++chunk) {
    if (chunk > 0 && trees[chunk] == trees[chunk - 1]) continue;
    const std::size_t divisor = std::gcd(chunk, trees.size());
    take(chunk / divisor);
    take(trees.size() / divisor);
    take(trees[chunk]);
  }
  return result;
}

bool one_tree(const Trees& trees) {
  std::uint64_t only = 0;
  for (const std::uint64_t tree : trees) {
    if (tree == 0 || tree == only) continue;
    if (only != 0) return false;
    only = tree;
  }
  return true;
}

}  // namespace

ReductionOrder reduction_order(const Plan& plan, const ReductionTrees& outputs) {
  ReductionOrder order;
  if (!plan.collective->reduces) return order;
  // Whoever has the sum of the same ranks (in a scan: no two) ought to have the same bits.
  std::map<std::pair<int, int>, Trees> of_contributors;
  const Shape shape = plan.shape();
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const ChunkRange out = plan.collective->output(shape, rank);
    for (std::uint32_t i = 0; i < out.count; ++i) {
      const std::uint32_t chunk = out.chunk(i);
      const RankRange wanted = plan.collective->contributors(shape, rank, chunk);
      const ReductionTree& output = outputs[static_cast<std::size_t>(rank)][i];
      const RankRange operands = output.operands();
      if (operands.first != wanted.first || operands.last != wanted.last) order.in_rank_order = false;
      Trees& trees = of_contributors.try_emplace({wanted.first, wanted.last}, plan.chunks).first->second;
      if (trees[chunk] != 0 && trees[chunk] != output.hash()) order.same_on_all_ranks = false;
      trees[chunk] = output.hash();
    }
  }
  const auto take = [&order](std::uint64_t number) {
    order.fingerprint = ReductionTree::mixed(order.fingerprint + number);
  };
  for (const auto& [contributors, trees] : of_contributors) {
    if (!one_tree(trees)) order.same_for_all_elements = false;
    take(fingerprint(trees));
  }
  if (order.same_on_all_ranks) return order;
  for (const auto& of_rank : outputs) {
    for (const ReductionTree& output : of_rank) take(output.hash());
  }
  return order;
}

}  // namespace ringlet
