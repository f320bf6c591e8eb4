// What a symbolic run finds when nothing moves any more: results, or who waits for whom.
#include <string>

#include "ringlet/error.hpp"
#include "static_checks.hpp"
#include "symbolic_run.hpp"

namespace ringlet {

ReductionTrees SymbolicRun::outputs() {
  ReductionTrees result;
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    auto& of_rank = result.emplace_back(plan_.collective->output(plan_.shape(), rank).count);
    for (std::size_t i = 0; i < of_rank.size(); ++i) of_rank[i] = cell(rank, output(i)).value.tree;
  }
  return result;
}

// Whom a process that cannot go on waits for, and for what.
std::string SymbolicRun::waits_for(int rank, int lane, std::size_t next) {
  const Step& blocked = step(rank, lane, next);
  const auto of = [](int peer) { return " waits for rank " + std::to_string(peer); };
  if (!room_or_message(rank, lane, blocked)) {
    return of(blocked.peer) + (blocked.kind == StepKind::send ? " to make room" : " to send");
  }
  for (const Fence& fence : notes(rank, lane)[next].fences) {
    if (fence.message >= connections_.between(rank, fence.peer, lane).received) {
      return of(fence.peer) + " to read what it is about to overwrite";
    }
  }
  return {};
}

std::optional<Violation> SymbolicRun::deadlock() {
  constexpr int kShown = 8;
  std::string who;
  int blocked = 0;
  std::optional<Violation> first;
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const auto& lanes = plan_.lanes[static_cast<std::size_t>(rank)];
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      const auto lane = static_cast<int>(l);
      const std::size_t next = process(rank, lane).next;
      if (next == lanes[l].size()) continue;
      if (!first) first = violation("V3", rank, lane, next, lanes[l][next].chunk, "");
      if (++blocked > kShown) continue;
      who += (who.empty() ? "rank " : ", rank ") + std::to_string(rank) + waits_for(rank, lane, next) +
             " at its step " + std::to_string(next) + (l > 0 ? " of lane " + std::to_string(l) : "");
    }
  }
  if (blocked > kShown)
    who += ", and " + std::to_string(blocked - kShown) + (blocked - kShown == 1 ? " more waits" : " more wait");
  first->message += "deadlock with " + counted(queue_slots_, "queue slot") + ": " + who + ".";
  return first;
}

std::optional<SymbolicRun::Place> SymbolicRun::send_behind_blocked_fence() const {
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const auto& lanes = plan_.lanes[static_cast<std::size_t>(rank)];
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      const auto lane = static_cast<int>(l);
      const std::size_t next = processes_[process_index(rank, lane)].next;
      if (next == lanes[l].size()) continue;
      for (const Fence& fence : notes(rank, lane)[next].fences) {
        if (fence.message < connections_.between(rank, fence.peer, lane).received) continue;
        std::uint32_t message = 0;
        for (std::size_t i = 0; i < next; i = message_end(lanes[l], i)) {
          if (lanes[l][i].kind != StepKind::send || lanes[l][i].peer != fence.peer) continue;
          if (message++ == fence.message) return Place{rank, lane, i};
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<Violation> SymbolicRun::wrong_result() {
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const ChunkRange out = plan_.collective->output(plan_.shape(), rank);
    for (std::uint32_t i = 0; i < out.count; ++i) {
      const std::uint32_t chunk = out.chunk(i);
      const Cell& held = cell(rank, output(i));
      const auto wrong = [&](const std::string& what) {
        const std::size_t end = plan_.lanes[static_cast<std::size_t>(rank)].front().size();
        return violation("V4", rank, 0, end, chunk, "in the end output " + std::to_string(i) + what);
      };
      if (!held.filled) return wrong(" is empty.");
      if (held.value.chunk != chunk) return wrong(" holds chunk " + std::to_string(held.value.chunk) + " instead.");
      const RankSet wanted = required(rank, chunk);
      if (held.value.contributors == wanted) continue;
      for (const int contributor : sets_.members(wanted)) {
        if (!sets_.contains(held.value.contributors, contributor)) {
          return wrong(" lacks the contribution of rank " + std::to_string(contributor) + ".");
        }
      }
      return wrong(" holds contributions that do not belong there.");
    }
  }
  return std::nullopt;
}

}  // namespace ringlet
