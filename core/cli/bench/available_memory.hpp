// How much memory this process can still get without the system having to end somebody for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ringlet::cli {

// What the machine has left or, where that is less, what the container may use; none where the system does not tell.
std::optional<std::uint64_t> available_memory();
// "1.5 GiB"
std::string gibibytes(std::uint64_t bytes);

}  // namespace ringlet::cli
