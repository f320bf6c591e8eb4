// Whether a call asks for a reduction that exists.
#pragma once

#include <string>

#include "ringlet/run.hpp"

namespace ringlet {

// What is wrong with how a call reduces, as one sentence; empty when nothing is.
std::string misreduced(const Plan& plan, const Call& call);

}  // namespace ringlet
