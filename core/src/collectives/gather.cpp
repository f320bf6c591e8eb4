#include "contracts.hpp"

namespace ringlet {

// The root gets every rank's input, in rank order. In place at the root: send == recv + root * sendcount.
const Collective gather{
    .name = "gather",
    .count_name = "sendcount",
    .rooted = true,
    .parts = part_per_rank,
    .input = own_part,
    .output = at_root<whole_tensor>,
    .contributors = only_owner,
};

}  // namespace ringlet
