// What can be wrong with a call before anything moves.
#pragma once

#include <optional>
#include <string>

#include "ringlet/error.hpp"
#include "ringlet/run.hpp"

namespace ringlet {

// Whether so many elements are no more than memory can be.
bool fits_memory(std::uint64_t elements, DataType dtype);

// What contradicts the collective's contract in how a call gives its counts or its operator, or what exceeds memory.
std::optional<Error> misgiven(const Plan& plan, const Call& call);

// Where the rank's factor for premul_sum is, or null.
const std::byte* scalar_of(const Call& call, int rank);

// Whether buffers lie as the contract says: `in_place` where the output belongs over the input, and apart otherwise.
enum class Placement : std::uint8_t { apart, in_place, either };
std::optional<Error> misplaced(const Layout& layout, DataType dtype, int rank, RankBuffers buffers,
                               Placement placement);

}  // namespace ringlet
