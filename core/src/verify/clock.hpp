// What a process knows of the past of the others.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace ringlet {

// A vector clock (Fidge; Mattern, 1988). Copies share their memory until one of them learns something.
class Clock {
 public:
  Clock() = default;  // to be assigned to
  explicit Clock(std::size_t ranks) : times_(std::make_shared<Times>(ranks)) {}

  bool knows(int rank, std::uint32_t time) const { return (*times_)[static_cast<std::size_t>(rank)] >= time; }
  void learn(int rank, std::uint32_t time);
  // All that the other one knows.
  void learn(Clock other);

 private:
  using Times = std::vector<std::uint32_t>;

  std::shared_ptr<Times> times_;
};

}  // namespace ringlet
