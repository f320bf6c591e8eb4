#include "contracts.hpp"

namespace ringlet {

// Rank r gets the reduction of ranks 0 to r, in rank order. In place: recv == send.
const Collective scan{
    .name = "scan",
    .reduces = true,
    .parts = one_part,
    .input = whole_tensor,
    .output = whole_tensor,
    .contributors =
        [](const Shape&, int rank, std::uint32_t) {
          return RankRange{0, rank + 1};
        },
};

}  // namespace ringlet
