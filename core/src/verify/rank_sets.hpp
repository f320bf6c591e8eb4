// Sets of ranks: a symbolic run has one in each cell and in each message.
//
// Nearly every sum is of neighbours on the circle of ranks, so a set is two numbers where it is such an interval. Any
// other is kept once, bit by bit, and known by its number. So each set has one form, and sets are equal exactly when
// their forms are.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace ringlet {

class RankSet {
 public:
  // The empty set.
  RankSet() = default;

  bool operator==(const RankSet&) const = default;

 private:
  friend class RankSets;
  RankSet(std::int32_t first, std::int32_t count) : first_(first), count_(count) {}

  static constexpr std::int32_t kKept = -1;
  // Ranks first to first + count - 1, modulo the number of ranks; all ranks begin at 0, and none do. Or the number of a
  // kept set.
  std::int32_t first_ = 0, count_ = 0;
};

// The sets of one run. Those that it keeps last as long as it does.
class RankSets {
 public:
  explicit RankSets(int ranks);
  RankSets(const RankSets&) = delete;
  RankSets& operator=(const RankSets&) = delete;

  // Ranks first to last - 1.
  static RankSet range(int first, int last) { return {first == last ? 0 : first, last - first}; }
  RankSet everyone() const { return range(0, ranks_); }

  struct Union {
    RankSet set;
    int twice = -1;  // the lowest rank that is in both, or -1
  };
  Union united(RankSet a, RankSet b);
  bool contains(RankSet set, int rank) const;
  std::vector<int> members(RankSet set) const;

 private:
  using Word = std::uint64_t;
  static constexpr int kBits = 64;

  // How far clockwise it is from one rank to another.
  int distance(int from, int to) const { return to >= from ? to - from : to - from + ranks_; }
  const Word* words(std::int32_t number) const { return kept_.data() + static_cast<std::size_t>(number) * words_; }
  // The ranks of the set, as bits of words that are 0.
  void write(RankSet set, Word* to) const;
  // The form of the set that was kept last; keeps it no longer where it had one before.
  RankSet form_of_last();

  struct Hash {
    const RankSets* sets;
    std::size_t operator()(std::int32_t number) const;
  };
  struct Equal {
    const RankSets* sets;
    bool operator()(std::int32_t a, std::int32_t b) const;
  };

  int ranks_;
  std::size_t words_;  // of each kept set
  std::vector<Word> kept_;
  std::unordered_set<std::int32_t, Hash, Equal> numbers_;
  // The chunks of a message mostly have the same sets, so that the last answer is asked for again.
  RankSet last_a_, last_b_;
  Union last_;
};

}  // namespace ringlet
