// The conformance matrix as data: nine factors, the combinations of their values that exist, and samples of those.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ringlet/reduction.hpp"
#include "unit/support.hpp"

namespace ringlet::test {

enum Factor : std::uint8_t {
  kService,
  kRanks,
  kCount,
  kRoot,
  kType,
  kOperator,
  kAccumulate,
  kPlacement,
  kDrive,
  kFactors
};

// The index of each factor's value.
using Row = std::array<std::size_t, kFactors>;

class Matrix {
 public:
  // Calls whose buffers hold more than `most_bytes` together are left out.
  Matrix(std::vector<int> ranks, std::uint64_t most_bytes);

  std::size_t values(std::size_t factor) const { return values_.at(factor); }
  // Whether the algorithm serves so many ranks, the operator the type, and so on.
  bool exists(const Row& row) const;

  // Rows in which every pair of values of two factors appears that exists at all. The same rows every time.
  std::vector<Row> every_pair() const;
  // Every algorithm on every number of ranks with every count; the other factors are drawn. The same rows every time.
  std::vector<Row> every_size() const;

  Form form(const Row& row) const;
  std::uint64_t count(const Row& row) const;
  DataType dtype(const Row& row) const { return static_cast<DataType>(row[kType]); }
  Operator op(const Row& row) const { return static_cast<Operator>(row[kOperator]); }
  Accumulate accumulate(const Row& row) const { return static_cast<Accumulate>(row[kAccumulate]); }
  Drive drive(const Row& row) const { return drives_[row[kDrive]]; }

 private:
  // One algorithm for one collective.
  struct Service {
    const Collective* collective;
    const Algorithm* algorithm;
  };

  Row drawn(Random& random) const;

  std::vector<Service> services_;
  std::vector<int> ranks_;
  std::vector<Drive> drives_;
  std::uint64_t most_bytes_;
  std::array<std::size_t, kFactors> values_{};
};

}  // namespace ringlet::test
