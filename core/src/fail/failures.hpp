// Why a run cannot go on, in words: who waits for whom, and who calls what.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "../world/world_core.hpp"
#include "ringlet/error.hpp"

namespace ringlet {

// "all_reduce (ring)"; "send and receive" for messages from rank to rank.
std::string title_of(const Operation& operation);

// Makes a thread for each rank of the world; the error when the system gives fewer.
std::optional<Error> missing_threads(World::Core& world);

// A rank waited for too long in `operation`: who waits for whom, from what the ranks last said of themselves, who keeps
// them waiting, and whether they wait in a circle.
Error deadline_error(const World::Core& world, const Operation& operation, std::chrono::nanoseconds timeout);

// `rank` waits for a rank that has ended and will not come.
Error ended_error(int rank, int peer, const Operation& operation);

// After all ranks have ended: what some began in this group and others left undone.
std::optional<Error> left_undone(const World::Core& world, const Group& group);

// Who makes which call under this number, where not all make the same. Gives ranks that come a moment later the time to
// say theirs, so that the odd one out can be told, but not for much longer than `left` of the deadline.
std::optional<Error> calls_differ(const World::Core& world, const Group& group, std::uint32_t sequence,
                                  std::chrono::nanoseconds left);

}  // namespace ringlet
