#include "slots.hpp"

namespace ringlet {

// Everyone gets every rank's input, in rank order. In place: send == recv + r * sendcount.
const Collective all_gather{
    .name = "all_gather",
    .count_name = "sendcount",
    .reduces = false,
    .per_rank_count = true,
    .input = own_part,
    .output = whole_tensor,
};

}  // namespace ringlet
