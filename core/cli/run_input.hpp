// The JSON that `ringlet run` reads: {"ranks": [[...], ...], "dtype", "op", "root"}.
#pragma once

#include <string>

#include "elements.hpp"
#include "ringlet/buffers.hpp"

namespace ringlet::cli {

class RunInput {
 public:
  // Refuses what is not of that form.
  explicit RunInput(Json json);

  int ranks() const { return static_cast<int>(values().size()); }
  // A field that stands beside the ranks, as text; empty when it is not there.
  std::string field(const char* key) const;
  // The count by the contract, if every rank has as many elements as the collective needs.
  std::uint64_t count(const Collective& collective) const;
  // Writes every rank's elements.
  void fill(Buffers& buffers, DataType dtype) const;

 private:
  const Json& values() const { return json_.at("ranks"); }

  Json json_;
};

}  // namespace ringlet::cli
