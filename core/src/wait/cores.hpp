// Which cores the ranks of a world are on. Ranks that hand over to each other on one core take turns at it, and the
// system, which put them there when one woke the other, may leave them there for long.
#pragma once

#include <atomic>
#include <vector>

#include "../transport/spsc_queue.hpp"

namespace ringlet {

// Those that the calling thread may be on; empty where the system does not tell.
std::vector<int> allowed_cores();
// How many the calling thread may be on: a container or a scheduler may give it fewer than the machine has.
int usable_cores();

class Cores {
 public:
  explicit Cores(int ranks);

  // Whether each rank can have a core of its own.
  bool spare() const noexcept { return spare_; }
  // With cores to spare: a rank that waits says where it is, and where another is too it moves to the core that is its
  // own by its number, and is free from there on. By that rank only; nothing where the system does not tell.
  void look_around(int rank) noexcept;

 private:
  struct alignas(kCacheLine) Place {
    std::atomic<int> core{-1};
  };

  bool spare_;
  std::vector<int> allowed_;  // cores, as far as the system tells
  std::vector<Place> places_;
};

}  // namespace ringlet
