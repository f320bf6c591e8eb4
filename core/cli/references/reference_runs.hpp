// Ringlet's results for reference cases, and how far they are from another library's.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "reference_inputs.hpp"
#include "ringlet/run.hpp"

namespace ringlet::references {

using Bytes = std::vector<std::byte>;

// A case as a program of Ringlet's, bound to its counts.
struct BoundCase {
  const Case& of;
  const Format& format;
  Call call;
};

struct Difference {
  double absolute = 0;      // the largest over all elements
  std::uint64_t ulp = 0;    // floats between the two, the most over all elements
  double of_tolerance = 0;  // the largest share of what the order of operations can change; above 1 is wrong
  bool bitwise = true;
  std::uint64_t elements = 0;
  std::uint64_t alike = 0;  // elements with the same bits
};

class ReferenceRunner {
 public:
  // Refuses a case that Ringlet does not know. The case and the format have to outlive what is returned.
  BoundCase bind(const Case& of, const Collective& collective, const Algorithm& algorithm, bool in_place);
  // Every rank's output, from threads.
  std::vector<Bytes> run(const BoundCase& bound);

 private:
  using Key = std::tuple<const Collective*, const Algorithm*, int, int, bool>;

  std::map<Key, std::shared_ptr<const Program>> programs_;
  std::unique_ptr<World> world_;
};

// Whether the contract differs from other libraries' there: NaN and the sign of zero in min and max.
bool differs_by_design(const Case& of);

// How two sets of outputs of one case differ.
Difference difference(const BoundCase& bound, const std::vector<Bytes>& ours, const std::vector<Bytes>& theirs);

}  // namespace ringlet::references
