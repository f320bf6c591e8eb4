// The JSON that `ringlet run` reads: {"ranks": [[...], ...], "dtype", "op", "accumulate", "root", "counts", "scalars",
// "faults"}.
#pragma once

#include <string>

#include "../common/elements.hpp"
#include "ringlet/buffers.hpp"

namespace ringlet::cli {

class RunInput {
 public:
  // Refuses what is not of that form.
  explicit RunInput(Json json);

  int ranks() const { return static_cast<int>(values().size()); }
  // A field that stands beside the ranks, as text; empty when it is not there.
  std::string field(const char* key) const;
  // Sets the call's count or counts by the contract; refuses ranks whose elements are more or fewer than it says.
  void set_counts(const Plan& plan, Call& call) const;
  // Ranks that misbehave on purpose.
  std::vector<Fault> faults() const;
  // Writes every rank's elements.
  void fill(Buffers& buffers, DataType dtype) const;
  // The scalars of premul_sum, one for each rank; empty for other operators, which must not have any.
  std::vector<std::byte> scalars(const Collective& collective, Operator op, DataType dtype) const;

 private:
  const Json& values() const { return json_.at("ranks"); }
  std::uint64_t length(int rank) const;
  void set_count(const Plan& plan, Call& call) const;
  std::vector<std::uint64_t> counts(const Plan& plan) const;

  Json json_;
};

}  // namespace ringlet::cli
