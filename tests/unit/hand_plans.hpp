// Plans written out step by step, for what no algorithm of the catalogue does.
#pragma once

#include <utility>
#include <vector>

#include "ringlet/plan.hpp"

namespace ringlet::test {

inline Step send(int peer, std::uint32_t chunk, Slot src) {
  return {.kind = StepKind::send, .peer = peer, .chunk = chunk, .src = src};
}
inline Step receive(int peer, std::uint32_t chunk, Slot dst) {
  return {.kind = StepKind::recv, .peer = peer, .chunk = chunk, .dst = dst};
}
// dst <- acc (+) message
inline Step reduce(int peer, std::uint32_t chunk, Slot acc, Slot dst) {
  return {.kind = StepKind::recv, .peer = peer, .chunk = chunk, .acc = acc, .dst = dst};
}
// dst <- message (+) acc
inline Step reduce_reversed(int peer, std::uint32_t chunk, Slot acc, Slot dst) {
  Step step = reduce(peer, chunk, acc, dst);
  step.reverse = true;
  return step;
}
inline Step copy(std::uint32_t chunk, Slot src, Slot dst) { return {.chunk = chunk, .src = src, .dst = dst}; }
// dst <- acc (+) src
inline Step add(std::uint32_t chunk, Slot acc, Slot src, Slot dst) {
  return {.chunk = chunk, .src = src, .acc = acc, .dst = dst};
}
// The step and the one after it are one message.
inline Step with_next(Step step) {
  step.more = true;
  return step;
}

struct HandSize {
  std::uint32_t chunks = 1;
  std::uint32_t scratch_slots = 0;
  std::uint32_t slices = 1;
  bool in_place = false;
};

// lanes[rank][lane]
inline Plan plan_of_lanes(const Collective& collective, HandSize size, std::vector<std::vector<Lane>> lanes) {
  return {.collective = &collective,
          .algorithm = "by hand",
          .ranks = static_cast<int>(lanes.size()),
          .chunks = size.chunks,
          .slices = size.slices,
          .scratch_slots = size.scratch_slots,
          .in_place = size.in_place,
          .lanes = std::move(lanes)};
}

// One lane per rank.
inline Plan hand_plan(const Collective& collective, HandSize size, std::vector<Lane> ranks) {
  std::vector<std::vector<Lane>> lanes;
  for (Lane& lane : ranks) lanes.push_back({std::move(lane)});
  return plan_of_lanes(collective, size, std::move(lanes));
}

// All-reduce in log2(N) rounds, N a power of two: swap the whole sum so far with the rank across the bit. The lower
// rank's operand is always the left one, so every rank folds in the same tree. In place each rank overwrites what its
// partner may still be reading, and no fence can help, since both would wait.
inline Plan recursive_doubling(int ranks, bool in_place) {
  std::vector<Lane> lanes;
  for (int rank = 0; rank < ranks; ++rank) {
    Lane& lane = lanes.emplace_back();
    for (int bit = 1; bit < ranks; bit *= 2) {
      const int peer = rank ^ bit;
      const Slot held = bit == 1 ? input(0) : output(0);
      lane.push_back(send(peer, 0, held));
      lane.push_back(rank < peer ? reduce(peer, 0, held, output(0)) : reduce_reversed(peer, 0, held, output(0)));
    }
  }
  return hand_plan(all_reduce, {.in_place = in_place}, std::move(lanes));
}

// All-gather on a ring that turns both ways: lane 0 takes the first half of every part rightwards, lane 1 the second
// half leftwards.
inline Plan two_way_ring(int ranks) {
  std::vector<std::vector<Lane>> lanes(static_cast<std::size_t>(ranks), std::vector<Lane>(2));
  for (int rank = 0; rank < ranks; ++rank) {
    for (int half = 0; half < 2; ++half) {
      const int way = half == 0 ? 1 : ranks - 1;
      const auto chunk_of = [&](int part) { return static_cast<std::uint32_t>(part % ranks * 2 + half); };
      Lane& lane = lanes[static_cast<std::size_t>(rank)][static_cast<std::size_t>(half)];
      lane.push_back(copy(chunk_of(rank), input(static_cast<std::uint32_t>(half)), output(chunk_of(rank))));
      for (int s = 0; s < ranks - 1; ++s) {
        const std::uint32_t sent = chunk_of(rank + (ranks - way) * s);
        const std::uint32_t received = chunk_of(rank + (ranks - way) * (s + 1));
        lane.push_back(send((rank + way) % ranks, sent, output(sent)));
        lane.push_back(receive((rank + ranks - way) % ranks, received, output(received)));
      }
    }
  }
  return plan_of_lanes(all_gather, {.chunks = static_cast<std::uint32_t>(2 * ranks), .slices = 2}, std::move(lanes));
}

// A right all-reduce of two ranks and one chunk: rank 0 adds and sends back.
inline std::vector<Lane> sum_of_two() {
  return {
      {reduce(1, 0, input(0), output(0)), send(1, 0, output(0))},
      {send(0, 0, input(0)), receive(0, 0, output(0))},
  };
}

}  // namespace ringlet::test
