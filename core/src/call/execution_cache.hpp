// What a rank has called before, bound and ready to be called again: a loop that makes the same calls neither allocates
// nor looks anything up under a lock.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "../execute/rank_execution.hpp"
#include "ringlet/communicator.hpp"

namespace ringlet {

// Of one rank, for its own thread.
class ExecutionCache {
 public:
  // The execution of a call like this one, or null.
  RankExecution* find(const Group& group, const Collective& collective, const RankCall& call) noexcept;
  // Keeps it for calls like this one, in the place of the one that was not wanted for longest, and of all that hold
  // more memory together than is worth keeping.
  RankExecution& keep(const Group& group, const Collective& collective, const RankCall& call,
                      std::unique_ptr<RankExecution> execution);

 private:
  static constexpr std::size_t kMost = 16;
  // Where allocating takes no longer than the call: so much memory in all is kept, besides what the newest has.
  static constexpr std::size_t kMuchMemory = 1 << 20;
  static constexpr std::size_t kMostMemory = 16 << 20;

  struct Entry {
    Entry(const Group& of, const Collective& what, const RankCall& call);
    bool serves(const Group& of, const Collective& what, const RankCall& call) const noexcept;

    const Group* group;
    const Collective* collective;
    const Algorithm* algorithm;
    std::uint64_t count;
    std::vector<std::uint64_t> counts;
    DataType dtype;
    Operator op;
    int root;
    bool scaled;
    Accumulate accumulate;
    std::optional<UserOperator> user_op;
    std::unique_ptr<RankExecution> execution;
    std::uint64_t last_used = 0;
  };
  // Of those with so much memory the one that was not wanted for longest; false where there is none.
  bool drop_oldest(std::size_t least_memory);

  std::vector<Entry> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace ringlet
