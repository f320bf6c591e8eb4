// What one rank is busy with until it is done: its part of a collective, or messages to and from other ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "ringlet/error.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

struct Group;

enum class Progress : std::uint8_t { advanced, blocked, done, mismatch };

// Why a rank cannot move now.
struct Block {
  // In the order in which they say more of several lanes. soon: it can, but gains by waiting for a moment.
  enum class Why : std::uint8_t { nothing, done, gate, peer, soon } why = Why::nothing;
  int peer = -1;  // in the operation's group
  std::uint32_t step = 0;

  bool stands() const { return why == Why::gate || why == Why::peer; }
};

class Operation {
 public:
  virtual ~Operation() = default;
  // Goes as far as one look at each of its lanes brings it. Called by one thread at a time.
  virtual Progress advance() = 0;
  // `nothing` if it can move, else a peer if it waits for one, else its gate.
  virtual Block block() = 0;
  // Whom block() and a mismatch are about: itself, unless it stands for several.
  virtual Operation& blamed() { return *this; }
  // Whether other ranks are known to do something else.
  virtual bool differs() { return false; }
  // After a mismatch, or when it differs: what does not agree.
  virtual Error disagreement() const = 0;
  virtual const Group& group() const = 0;
  // The plan that is carried out, or null.
  virtual const Plan* plan() const = 0;
  // What it keeps an order on: of two operations that share one of these, the second waits for the first.
  virtual std::vector<const void*> order() const = 0;
};

}  // namespace ringlet
