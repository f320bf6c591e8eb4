// What a run leaves behind for other tools.
#pragma once

#include <string>

#include "ringlet/trace.hpp"

namespace ringlet {

// The Chrome trace format, which Perfetto reads: a track per rank, a slice per step and per wait.
std::string chrome_trace(const Plan& plan, const Trace& trace);
// JSON lines, one per send, in causal order.
std::string byte_log(const Plan& plan, const Trace& trace);

}  // namespace ringlet
