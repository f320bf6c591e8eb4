// The plan: what each rank does, step by step, as plain data. Algorithms make plans; everything else reads them.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "ringlet/collective.hpp"

namespace ringlet {

enum class StepKind : std::uint8_t { send, recv, local };
template <>
inline constexpr std::array names<StepKind>{"send"sv, "recv"sv, "local"sv};

enum class Space : std::uint8_t { none, input, output, scratch };
template <>
inline constexpr std::array names<Space>{"none"sv, "input"sv, "output"sv, "scratch"sv};

// A place for one chunk in a rank's own memory.
struct Slot {
  Space space = Space::none;
  std::uint32_t index = 0;

  explicit operator bool() const { return space != Space::none; }
  auto operator<=>(const Slot&) const = default;
};

constexpr Slot input(std::integral auto index) { return {Space::input, static_cast<std::uint32_t>(index)}; }
constexpr Slot output(std::integral auto index) { return {Space::output, static_cast<std::uint32_t>(index)}; }
constexpr Slot scratch(std::integral auto index) { return {Space::scratch, static_cast<std::uint32_t>(index)}; }

// send : message <- src
// recv : dst <- msg, or dst <- acc (+) msg when acc is given, or dst <- msg (+) acc when reverse
// local: dst <- src, or dst <- acc (+) src
struct Step {
  StepKind kind = StepKind::local;
  bool more = false;     // joins the next step into one message
  bool reverse = false;  // the message is the left operand
  std::int32_t peer = -1;
  std::uint32_t chunk = 0;  // which part of the tensor: fixes the length, wherever the chunk is stored
  Slot src, acc, dst;
  std::uint32_t round = 0;  // the step number that the literature would print: a label, never a barrier

  auto operator<=>(const Step&) const = default;
};

using Lane = std::vector<Step>;               // taken in order; the lanes of one rank run interleaved
inline constexpr std::size_t kMaxLanes = 16;  // per rank

struct Plan {
  const Collective* collective = nullptr;
  std::string algorithm;
  int ranks = 1;
  int root = 0;
  std::uint32_t chunks = 1;
  std::uint32_t slices = 1;  // chunks per rank's part
  std::uint32_t scratch_slots = 0;
  bool in_place = false;
  std::vector<std::vector<Lane>> lanes;  // [rank][lane]

  // The numbers that the collective's contract depends on.
  Shape shape() const { return {ranks, root, chunks, slices}; }
  // Rounds from the first step to the last.
  std::uint32_t rounds() const;
};

}  // namespace ringlet
