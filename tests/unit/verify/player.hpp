// Plays a program without the executor and without the verifier: memory holds lists of contributions instead of
// numbers, messages point at their sender's memory until they are taken, and who goes next is up to the schedule.
#pragma once

#include <cstdint>
#include <string>

#include "ringlet/verify.hpp"

namespace ringlet::test {

// How a game ended; `fault` is empty when every output holds each contribution once, averages were divided once, and
// inputs are as they were.
struct Played {
  std::string fault{};
  bool in_rank_order = true;  // every output, read from left to right
};

// Schedule 0 lets ranks take turns, 1 takes them at random, and from 2 on some ranks, chosen at random, always go
// before others, so that senders dash ahead of their readers. Every third schedule copies messages when they are sent.
Played play(const Program& program, std::uint64_t schedule, std::uint32_t queue_slots = kQueueSlots);

}  // namespace ringlet::test
