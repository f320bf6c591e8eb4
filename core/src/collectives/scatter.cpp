#include "contracts.hpp"

namespace ringlet {

// Rank r gets part r of the root's input. In place at the root: recv == send + root * recvcount.
const Collective scatter{
    .name = "scatter",
    .count_name = "recvcount",
    .rooted = true,
    .parts = part_per_rank,
    .input = at_root<whole_tensor>,
    .output = own_part,
    .contributors = only_root,
};

}  // namespace ringlet
