// Verified programs, made once and shared by all ranks of a world.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "ringlet/algorithms.hpp"
#include "ringlet/tuning.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

class ProgramCache {
 public:
  explicit ProgramCache(const CostModel& model) : model_(model) {}

  // The program for calls that may be in place or not: prepared for in place where there is such a form, which asks for
  // no less than out of place does. Without an algorithm, by the fastest of the default candidates for calls of these
  // bytes. Otherwise as make_program. Kept as long as the cache.
  Result<std::shared_ptr<const Program>> get(const Algorithm* algorithm, const Collective& collective, int ranks,
                                             int root, bool commutative, std::uint64_t bytes);

 private:
  struct Key {
    const Algorithm* algorithm;
    const Collective* collective;
    int ranks, root;
    bool commutative;
    auto operator<=>(const Key&) const = default;
  };
  const Algorithm* chosen(const PlanRequest& request, std::uint64_t bytes);

  CostModel model_;
  std::mutex guard_;
  std::map<Key, std::shared_ptr<const Program>> programs_;
  struct Question {
    const Collective* collective;
    int ranks, root;
    auto operator<=>(const Question&) const = default;
  };
  std::map<Question, std::vector<Candidate>> candidates_;
};

}  // namespace ringlet
