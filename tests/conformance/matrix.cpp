#include "matrix.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace ringlet::test {
namespace {

constexpr std::size_t kCounts = 11;
constexpr std::size_t kRoots = 3;  // the first, the middle and the last rank
constexpr std::size_t kPlacements = 2;

// A value of one factor with a value of another.
struct Pair {
  std::size_t first, first_value, second, second_value;
  auto operator<=>(const Pair&) const = default;
};

template <class Use>
void for_each_pair(const Row& row, Use&& use) {
  for (std::size_t first = 0; first < kFactors; ++first) {
    for (std::size_t second = first + 1; second < kFactors; ++second) {
      use(Pair{first, row[first], second, row[second]});
    }
  }
}

}  // namespace

Matrix::Matrix(std::vector<int> ranks, std::uint64_t most_bytes)
    : ranks_(std::move(ranks)), drives_(drives()), most_bytes_(most_bytes) {
  for (const Collective* collective : collectives()) {
    for (const Algorithm* algorithm : algorithms()) {
      if (algorithm->variant(*collective) != nullptr) services_.push_back({collective, algorithm});
    }
  }
  values_ = {
      services_.size(),         ranks_.size(), kCounts,       kRoots, names<DataType>.size(), names<Operator>.size(),
      names<Accumulate>.size(), kPlacements,   drives_.size()};
}

std::uint64_t Matrix::count(const Row& row) const {
  const auto n = static_cast<std::uint64_t>(ranks_[row[kRanks]]);
  return std::array<std::uint64_t, kCounts>{0, 1, 2, n - 1, n, n + 1, 64, 73, 100, 1000, 10000}.at(row[kCount]);
}

Form Matrix::form(const Row& row) const {
  const int n = ranks_[row[kRanks]];
  const Service& service = services_[row[kService]];
  return {service.collective, service.algorithm, n, std::array{0, n / 2, n - 1}.at(row[kRoot]), row[kPlacement] == 1};
}

bool Matrix::exists(const Row& row) const {
  const Form at = form(row);
  const Collective& collective = *at.collective;
  if (!at.algorithm->variant(collective)->ranks.holds(at.ranks)) return false;
  if (at.in_place && !collective.in_place) return false;
  if (row[kRoot] != 0 && !collective.rooted) return false;
  if (op(row) != Operator::sum && !collective.reduces) return false;
  if (op(row) == Operator::avg && !has_average(collective)) return false;
  if (!ringlet::exists(op(row), dtype(row))) return false;
  if (accumulate(row) != Accumulate::per_hop && !(collective.reduces && is_small_float(dtype(row)))) return false;
  const auto n = static_cast<std::uint64_t>(at.ranks);
  const std::uint64_t longest = std::max(collective.parts(at.ranks) > 1 ? n : 1, std::uint64_t{1}) * count(row);
  return n * longest * size_of(dtype(row)) <= most_bytes_;
}

Row Matrix::drawn(Random& random) const {
  Row row;
  for (std::size_t factor = 0; factor < kFactors; ++factor) {
    row[factor] = static_cast<std::size_t>(random.below(values_[factor]));
  }
  return row;
}

// Greedy: for a pair that is still missing, of several rows that have it the one that adds most other missing pairs.
std::vector<Row> Matrix::every_pair() const {
  std::set<Pair> missing;
  for (std::size_t first = 0; first < kFactors; ++first) {
    for (std::size_t second = first + 1; second < kFactors; ++second) {
      for (std::size_t i = 0; i < values_[first]; ++i) {
        for (std::size_t j = 0; j < values_[second]; ++j) missing.insert({first, i, second, j});
      }
    }
  }
  constexpr int kCandidates = 10;
  constexpr int kDraws = 3000;  // enough to find a row for every pair that has one; the tests look whether it was
  Random random(2024);
  std::vector<Row> rows;
  while (!missing.empty()) {
    const Pair wanted = *missing.begin();
    std::optional<Row> best;
    std::size_t most = 0;
    int candidates = 0;
    for (int draw = 0; draw < kDraws && candidates < kCandidates; ++draw) {
      Row row = drawn(random);
      row[wanted.first] = wanted.first_value;
      row[wanted.second] = wanted.second_value;
      if (!exists(row)) continue;
      ++candidates;
      std::size_t added = 0;
      for_each_pair(row, [&](const Pair& pair) { added += missing.count(pair); });
      if (added > most) {
        most = added;
        best = row;
      }
    }
    missing.erase(wanted);
    if (!best) continue;
    for_each_pair(*best, [&](const Pair& pair) { missing.erase(pair); });
    rows.push_back(*best);
  }
  return rows;
}

std::vector<Row> Matrix::every_size() const {
  Random random(2025);
  std::vector<Row> rows;
  for (std::size_t service = 0; service < values_[kService]; ++service) {
    for (std::size_t ranks = 0; ranks < values_[kRanks]; ++ranks) {
      for (std::size_t count = 0; count < kCounts; ++count) {
        for (int draw = 0; draw < 1000; ++draw) {
          Row row = drawn(random);
          row[kService] = service;
          row[kRanks] = ranks;
          row[kCount] = count;
          if (!exists(row)) continue;
          rows.push_back(row);
          break;
        }
      }
    }
  }
  return rows;
}

}  // namespace ringlet::test
