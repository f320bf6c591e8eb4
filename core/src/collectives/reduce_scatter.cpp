#include "slots.hpp"

namespace ringlet {

// Rank r gets part r of the reduction. In place: recv == send + r * recvcount.
const Collective reduce_scatter{
    .name = "reduce_scatter",
    .count_name = "recvcount",
    .reduces = true,
    .per_rank_count = true,
    .input = whole_tensor,
    .output = own_part,
};

}  // namespace ringlet
