#include "symbolic_run.hpp"

#include <algorithm>
#include <string>

#include "static_checks.hpp"

namespace ringlet {

namespace {

// Adds a step to those noted, which are in order.
void note(std::vector<std::uint32_t>& steps, std::size_t step) {
  const auto number = static_cast<std::uint32_t>(step);
  const auto place = std::lower_bound(steps.begin(), steps.end(), number);
  if (place == steps.end() || *place != number) steps.insert(place, number);
}

}  // namespace

SymbolicRun::SymbolicRun(const Plan& plan, const Notes& notes, std::uint32_t queue_slots, Notes* planned)
    : plan_(plan),
      notes_(notes),
      queue_slots_(queue_slots),
      planned_(planned),
      sets_(plan.ranks),
      connections_(plan),
      fenced_(static_cast<std::size_t>(plan.ranks)) {
  const auto ranks = static_cast<std::size_t>(plan_.ranks);
  for (const auto& lanes : plan_.lanes) lanes_ = std::max(lanes_, lanes.size());
  processes_.resize(ranks * lanes_);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (std::size_t lane = 0; lane < plan_.lanes[rank].size(); ++lane) {
      Process& process = processes_[rank * lanes_ + lane];
      process.steps = &plan_.lanes[rank][lane];
      process.notes = &notes_[rank][lane];
    }
  }
  for (std::size_t lane = 0; lane < lanes_; ++lane)
    causality_.emplace_back(plan_, static_cast<int>(lane), connections_);
  std::size_t cells = 0;
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    first_cells_.push_back(cells);
    cells += memories_.emplace_back(plan_, rank).cells();
  }
  cells_.resize(cells);
  for (int rank = 0; rank < plan_.ranks; ++rank) {
    const ChunkRange& in = memories_[static_cast<std::size_t>(rank)].in();
    for (std::uint32_t i = 0; i < in.count; ++i) {
      Cell& own = cell(rank, input(i));
      own.value = {ReductionTree(rank), RankSets::range(rank, rank + 1), in.chunk(i)};
      own.filled = true;
    }
  }
}

LaneNotes& SymbolicRun::planned(int rank, int lane) {
  return (*planned_)[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)];
}

RankSet SymbolicRun::required(int rank, std::uint32_t chunk) const {
  const RankRange range = plan_.collective->contributors(plan_.shape(), rank, chunk);
  return RankSets::range(range.first, range.last);
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
  Process& self = process(rank, lane);
  const Lane& steps = *self.steps;
  if (violation_) return Progress::blocked;
  if (self.next == steps.size()) return Progress::done;
  const std::size_t first = self.next;
  if (!room_or_message(rank, lane, steps[first])) return Progress::blocked;
  const std::size_t end = message_end(steps, first);
  if (!fences_passed(rank, lane, first, end)) return Progress::blocked;
  causality(lane).begin(rank);
  switch (steps[first].kind) {
    case StepKind::send: send(rank, lane, first, end); break;
    case StepKind::recv: receive(rank, lane, first, end); break;
    case StepKind::local: apply_local(rank, lane, first); break;
  }
  self.next = end;
  return violation_ ? Progress::blocked : Progress::advanced;
}

bool SymbolicRun::fences_passed(int rank, int lane, std::size_t first, std::size_t end) {
  Process& self = process(rank, lane);
  const std::vector<Fence>& fences = notes(rank, lane).fences;
  while (self.fence < fences.size() && fences[self.fence].step < first) ++self.fence;
  if (step(rank, lane, first).kind != StepKind::send && !may_write(rank, lane, first, end)) return false;
  for (; self.fence < fences.size() && fences[self.fence].step == first; ++self.fence) {
    const Fence& fence = fences[self.fence];
    if (fence.message >= connections_.between(rank, fence.peer, lane).received) return false;
    causality(lane).wait(rank, fence.peer, fence.message);
  }
  self.looked = false;
  return true;
}

// Looks for messages that still point into cells which this message or step will overwrite. Looking once is enough,
// however long the process then waits for its fences: only its own lane can make more messages point there.
bool SymbolicRun::may_write(int rank, int lane, std::size_t first, std::size_t end) {
  Process& self = process(rank, lane);
  const auto each_fence = [&](auto&& use) {
    const std::vector<Fence>& fences = notes(rank, lane).fences;
    for (std::size_t i = self.fence; i < fences.size() && fences[i].step == first; ++i) {
      use(fences[i], fenced_[static_cast<std::size_t>(fences[i].peer)]);
    }
  };
  if (!self.looked) {
    each_fence([](const Fence& fence, std::uint32_t& fenced) { fenced = std::max(fenced, fence.message + 1); });
  }
  for (std::size_t i = first; i < end && !violation_; ++i) {
    if (changes_nothing(rank, step(rank, lane, i)) || !keeps_lanes_apart(rank, lane, i) || self.looked) continue;
    pending_.each(cell(rank, step(rank, lane, i).dst).pending,
                  [&](const PendingRead& read) { fence_off(rank, lane, first, i, read); });
  }
  if (!self.looked) each_fence([](const Fence&, std::uint32_t& fenced) { fenced = 0; });
  self.looked = true;
  return !violation_;
}

// What one lane writes no other may touch: only then does one symbolic run stand for every interleaving of lanes.
bool SymbolicRun::keeps_lanes_apart(int rank, int lane, std::size_t index) {
  const Slot dst = step(rank, lane, index).dst;
  const Cell& to = cell(rank, dst);
  const auto other = [lane](int used_by) { return used_by != kNoLane && used_by != lane; };
  if (!other(to.written_by) && !other(to.touched_by)) return true;
  report("V3", rank, lane, index, text(dst) + " is also used by another lane.");
  return false;
}

// What a received message says of the past counts: it comes before the write.
void SymbolicRun::fence_off(int rank, int lane, std::size_t first, std::size_t index, const PendingRead& read) {
  std::uint32_t& fenced = fenced_[static_cast<std::size_t>(read.peer)];
  if (violation_ || read.message < fenced) return;
  const Step& head = step(rank, lane, first);
  Causality::Incoming incoming;
  if (head.kind == StepKind::recv) {
    incoming = {head.peer, messages_.front(connections_.between(head.peer, rank, lane).waiting).sent};
  }
  if (causality(lane).knows(rank, read.peer, read.message, incoming)) return;
  if (planned_ == nullptr) {
    report("V7", rank, lane, index,
           "it overwrites " + text(step(rank, lane, index).dst) + ", which rank " + std::to_string(read.peer) +
               " may still be reading.");
    return;
  }
  planned(rank, lane).fences.push_back({static_cast<std::uint32_t>(first), read.peer, read.message});
  fenced = read.message + 1;
  added_fences_ = true;
}

bool SymbolicRun::room_or_message(int rank, int lane, const Step& next) {
  switch (next.kind) {
    case StepKind::send: {
      const Connection& to = connections_.between(rank, next.peer, lane);
      return to.sent - to.received < queue_slots_;
    }
    case StepKind::recv: return !connections_.between(next.peer, rank, lane).waiting.empty();
    default: return true;
  }
}

const Value* SymbolicRun::read(int rank, int lane, std::size_t index, Slot slot) {
  Cell& from = cell(rank, slot);
  if (!from.filled) {
    report("V4", rank, lane, index, "it reads " + text(slot) + ", where nothing was written yet.");
    return nullptr;
  }
  if (from.value.chunk != step(rank, lane, index).chunk) {
    report("V1", rank, lane, index, text(slot) + " holds chunk " + std::to_string(from.value.chunk) + ".");
    return nullptr;
  }
  if (from.written_by != kNoLane && from.written_by != lane) {
    report("V3", rank, lane, index, text(slot) + " is written by lane " + std::to_string(from.written_by) + ".");
  }
  const bool first_to_touch = from.touched_by == kNoLane || from.touched_by == lane;
  from.touched_by = first_to_touch ? static_cast<std::int16_t>(lane) : kSeveralLanes;
  return &from.value;
}

// dst <- incoming, or the accumulated value with it.
void SymbolicRun::write(int rank, int lane, std::size_t index, const Value* accumulated, Value incoming) {
  const Step& now = step(rank, lane, index);
  if (accumulated != nullptr) {
    const RankSets::Union both = sets_.united(accumulated->contributors, incoming.contributors);
    if (both.twice >= 0) {
      report("V4", rank, lane, index,
             "the contribution of rank " + std::to_string(both.twice) + " would be in it twice.");
      return;
    }
    incoming.contributors = both.set;
    incoming.tree = now.reverse ? joined(incoming.tree, accumulated->tree) : joined(accumulated->tree, incoming.tree);
    incoming.complete = false;
  }
  const bool whole = incoming.contributors == sets_.everyone() ||
                     (now.dst.space == Space::output && incoming.contributors == required(rank, now.chunk));
  if (plan_.collective->reduces && !incoming.complete && whole) {
    incoming.complete = true;
    if (planned_ != nullptr) note(planned(rank, lane).completing, index);
  }
  Cell& to = cell(rank, now.dst);
  to.written_by = static_cast<std::int16_t>(lane);
  if (!changes_nothing(rank, now)) pending_.clear(to.pending);
  record_step(rank, lane, index, incoming);
  to.value = incoming;
  to.filled = true;
}

void SymbolicRun::record_step(int rank, int lane, std::size_t index, const Value& value) {
  if (recorded_ == nullptr) return;
  (*recorded_)[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)][index] =
      sets_.members(value.contributors);
}

void SymbolicRun::send(int rank, int lane, std::size_t first, std::size_t end) {
  const int peer = step(rank, lane, first).peer;
  Connection& to = connections_.between(rank, peer, lane);
  const std::vector<std::uint32_t>& copied = notes(rank, lane).copied;
  const bool points = !std::binary_search(copied.begin(), copied.end(), first);
  Message message{causality(lane).send(rank, peer), {}};
  for (std::size_t i = first; i < end; ++i) {
    const Slot src = step(rank, lane, i).src;
    const Value* value = read(rank, lane, i, src);
    if (value == nullptr) return;
    parts_.push(message.parts, *value);
    if (points) pending_.push(cell(rank, src).pending, {peer, to.sent});
    record_step(rank, lane, i, *value);
  }
  messages_.push(to.waiting, message);
  ++to.sent;
}

void SymbolicRun::receive(int rank, int lane, std::size_t first, std::size_t end) {
  const int peer = step(rank, lane, first).peer;
  Connection& from = connections_.between(peer, rank, lane);
  Message message = messages_.pop(from.waiting);
  from.received_at[from.received++] = causality(lane).receive(rank, peer, message.sent);
  for (std::size_t i = first; i < end; ++i) {
    const Slot acc = step(rank, lane, i).acc;
    const Value* accumulated = acc ? read(rank, lane, i, acc) : nullptr;
    if (violation_) return;
    write(rank, lane, i, accumulated, parts_.pop(message.parts));
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
