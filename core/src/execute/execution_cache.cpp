#include "execution_cache.hpp"

#include <algorithm>
#include <utility>

namespace ringlet {
namespace {

// Without its name, which need not outlive the call.
std::optional<UserOperator> user_operator(const RankCall& call) {
  if (call.user_op == nullptr) return std::nullopt;
  UserOperator nameless = *call.user_op;
  nameless.name = {};
  return nameless;
}

}  // namespace

ExecutionCache::Entry::Entry(const Group& of, const Collective& what, const RankCall& call)
    : group(&of),
      collective(&what),
      algorithm(call.options.algorithm),
      count(call.count),
      counts(call.counts.begin(), call.counts.end()),
      dtype(call.dtype),
      op(call.op),
      root(call.root),
      scaled(call.scalar != nullptr),
      accumulate(call.accumulate),
      user_op(user_operator(call)) {}

bool ExecutionCache::Entry::serves(const Group& of, const Collective& what, const RankCall& call) const noexcept {
  return group == &of && collective == &what && algorithm == call.options.algorithm && count == call.count &&
         dtype == call.dtype && op == call.op && root == call.root && scaled == (call.scalar != nullptr) &&
         accumulate == call.accumulate && user_op == user_operator(call) &&
         std::equal(counts.begin(), counts.end(), call.counts.begin(), call.counts.end());
}

RankExecution* ExecutionCache::find(const Group& group, const Collective& collective, const RankCall& call) noexcept {
  for (Entry& entry : entries_) {
    if (!entry.serves(group, collective, call)) continue;
    entry.last_used = ++uses_;
    return entry.execution.get();
  }
  return nullptr;
}

RankExecution& ExecutionCache::keep(const Group& group, const Collective& collective, const RankCall& call,
                                    std::unique_ptr<RankExecution> execution) {
  if (entries_.size() == kMost) {
    entries_.erase(std::min_element(entries_.begin(), entries_.end(),
                                    [](const Entry& a, const Entry& b) { return a.last_used < b.last_used; }));
  }
  Entry& entry = entries_.emplace_back(group, collective, call);
  entry.execution = std::move(execution);
  entry.last_used = ++uses_;
  return *entry.execution;
}

}  // namespace ringlet
