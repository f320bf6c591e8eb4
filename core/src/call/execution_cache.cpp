#include "execution_cache.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
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

bool ExecutionCache::drop_oldest(std::size_t least_memory) {
  const auto age = [&](const Entry& entry) {
    return entry.execution->memory() < least_memory ? std::numeric_limits<std::uint64_t>::max() : entry.last_used;
  };
  const auto oldest = std::min_element(entries_.begin(), entries_.end(),
                                       [&](const Entry& a, const Entry& b) { return age(a) < age(b); });
  if (oldest == entries_.end() || oldest->execution->memory() < least_memory) return false;
  entries_.erase(oldest);
  return true;
}

RankExecution& ExecutionCache::keep(const Group& group, const Collective& collective, const RankCall& call,
                                    std::unique_ptr<RankExecution> execution) {
  const auto held = [this] {
    return std::accumulate(entries_.begin(), entries_.end(), std::size_t{0}, [](std::size_t sum, const Entry& entry) {
      return sum + (entry.execution->memory() < kMuchMemory ? 0 : entry.execution->memory());
    });
  };
  if (entries_.size() == kMost) drop_oldest(0);
  if (execution->memory() >= kMuchMemory) {
    while (held() > kMostMemory && drop_oldest(kMuchMemory)) {
    }
  }
  Entry& entry = entries_.emplace_back(group, collective, call);
  entry.execution = std::move(execution);
  entry.last_used = ++uses_;
  return *entry.execution;
}

}  // namespace ringlet
