// Verification before anything runs: a symbolic run in which every cell holds the set of contributions to it.
// One completed run covers every interleaving, since receives name their sender.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "ringlet/plan.hpp"

namespace ringlet {

// Messages that a connection holds before its sender has to wait.
inline constexpr std::uint32_t kQueueSlots = 4;

// The rules, in order, with what each says.
struct Rule {
  std::string_view name;
  std::string_view says;
};
std::span<const Rule> rules();

struct Violation {
  std::string_view rule;  // "V1"...
  int rank;
  int lane;
  std::uint32_t step;
  std::uint32_t chunk;
  std::string message;  // one sentence: rank, step, chunk, rule, what is missing or double
};

// Before the step, wait until `peer` has taken message number `message` (from 0) of this rank's lane to it.
struct Fence {
  std::uint32_t step;
  int peer;
  std::uint32_t message;
};

// What the planner knows of a step beyond what the algorithm wrote.
struct Note {
  bool completes = false;  // the value becomes complete here: where an average is divided, once
  bool copied = false;     // send by copy: the sender overwrites this memory and cannot wait for the reader
  std::span<const Fence> fences;
};

// The notes of a lane. Nearly all steps have none, so only those that have are kept, in the order of the steps.
struct LaneNotes {
  std::vector<std::uint32_t> completing, copied;  // steps
  std::vector<Fence> fences;

  // Of the step; its fences are valid until the next change.
  Note operator[](std::size_t step) const;
};

// How a plan adds up: properties, not faults. All true for a collective that reduces nothing.
struct ReductionOrder {
  // V5: every output is x0 (+) x1 (+) x2 ... from left to right, in whatever brackets, so that the operator need not
  // commute.
  bool in_rank_order = true;
  // V6: ranks that hold the same element hold the same bits of it.
  bool same_on_all_ranks = true;
  // V6: all elements are added up alike, so that their bits depend neither on their index nor on the count.
  bool same_for_all_elements = true;
  // V6: two plans of all_reduce, reduce_scatter or reduce with equal fingerprints give the same elements bit for bit,
  // with every operator that commutes and any count (their own, or N times the part's). 0 when nothing is reduced.
  std::uint64_t fingerprint = 0;
};

using Notes = std::vector<std::vector<LaneNotes>>;  // [rank][lane]

// A plan that passed every rule, with the planner's table beside its steps.
struct Program {
  Plan plan;
  Notes notes;
  ReductionOrder order;
};

// Sets fences where a receive reads its sender's memory late (a copy where a fence would deadlock) and checks
// V1-V4 and V7, with NCCL's aliasing when the plan is in place (V8); notes how it adds up (V5, V6). The first
// violation, if any rule fails.
tl::expected<Program, Violation> prepare(Plan plan, std::uint32_t queue_slots = kQueueSlots);

// Checks a program as it stands: its fences and copies are taken, not made.
std::optional<Violation> check(const Program& program, std::uint32_t queue_slots = kQueueSlots);

// V6: for each output, [rank][slot], a number that is equal where the same inputs were added up in the same brackets,
// and so gives the same bits with every operator that commutes.
std::vector<std::vector<std::uint64_t>> reduction_trees(const Program& program);

// For each step, [rank][lane][step], the ranks (ascending) whose input is in the value that it moves or leaves.
std::vector<std::vector<std::vector<std::vector<int>>>> contributors(const Program& program);

}  // namespace ringlet
