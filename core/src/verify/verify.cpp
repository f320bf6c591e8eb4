#include "ringlet/verify.hpp"

#include <utility>

#include "static_checks.hpp"
#include "symbolic_run.hpp"

namespace ringlet {
namespace {

std::vector<std::vector<std::vector<Note>>> blank_notes(const Plan& plan) {
  std::vector<std::vector<std::vector<Note>>> notes;
  for (const auto& lanes : plan.lanes) {
    auto& rank = notes.emplace_back();
    for (const Lane& lane : lanes) rank.emplace_back(lane.size());
  }
  return notes;
}

void clear_fences(Program& program) {
  for (auto& rank : program.notes) {
    for (auto& lane : rank) {
      for (Note& note : lane) note.fences.clear();
    }
  }
}

}  // namespace

tl::expected<Program, Violation> prepare(Plan plan, std::uint32_t queue_slots) {
  if (auto wrong = check_steps(plan)) return tl::unexpected(std::move(*wrong));
  if (auto wrong = check_pairs(plan)) return tl::unexpected(std::move(*wrong));
  auto notes = blank_notes(plan);
  Program program{std::move(plan), std::move(notes)};
  for (;;) {
    SymbolicRun planning(program, queue_slots, SymbolicRun::Mode::plan);
    auto wrong = planning.run();
    if (!wrong) break;
    const auto send = planning.send_behind_blocked_fence();
    if (wrong->rule != "V3" || !send) return tl::unexpected(std::move(*wrong));
    Note& note = program.notes[static_cast<std::size_t>(send->rank)][static_cast<std::size_t>(send->lane)][send->step];
    if (std::exchange(note.copied, true)) return tl::unexpected(std::move(*wrong));
    clear_fences(program);
  }
  if (auto wrong = check(program, queue_slots)) return tl::unexpected(std::move(*wrong));
  return program;
}

std::optional<Violation> check(const Program& program, std::uint32_t queue_slots) {
  Program copy = program;
  return SymbolicRun(copy, queue_slots, SymbolicRun::Mode::check).run();
}

SymbolicRun::Contributors contributors(const Program& program) {
  Program copy = program;
  SymbolicRun::Contributors result;
  for (const auto& lanes : program.plan.lanes) {
    auto& rank = result.emplace_back();
    for (const Lane& lane : lanes) rank.emplace_back(lane.size());
  }
  SymbolicRun run(copy, kQueueSlots, SymbolicRun::Mode::check);
  run.record(result);
  run.run();
  return result;
}

}  // namespace ringlet
