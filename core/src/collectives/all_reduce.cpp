#include "contracts.hpp"

namespace ringlet {

// Everyone gets the whole reduction. In place: recv == send.
const Collective all_reduce{
    .name = "all_reduce",
    .reduces = true,
    .parts = one_part,
    .input = whole_tensor,
    .output = whole_tensor,
    .contributors = everyone,
};

}  // namespace ringlet
