#include "contracts.hpp"

namespace ringlet {

// Everyone gets the root's input. In place at the root: recv == send.
const Collective broadcast{
    .name = "broadcast",
    .rooted = true,
    .parts = one_part,
    .input = at_root<whole_tensor>,
    .output = whole_tensor,
    .contributors = only_root,
};

}  // namespace ringlet
