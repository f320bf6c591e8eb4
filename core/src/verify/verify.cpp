#include "ringlet/verify.hpp"

#include <algorithm>
#include <utility>

#include "static_checks.hpp"
#include "symbolic_run.hpp"

namespace ringlet {
namespace {

Notes blank_notes(const Plan& plan) {
  Notes notes;
  for (const auto& lanes : plan.lanes) notes.emplace_back(lanes.size());
  return notes;
}

void clear_fences(Notes& notes) {
  for (auto& lanes : notes) {
    for (LaneNotes& lane : lanes) lane.fences.clear();
  }
}

}  // namespace

tl::expected<Program, Violation> prepare(Plan plan, std::uint32_t queue_slots) {
  if (auto wrong = check_steps(plan)) return tl::unexpected(std::move(*wrong));
  if (auto wrong = check_pairs(plan)) return tl::unexpected(std::move(*wrong));
  Notes notes = blank_notes(plan);
  for (;;) {
    SymbolicRun planning(plan, notes, queue_slots, &notes);
    auto wrong = planning.run();
    if (!wrong) {
      // Without new fences this was the proof already; with them it is made apart from the planning.
      if (planning.added_fences()) wrong = SymbolicRun(plan, notes, queue_slots).run();
      if (wrong) return tl::unexpected(std::move(*wrong));
      const ReductionOrder order = reduction_order(plan, planning.outputs());
      return Program{std::move(plan), std::move(notes), order};
    }
    const auto send = planning.send_behind_blocked_fence();
    if (wrong->rule != "V3" || !send) return tl::unexpected(std::move(*wrong));
    auto& copied = notes[static_cast<std::size_t>(send->rank)][static_cast<std::size_t>(send->lane)].copied;
    const auto place = std::lower_bound(copied.begin(), copied.end(), send->step);
    if (place != copied.end() && *place == send->step) return tl::unexpected(std::move(*wrong));
    copied.insert(place, static_cast<std::uint32_t>(send->step));
    clear_fences(notes);
  }
}

std::optional<Violation> check(const Program& program, std::uint32_t queue_slots) {
  return SymbolicRun(program.plan, program.notes, queue_slots).run();
}

std::vector<std::vector<std::uint64_t>> reduction_trees(const Program& program) {
  SymbolicRun run(program.plan, program.notes, kQueueSlots);
  run.run();
  std::vector<std::vector<std::uint64_t>> trees;
  for (const auto& outputs : run.outputs()) {
    auto& of_rank = trees.emplace_back();
    for (const ReductionTree& output : outputs) of_rank.push_back(output.hash());
  }
  return trees;
}

SymbolicRun::Contributors contributors(const Program& program) {
  SymbolicRun::Contributors result;
  for (const auto& lanes : program.plan.lanes) {
    auto& rank = result.emplace_back();
    for (const Lane& lane : lanes) rank.emplace_back(lane.size());
  }
  SymbolicRun run(program.plan, program.notes, kQueueSlots);
  run.record(result);
  run.run();
  return result;
}

}  // namespace ringlet
