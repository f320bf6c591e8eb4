// Plans with one step spoilt.
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "ringlet/plan.hpp"

namespace ringlet::test {

enum class Spoilt : std::uint8_t {
  dropped,
  doubled,
  swapped,
  peer,
  chunk,
  source,
  destination,
  accumulator,
  reversed,
  joined
};
inline constexpr std::size_t kSpoiltKinds = 10;
inline constexpr std::array<std::string_view, kSpoiltKinds> kSpoiltNames{
    "dropped",           "doubled",        "swapped with the next", "another peer",
    "another chunk",     "another source", "another destination",   "another accumulator, or none",
    "operands reversed", "joined or cut"};

struct Mutant {
  Spoilt kind;
  const Plan& plan;
  int rank;
  const Step& was;  // the step, before
  const Step* is;   // and after; null where it was dropped
};

// Every mutant of the plan: each step dropped, doubled, swapped with the next one, and with every other peer, chunk,
// slot and accumulator that exists, operands reversed, and joined to the next or cut from it.
void for_each_mutant(const Plan& plan, const std::function<void(const Mutant&)>& visit);

}  // namespace ringlet::test
