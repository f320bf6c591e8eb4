#include "program_cache.hpp"

#include <utility>

namespace ringlet {

Result<std::shared_ptr<const Program>> ProgramCache::get(const Algorithm& algorithm, const Collective& collective,
                                                         int ranks, int root) {
  const Key key{&algorithm, &collective, ranks, root};
  const std::lock_guard guard(guard_);
  if (const auto found = programs_.find(key); found != programs_.end()) return found->second;
  auto plan =
      make_plan(algorithm, {.collective = &collective, .ranks = ranks, .root = root, .in_place = collective.in_place});
  if (!plan) return tl::unexpected(std::move(plan.error()));
  auto program = prepare(std::move(*plan));
  if (!program) return error(ErrorCode::invalid, program.error().message);
  return programs_.emplace(key, std::make_shared<const Program>(std::move(*program))).first->second;
}

}  // namespace ringlet
