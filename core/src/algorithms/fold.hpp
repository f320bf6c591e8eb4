// How algorithms for powers of two serve any number of ranks (MPICH): with rem = N - p2 ranks too many, among the first
// 2 * rem the even ones hand their part to their odd neighbour and get the result back in the end. In the pair of a
// rank that has to stay, a root, the other one gives.
#pragma once

namespace ringlet {

class Fold {
 public:
  explicit Fold(int ranks, int stays = -1) : stays_(stays) {
    while (2 * core_ <= ranks) core_ *= 2;
    extra_ = ranks - core_;
  }

  // The largest power of two that is not above the number of ranks.
  int core() const { return core_; }
  // Rounds among those ranks.
  int rounds() const {
    int count = 0;
    for (int n = core_; n > 1; n /= 2) ++count;
    return count;
  }
  bool has_extra() const { return extra_ > 0; }
  // Whether the rank gives its part to its neighbour, or takes in that one's.
  bool gives(int rank) const { return paired(rank) && rank != outer(rank / 2); }
  bool takes(int rank) const { return paired(rank) && rank == outer(rank / 2); }
  int neighbour(int rank) const { return rank ^ 1; }
  // The number of a rank among the core ranks, and back.
  int inner(int rank) const { return paired(rank) ? rank / 2 : rank - extra_; }
  int outer(int inner) const {
    if (inner >= extra_) return inner + extra_;
    return stays_ / 2 == inner && stays_ >= 0 ? stays_ : 2 * inner + 1;
  }
  // The first of the ranks that a core rank stands for: itself and, in a pair, its neighbour.
  int first_of(int inner) const { return inner < extra_ ? 2 * inner : inner + extra_; }

 private:
  bool paired(int rank) const { return rank < 2 * extra_; }

  int stays_;
  int core_ = 1;
  int extra_ = 0;
};

}  // namespace ringlet
