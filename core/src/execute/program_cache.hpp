// Verified programs, made once and shared by all ranks of a world.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <mutex>

#include "ringlet/algorithms.hpp"
#include "ringlet/verify.hpp"

namespace ringlet {

class ProgramCache {
 public:
  // The program for calls that may be in place or not: prepared for in place where there is such a form, which asks for
  // no less than out of place does. Otherwise as make_program. Kept as long as the cache.
  Result<std::shared_ptr<const Program>> get(const Algorithm* algorithm, const Collective& collective, int ranks,
                                             int root, bool commutative);

 private:
  struct Key {
    const Algorithm* algorithm;
    const Collective* collective;
    int ranks, root;
    bool commutative;
    auto operator<=>(const Key&) const = default;
  };
  std::mutex guard_;
  std::map<Key, std::shared_ptr<const Program>> programs_;
};

}  // namespace ringlet
