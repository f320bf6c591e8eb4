// How algorithms for powers of two serve any number of ranks (MPICH): with rem = N - p2 ranks too many, among the first
// 2 * rem the even ones hand their part to their odd neighbour and get the result back in the end.
#pragma once

namespace ringlet {

class Fold {
 public:
  explicit Fold(int ranks) {
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
  // Whether the rank gives its part away, or takes in its left neighbour's.
  bool gives(int rank) const { return rank < 2 * extra_ && rank % 2 == 0; }
  bool takes(int rank) const { return rank < 2 * extra_ && rank % 2 == 1; }
  // The number of a rank among the core ranks, and back.
  int inner(int rank) const { return rank < 2 * extra_ ? rank / 2 : rank - extra_; }
  int outer(int inner) const { return inner < extra_ ? 2 * inner + 1 : inner + extra_; }

 private:
  int core_ = 1;
  int extra_ = 0;
};

}  // namespace ringlet
