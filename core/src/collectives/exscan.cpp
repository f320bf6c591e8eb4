#include "contracts.hpp"

namespace ringlet {

// Rank r gets the reduction of ranks 0 to r - 1, in rank order; rank 0's output is not touched. In place: recv == send.
const Collective exscan{
    .name = "exscan",
    .reduces = true,
    .parts = one_part,
    .input = whole_tensor,
    .output = [](const Shape& shape, int rank) { return rank == 0 ? ChunkRange{} : whole_tensor(shape, rank); },
    .contributors =
        [](const Shape&, int rank, std::uint32_t) {
          return RankRange{0, rank};
        },
};

}  // namespace ringlet
