#include "contracts.hpp"

namespace ringlet {

// Rank r gets part r of the reduction. In place: recv == send + r * recvcount.
const Collective reduce_scatter{
    .name = "reduce_scatter",
    .count_name = "recvcount",
    .reduces = true,
    .parts = part_per_rank,
    .input = whole_tensor,
    .output = own_part,
    .contributors = everyone,
};

}  // namespace ringlet
