// The symbolic value of a cell: which part of the tensor it is and whose inputs are in it.
#pragma once

#include <cstdint>
#include <vector>

#include "combination.hpp"

namespace ringlet {

// A set of ranks.
class RankSet {
 public:
  RankSet() = default;
  explicit RankSet(int ranks) : words_((static_cast<std::size_t>(ranks) + 63) / 64) {}
  RankSet(int ranks, int only) : RankSet(ranks) { insert(only); }

  void insert(int rank) { words_[static_cast<std::size_t>(rank) / 64] |= std::uint64_t{1} << (rank % 64); }
  bool contains(int rank) const { return (words_[static_cast<std::size_t>(rank) / 64] >> (rank % 64) & 1) != 0; }
  void insert(const RankSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  // A rank in both sets, or -1.
  int common(const RankSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if (const std::uint64_t both = words_[w] & other.words_[w]) {
        return static_cast<int>(w) * 64 + __builtin_ctzll(both);
      }
    }
    return -1;
  }
  std::vector<int> members() const {
    std::vector<int> result;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        result.push_back(static_cast<int>(w) * 64 + __builtin_ctzll(rest));
      }
    }
    return result;
  }
  bool operator==(const RankSet&) const = default;

 private:
  std::vector<std::uint64_t> words_;
};

struct Value {
  std::uint32_t chunk = 0;
  RankSet contributors;
  Combination combination;
  bool complete = false;  // every contribution is in it, and an average has been divided
};

}  // namespace ringlet
