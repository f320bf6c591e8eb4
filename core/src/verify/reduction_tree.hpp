// How a value was put together from the ranks' inputs: what V5 and V6 look at.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ringlet/collective.hpp"

namespace ringlet {

class ReductionTree {
 public:
  ReductionTree() = default;
  // A rank's own input.
  explicit ReductionTree(int rank) : operands_{rank, rank + 1}, hash_(mixed(static_cast<std::uint64_t>(rank) + 1)) {}

  // The ranks from left to right, where each operand followed the one before it; empty when some did not.
  RankRange operands() const { return operands_; }
  // Equal for the same tree of additions. Every operator that commutes does so bit for bit (NaN is canonical, -0 < +0),
  // so that a (+) b and b (+) a count as the same tree; brackets matter.
  std::uint64_t hash() const { return hash_; }

  // The finalizer of splitmix64 (Steele, Lea and Flood, 2014): every bit of the result depends on every bit of x.
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  friend ReductionTree joined(const ReductionTree& left, const ReductionTree& right) {
    ReductionTree both;
    const bool in_order = !left.out_of_order() && left.operands_.last == right.operands_.first;
    if (in_order && !right.out_of_order()) both.operands_ = {left.operands_.first, right.operands_.last};
    const auto [low, high] = std::minmax(left.hash_, right.hash_);
    both.hash_ = mixed(low + mixed(high));
    return both;
  }

 private:
  bool out_of_order() const { return operands_.first == operands_.last; }

  RankRange operands_;
  std::uint64_t hash_ = 0;
};

}  // namespace ringlet
