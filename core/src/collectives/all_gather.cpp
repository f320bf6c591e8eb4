#include "contracts.hpp"

namespace ringlet {

// Everyone gets every rank's input, in rank order. In place: send == recv + r * sendcount.
const Collective all_gather{
    .name = "all_gather",
    .count_name = "sendcount",
    .parts = part_per_rank,
    .input = own_part,
    .output = whole_tensor,
    .contributors = only_owner,
};

}  // namespace ringlet
