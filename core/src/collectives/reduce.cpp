#include "contracts.hpp"

namespace ringlet {

// The root gets the whole reduction; no other output is touched. In place at the root: recv == send.
const Collective reduce{
    .name = "reduce",
    .reduces = true,
    .rooted = true,
    .parts = one_part,
    .input = whole_tensor,
    .output = at_root<whole_tensor>,
    .contributors = everyone,
};

}  // namespace ringlet
