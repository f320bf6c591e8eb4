// Counts payload bytes per edge, at both ends: what a source handed over and what a destination took.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "ringlet/observer.hpp"

namespace ringlet {

class ByteCounter final : public Observer {
 public:
  explicit ByteCounter(int ranks);

  bool each_step() const noexcept override { return false; }
  void on_step(const StepEvent& event) noexcept override;

  // Bytes that the rank handed over to all others, and took from all others.
  std::uint64_t sent(int rank) const;
  std::uint64_t received(int rank) const;
  // Bytes that the destination took from the source.
  std::uint64_t edge(int source, int destination) const;

 private:
  std::size_t index(int source, int destination) const;

  int ranks_;
  std::vector<std::atomic<std::uint64_t>> sent_;      // each written by its source only
  std::vector<std::atomic<std::uint64_t>> received_;  // each written by its destination only
};

}  // namespace ringlet
