#include "program_cache.hpp"

#include <utility>

namespace ringlet {

Result<std::shared_ptr<const Program>> ProgramCache::get(const Algorithm* algorithm, const Collective& collective,
                                                         int ranks, int root, bool commutative, std::uint64_t bytes) {
  const PlanRequest request{.collective = &collective, .ranks = ranks, .root = root, .in_place = collective.in_place};
  const std::lock_guard guard(guard_);
  if (algorithm == nullptr) algorithm = chosen(request, bytes);
  const Key key{algorithm, &collective, ranks, root, commutative};
  if (const auto found = programs_.find(key); found != programs_.end()) return found->second;
  auto program = make_program(request, algorithm, commutative);
  if (!program) return tl::unexpected(std::move(program.error()));
  return programs_.emplace(key, std::make_shared<const Program>(std::move(*program))).first->second;
}

// Null where there is nothing to choose.
const Algorithm* ProgramCache::chosen(const PlanRequest& request, std::uint64_t bytes) {
  if (request.ranks > kMostRanksToChoose) return nullptr;
  const auto [found, fresh] = candidates_.try_emplace({request.collective, request.ranks, request.root});
  if (fresh) {
    const auto all = default_candidates(*request.collective, request.ranks);
    if (all.size() > 1) found->second = candidates_of(request, all);
  }
  return found->second.empty() ? nullptr : &fastest(model_, found->second, bytes, kLeadOverDefault);
}

}  // namespace ringlet
