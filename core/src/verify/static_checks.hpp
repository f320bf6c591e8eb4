// The rules that can be read off a plan without running it.
#pragma once

#include <optional>

#include "ringlet/verify.hpp"

namespace ringlet {

// V1: peers, slots, chunks and messages are well formed.
std::optional<Violation> check_steps(const Plan& plan);
// V2: each connection has as many receives as sends, and each pair names the same chunks.
std::optional<Violation> check_pairs(const Plan& plan);

// One past the last step of the message that begins at `first`.
std::size_t message_end(const Lane& lane, std::size_t first);
// A violation whose sentence begins with the rule and the place.
Violation violation(std::string_view rule, int rank, int lane, std::size_t step, std::uint32_t chunk,
                    std::string_view what);
// "scratch 2"
std::string text(Slot slot);

}  // namespace ringlet
