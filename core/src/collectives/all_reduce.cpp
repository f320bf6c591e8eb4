#include "slots.hpp"

namespace ringlet {

// Everyone gets the whole reduction. In place: recv == send.
const Collective all_reduce{
    .name = "all_reduce",
    .count_name = "count",
    .reduces = true,
    .per_rank_count = false,
    .input = whole_tensor,
    .output = whole_tensor,
};

}  // namespace ringlet
