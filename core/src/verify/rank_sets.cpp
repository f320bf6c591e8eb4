#include "rank_sets.hpp"

#include <algorithm>
#include <bit>

#include "reduction_tree.hpp"

namespace ringlet {

RankSets::RankSets(int ranks)
    : ranks_(ranks),
      words_((static_cast<std::size_t>(ranks) + kBits - 1) / kBits),
      numbers_(0, Hash{this}, Equal{this}) {}

RankSets::Union RankSets::united(RankSet a, RankSet b) {
  if (a.count_ > 0 && b.count_ > 0) {
    const int gap = distance(a.first_, b.first_);
    const bool apart = gap >= a.count_ && gap + b.count_ <= ranks_;
    const int count = a.count_ + b.count_;
    if (apart && count == ranks_) return {everyone()};
    if (apart && gap == a.count_) return {{a.first_, count}};
    if (apart && gap + b.count_ == ranks_) return {{b.first_, count}};
  }
  if (a == last_a_ && b == last_b_) return last_;
  last_a_ = a;
  last_b_ = b;
  // Both side by side, then in the place of the first their union.
  kept_.resize(kept_.size() + 2 * words_);
  Word* of_a = kept_.data() + kept_.size() - 2 * words_;
  Word* of_b = of_a + words_;
  write(a, of_a);
  write(b, of_b);
  last_.twice = -1;
  for (std::size_t w = words_; w-- > 0;) {
    if (const Word both = of_a[w] & of_b[w]) last_.twice = static_cast<int>(w) * kBits + std::countr_zero(both);
    of_a[w] |= of_b[w];
  }
  kept_.resize(kept_.size() - words_);
  last_.set = form_of_last();
  return last_;
}

bool RankSets::contains(RankSet set, int rank) const {
  if (set.count_ != RankSet::kKept) return distance(set.first_, rank) < set.count_;
  return (words(set.first_)[rank / kBits] >> (rank % kBits) & 1) != 0;
}

std::vector<int> RankSets::members(RankSet set) const {
  std::vector<int> result;
  for (int rank = 0; rank < ranks_; ++rank) {
    if (contains(set, rank)) result.push_back(rank);
  }
  return result;
}

void RankSets::write(RankSet set, Word* to) const {
  if (set.count_ == RankSet::kKept) {
    std::copy_n(words(set.first_), words_, to);
    return;
  }
  const auto fill = [to](int first, int last) {
    for (int rank = first; rank < last;) {
      const int end = std::min(last, (rank / kBits + 1) * kBits);
      to[rank / kBits] |= (~Word{0} >> (kBits - (end - rank))) << (rank % kBits);
      rank = end;
    }
  };
  fill(set.first_, std::min(set.first_ + set.count_, ranks_));
  fill(0, set.first_ + set.count_ - ranks_);
}

RankSet RankSets::form_of_last() {
  const auto number = static_cast<std::int32_t>(kept_.size() / words_) - 1;
  const Word* ranks = words(number);
  RankSet interval{0, 0};
  int beginnings = 0;  // of intervals
  Word before = ranks[(ranks_ - 1) / kBits] >> ((ranks_ - 1) % kBits) & 1;
  for (std::size_t w = 0; w < words_; ++w) {
    const Word begins = ranks[w] & ~(ranks[w] << 1 | before);
    if (begins != 0) interval.first_ = static_cast<int>(w) * kBits + std::countr_zero(begins);
    beginnings += std::popcount(begins);
    interval.count_ += std::popcount(ranks[w]);
    before = ranks[w] >> (kBits - 1);
  }
  RankSet form{number, RankSet::kKept};
  if (beginnings <= 1) {
    form = interval;
  } else {
    const auto [known, is_new] = numbers_.insert(number);
    if (is_new) return form;
    form.first_ = *known;
  }
  kept_.resize(kept_.size() - words_);
  return form;
}

std::size_t RankSets::Hash::operator()(std::int32_t number) const {
  std::uint64_t hash = 0;
  for (std::size_t w = 0; w < sets->words_; ++w) hash = ReductionTree::mixed(hash + sets->words(number)[w]);
  return static_cast<std::size_t>(hash);
}

bool RankSets::Equal::operator()(std::int32_t a, std::int32_t b) const {
  return std::equal(sets->words(a), sets->words(a) + sets->words_, sets->words(b));
}

}  // namespace ringlet
