#include "program_cache.hpp"

#include <utility>

namespace ringlet {

Result<std::shared_ptr<const Program>> ProgramCache::get(const Algorithm* algorithm, const Collective& collective,
                                                         int ranks, int root, bool commutative) {
  const Key key{algorithm, &collective, ranks, root, commutative};
  const std::lock_guard guard(guard_);
  if (const auto found = programs_.find(key); found != programs_.end()) return found->second;
  auto program =
      make_program({.collective = &collective, .ranks = ranks, .root = root, .in_place = collective.in_place},
                   algorithm, commutative);
  if (!program) return tl::unexpected(std::move(program.error()));
  return programs_.emplace(key, std::make_shared<const Program>(std::move(*program))).first->second;
}

}  // namespace ringlet
