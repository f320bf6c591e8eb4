// What `ringlet verify --references` found, and how it tells it.
#pragma once

#include <string>
#include <vector>

#include "measured_bytes.hpp"
#include "reference_vectors.hpp"

namespace ringlet::cli {

// One collective by one algorithm (or, by design, one operator by all) against one library, and one of its algorithms
// where one was asked for.
struct Comparison {
  std::string collective, by, reference;
  std::uint64_t runs = 0, bitwise = 0, beyond = 0, elements = 0, alike = 0, ulp = 0;
  double absolute = 0, of_tolerance = 0;

  void add(const references::Difference& difference);
};

struct ReferencesAnswer {
  std::vector<references::Vectors> references;
  std::vector<Comparison> comparisons;
  std::vector<Comparison> by_design;  // where the contract wants something else than the libraries
  std::vector<ByteRow> bytes;

  // Whether nothing is beyond its tolerance and every byte was predicted.
  bool good() const;
};

// Three tables: differences, differences by design, bytes.
void print(const ReferencesAnswer& answer);
references::Json json_of(const ReferencesAnswer& answer);

}  // namespace ringlet::cli
