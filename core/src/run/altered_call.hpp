// The call of a rank that misbehaves by calling something else than the others, in memory of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "../execute/rank_execution.hpp"

namespace ringlet {

// Whether a rank with this fault makes another call than the others.
bool alters(FaultKind kind);

class AlteredCall {
 public:
  // `invalid` when the call cannot be altered like that: another root where there is none, say.
  static Result<AlteredCall> make(const Call& call, const Fault& fault);

  // The rank's part of it. Nobody watches it: its steps are not those of the others' plan.
  std::unique_ptr<RankExecution> execution(World::Core& world);

 private:
  AlteredCall(Call call, int rank);

  Call call_;
  int rank_;
  std::vector<Observer*> nobody_;
  std::vector<std::byte> send_, recv_;
};

}  // namespace ringlet
