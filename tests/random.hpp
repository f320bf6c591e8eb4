// The same numbers on every platform, unlike those of <random>.
#pragma once

#include <cstdint>

namespace ringlet::test {

// Numbers that look random and are the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  // 0 to limit - 1.
  std::uint64_t below(std::uint64_t limit) { return (next() >> 11) % limit; }

 private:
  std::uint64_t state_;
};

}  // namespace ringlet::test
