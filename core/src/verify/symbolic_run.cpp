#include "symbolic_run.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "static_checks.hpp"

namespace ringlet {

SymbolicRun::SymbolicRun(const Plan& plan, const Notes& notes, std::uint32_t queue_slots, Notes* planned)
    : plan_(plan), notes_(notes), queue_slots_(queue_slots), planned_(planned) {
  const auto ranks = static_cast<std::size_t>(plan_.ranks);
  for (const auto& lanes : plan_.lanes) lanes_ = std::max(lanes_, lanes.size());
  everyone_ = RankSet(plan_.ranks, 0);
  for (int rank = 1; rank < plan_.ranks; ++rank) everyone_.insert(rank);

  processes_.resize(ranks * lanes_);
  for (Process& process : processes_) process.clock = std::make_shared<Clock>(processes_.size());
  connections_.resize(ranks);
  cells_.resize(ranks);
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const ChunkRange in = plan_.collective->input(plan_.shape(), rank);
    const ChunkRange out = plan_.collective->output(plan_.shape(), rank);
    const std::uint32_t buffers = plan_.in_place ? plan_.chunks : in.count + out.count;
    cells_[static_cast<std::size_t>(rank)].resize(buffers + plan_.scratch_slots);
    for (std::uint32_t i = 0; i < in.count; ++i) {
      cell(rank, input(i)).value = Value{in.chunk(i), RankSet(plan_.ranks, rank), Combination(rank), false};
    }
  }
}

// Out of place: input, output, scratch. In place a chunk has one cell, whichever buffer names it (V8).
SymbolicRun::Cell& SymbolicRun::cell(int rank, Slot slot) {
  auto& cells = cells_[static_cast<std::size_t>(rank)];
  const ChunkRange in = plan_.collective->input(plan_.shape(), rank);
  const ChunkRange out = plan_.collective->output(plan_.shape(), rank);
  switch (slot.space) {
    case Space::input: return cells[plan_.in_place ? in.chunk(slot.index) : slot.index];
    case Space::output: return cells[plan_.in_place ? out.chunk(slot.index) : in.count + slot.index];
    default: return cells[(plan_.in_place ? plan_.chunks : in.count + out.count) + slot.index];
  }
}

const Step& SymbolicRun::step(int rank, int lane, std::size_t index) const {
  return plan_.lanes[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][index];
}

const Note& SymbolicRun::note(int rank, int lane, std::size_t index) const {
  return notes_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][index];
}

Note& SymbolicRun::planned_note(int rank, int lane, std::size_t index) {
  return (*planned_)[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][index];
}

SymbolicRun::Connection& SymbolicRun::connection(int source, int destination, int lane) {
  return connections_[static_cast<std::size_t>(source)][process_index(destination, lane)];
}

RankSet SymbolicRun::required(int rank, std::uint32_t chunk) const {
  const RankRange range = plan_.collective->contributors(plan_.shape(), rank, chunk);
  if (range.first == 0 && range.last == plan_.ranks) return everyone_;
  RankSet result(plan_.ranks);
  for (int contributor = range.first; contributor < range.last; ++contributor) result.insert(contributor);
  return result;
}

void SymbolicRun::report(std::string_view rule, int rank, int lane, std::size_t index, const std::string& what) {
  if (!violation_) violation_ = violation(rule, rank, lane, index, step(rank, lane, index).chunk, what);
}

std::optional<Violation> SymbolicRun::run() {
  for (bool advanced = true, finished = false; !finished; advanced = false) {
    finished = true;
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      const auto lanes = static_cast<int>(plan_.lanes[static_cast<std::size_t>(rank)].size());
      for (int lane = 0; lane < lanes; ++lane) {
        Progress progress{};
        while ((progress = advance(rank, lane)) == Progress::advanced) advanced = true;
        if (violation_) return violation_;
        finished = finished && progress == Progress::done;
      }
    }
    if (!advanced && !finished) return deadlock();
  }
  return wrong_result();
}

SymbolicRun::Progress SymbolicRun::advance(int rank, int lane) {
  const Lane& steps = plan_.lanes[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)];
  Process& self = process(rank, lane);
  if (violation_) return Progress::blocked;
  if (self.next == steps.size()) return Progress::done;
  const std::size_t first = self.next;
  const std::size_t end = message_end(steps, first);
  if (!room_or_message(rank, lane, steps[first]) || !fences_passed(rank, lane, first, end)) return Progress::blocked;
  ++self.time;
  switch (steps[first].kind) {
    case StepKind::send: send(rank, lane, first, end); break;
    case StepKind::recv: receive(rank, lane, first, end); break;
    case StepKind::local: apply_local(rank, lane, first); break;
  }
  self.next = end;
  return violation_ ? Progress::blocked : Progress::advanced;
}

// Looks for messages that still point into cells which this message or step will overwrite. What a received message
// says of the past counts: it comes before the write.
bool SymbolicRun::fences_passed(int rank, int lane, std::size_t first, std::size_t end) {
  Process& self = process(rank, lane);
  const Step& head = step(rank, lane, first);
  const Message* incoming = head.kind == StepKind::recv ? &connection(head.peer, rank, lane).waiting.front() : nullptr;
  const std::vector<Fence>& fences = note(rank, lane, first).fences;
  const auto fence_for = [&fences](const PendingRead& read) {
    return std::find_if(fences.begin(), fences.end(), [&read](const Fence& fence) {
      return fence.peer == read.peer && fence.message >= read.message;
    });
  };
  for (std::size_t i = first; i < end; ++i) {
    const Slot dst = step(rank, lane, i).dst;
    if (!dst || changes_nothing(rank, step(rank, lane, i))) continue;
    if (!keeps_lanes_apart(rank, lane, i)) return false;
    for (const PendingRead& read : cell(rank, dst).pending) {
      if (taken_before(self, incoming, rank, lane, read) || fence_for(read) != fences.end()) continue;
      if (planned_ == nullptr) {
        report("V7", rank, lane, i,
               "it overwrites " + text(dst) + ", which rank " + std::to_string(read.peer) + " may still be reading.");
        return false;
      }
      planned_note(rank, lane, first).fences.push_back({read.peer, read.message});
      added_fences_ = true;
    }
  }
  for (const Fence& fence : fences) {
    const auto& received_at = connection(rank, fence.peer, lane).received_at;
    if (fence.message >= received_at.size()) return false;
    learn(self, process_index(fence.peer, lane), received_at[fence.message]);
  }
  return true;
}

// What one lane writes no other may touch: only then does one symbolic run stand for every interleaving of lanes.
bool SymbolicRun::keeps_lanes_apart(int rank, int lane, std::size_t index) {
  const Slot dst = step(rank, lane, index).dst;
  const Cell& to = cell(rank, dst);
  const auto other = [lane](int used_by) { return used_by >= 0 && used_by != lane; };
  if (!other(to.written_by) && !other(to.touched_by)) return true;
  report("V3", rank, lane, index, text(dst) + " is also used by another lane.");
  return false;
}

bool SymbolicRun::taken_before(const Process& self, const Message* incoming, int rank, int lane,
                               const PendingRead& read) const {
  const std::size_t reader = process_index(read.peer, lane);
  const auto& received_at = connections_[static_cast<std::size_t>(rank)].at(reader).received_at;
  if (read.message >= received_at.size()) return false;
  const std::uint32_t taken = received_at[read.message];
  if ((*self.clock)[reader] >= taken) return true;
  if (incoming == nullptr) return false;
  const bool from_reader = process_index(incoming->source, lane) == reader;
  return (from_reader ? incoming->time : (*incoming->clock)[reader]) >= taken;
}

void SymbolicRun::learn(Process& self, std::size_t other, std::uint32_t time) {
  if ((*self.clock)[other] >= time) return;
  if (self.clock.use_count() > 1) self.clock = std::make_shared<Clock>(*self.clock);
  (*self.clock)[other] = time;
}

bool SymbolicRun::room_or_message(int rank, int lane, const Step& next) {
  switch (next.kind) {
    case StepKind::send: return connection(rank, next.peer, lane).waiting.size() < queue_slots_;
    case StepKind::recv: return !connection(next.peer, rank, lane).waiting.empty();
    default: return true;
  }
}

const Value* SymbolicRun::read(int rank, int lane, std::size_t index, Slot slot) {
  Cell& from = cell(rank, slot);
  if (!from.value) {
    report("V4", rank, lane, index, "it reads " + text(slot) + ", where nothing was written yet.");
    return nullptr;
  }
  if (from.value->chunk != step(rank, lane, index).chunk) {
    report("V1", rank, lane, index, text(slot) + " holds chunk " + std::to_string(from.value->chunk) + ".");
    return nullptr;
  }
  if (from.written_by >= 0 && from.written_by != lane) {
    report("V3", rank, lane, index, text(slot) + " is written by lane " + std::to_string(from.written_by) + ".");
  }
  from.touched_by = from.touched_by < 0 || from.touched_by == lane ? lane : kSeveralLanes;
  return &*from.value;
}

// dst <- incoming, or the accumulated value with it.
void SymbolicRun::write(int rank, int lane, std::size_t index, const Value* accumulated, Value incoming) {
  const Step& now = step(rank, lane, index);
  if (accumulated != nullptr) {
    const int twice = accumulated->contributors.common(incoming.contributors);
    if (twice >= 0) {
      report("V4", rank, lane, index, "the contribution of rank " + std::to_string(twice) + " would be in it twice.");
      return;
    }
    incoming.contributors.insert(accumulated->contributors);
    incoming.combination = now.reverse ? combined(incoming.combination, accumulated->combination)
                                       : combined(accumulated->combination, incoming.combination);
    incoming.complete = false;
  }
  const bool whole = incoming.contributors == everyone_ ||
                     (now.dst.space == Space::output && incoming.contributors == required(rank, now.chunk));
  if (plan_.collective->reduces && !incoming.complete && whole) {
    incoming.complete = true;
    if (planned_ != nullptr) planned_note(rank, lane, index).completes = true;
  }
  Cell& to = cell(rank, now.dst);
  to.written_by = lane;
  if (!changes_nothing(rank, now)) to.pending.clear();
  if (recorded_ != nullptr) {
    (*recorded_)[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][index] =
        incoming.contributors.members();
  }
  to.value = std::move(incoming);
}

void SymbolicRun::send(int rank, int lane, std::size_t first, std::size_t end) {
  Process& self = process(rank, lane);
  const int peer = step(rank, lane, first).peer;
  Connection& to = connection(rank, peer, lane);
  Message message{{}, rank, self.clock, self.time};
  for (std::size_t i = first; i < end; ++i) {
    const Slot src = step(rank, lane, i).src;
    const Value* value = read(rank, lane, i, src);
    if (value == nullptr) return;
    message.parts.push_back(*value);
    if (!note(rank, lane, first).copied) cell(rank, src).pending.push_back({peer, to.sent});
    if (recorded_ != nullptr) {
      (*recorded_)[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][i] = value->contributors.members();
    }
  }
  to.waiting.push_back(std::move(message));
  ++to.sent;
}

void SymbolicRun::receive(int rank, int lane, std::size_t first, std::size_t end) {
  Process& self = process(rank, lane);
  const int peer = step(rank, lane, first).peer;
  Connection& from = connection(peer, rank, lane);
  const Message message = std::move(from.waiting.front());
  from.waiting.erase(from.waiting.begin());

  if (self.clock.use_count() > 1) self.clock = std::make_shared<Clock>(*self.clock);
  std::transform(self.clock->begin(), self.clock->end(), message.clock->begin(), self.clock->begin(),
                 [](std::uint32_t mine, std::uint32_t theirs) { return std::max(mine, theirs); });
  learn(self, process_index(peer, lane), message.time);
  learn(self, process_index(rank, lane), self.time);
  from.received_at.push_back(self.time);

  for (std::size_t i = first; i < end; ++i) {
    const Slot acc = step(rank, lane, i).acc;
    const Value* accumulated = acc ? read(rank, lane, i, acc) : nullptr;
    if (violation_) return;
    write(rank, lane, i, accumulated, message.parts[i - first]);
  }
}

void SymbolicRun::apply_local(int rank, int lane, std::size_t index) {
  const Step& now = step(rank, lane, index);
  const Value* source = read(rank, lane, index, now.src);
  const Value* accumulated = now.acc ? read(rank, lane, index, now.acc) : nullptr;
  if (violation_) return;
  write(rank, lane, index, accumulated, *source);
}

bool SymbolicRun::changes_nothing(int rank, const Step& step) {
  return step.kind == StepKind::local && !step.acc && &cell(rank, step.src) == &cell(rank, step.dst);
}

}  // namespace ringlet
