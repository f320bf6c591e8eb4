#include "ringlet/combinators.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace ringlet {
namespace {

// The slot of `target`'s buffer that holds the chunk which `slot` held in `from`'s buffer.
Slot slot_with_same_chunk(ChunkRange from, ChunkRange target, Slot slot, Space space) {
  return {space, target.slot(from.chunk(slot.index))};
}

}  // namespace

Plan sequence(Plan first, const Plan& second, const Collective& collective) {
  const Shape shape = first.shape();
  const std::uint32_t rounds = first.rounds();

  for (int rank = 0; rank < first.ranks; ++rank) {
    const ChunkRange in = collective.input(shape, rank);
    const ChunkRange out = collective.output(shape, rank);
    const ChunkRange first_in = first.collective->input(shape, rank);
    const ChunkRange first_out = first.collective->output(shape, rank);
    const ChunkRange second_in = second.collective->input(shape, rank);
    const ChunkRange second_out = second.collective->output(shape, rank);
    const auto in_first = [&](Slot slot) {
      if (slot.space == Space::input) return slot_with_same_chunk(first_in, in, slot, Space::input);
      if (slot.space == Space::output) return slot_with_same_chunk(first_out, out, slot, Space::output);
      return slot;
    };
    const auto in_second = [&](Slot slot) {
      if (slot.space == Space::input) return slot_with_same_chunk(second_in, out, slot, Space::output);
      if (slot.space == Space::output) return slot_with_same_chunk(second_out, out, slot, Space::output);
      if (slot.space == Space::scratch) return scratch(slot.index + first.scratch_slots);
      return slot;
    };
    auto& lanes = first.lanes[static_cast<std::size_t>(rank)];
    const auto& later = second.lanes[static_cast<std::size_t>(rank)];
    lanes.resize(std::max(lanes.size(), later.size()));
    for (Lane& lane : lanes) {
      for (Step& step : lane) {
        step.src = in_first(step.src);
        step.acc = in_first(step.acc);
        step.dst = in_first(step.dst);
      }
    }
    for (std::size_t l = 0; l < later.size(); ++l) {
      lanes[l].reserve(lanes[l].size() + later[l].size());
      for (Step step : later[l]) {
        step.src = in_second(step.src);
        step.acc = in_second(step.acc);
        step.dst = in_second(step.dst);
        step.round += rounds;
        if (step.kind == StepKind::local && !step.acc && step.src == step.dst) continue;
        lanes[l].push_back(step);
      }
    }
  }
  first.collective = &collective;
  first.scratch_slots += second.scratch_slots;
  return first;
}

namespace {

// Writes the transposed lane of one rank. What was a cell that the plan copied from becomes an accumulator that
// contributions are added to; a cell filled by a local copy is one accumulator with the input it was copied from.
class Transposer {
 public:
  Transposer(const Plan& plan, const Collective& collective, int rank)
      : in_(collective.input(plan.shape(), rank)), out_(collective.output(plan.shape(), rank)) {
    for (const Lane& lane : plan.lanes[static_cast<std::size_t>(rank)]) {
      for (const Step& step : lane) {
        if (step.kind == StepKind::local) copied_from_[step.dst] = step.src;
      }
    }
  }

  void receive_instead_of(Step step) {
    const Slot cell = origin(step.src);
    step.kind = StepKind::recv;
    step.src = {};
    step.acc = accumulated(cell, step.chunk);
    step.dst = place(cell, step.chunk);
    held_[cell] = step.dst;
    lane_.push_back(step);
  }

  void send_instead_of(Step step) {
    const Slot cell = origin(step.dst);
    step.kind = StepKind::send;
    step.src = accumulated(cell, step.chunk);
    step.acc = step.dst = {};
    lane_.push_back(step);
    if (step.src.space == Space::scratch) free_.push_back(step.src.index);
    held_.erase(cell);
  }

  // A copied cell shares its accumulator with its origin, so something is left to do only when nobody contributed.
  void finish(Step step) {
    if (held_.contains(step.src)) return;
    step.dst = place(step.src, step.chunk);
    step.src = input(in_.slot(step.chunk));
    lane_.push_back(step);
  }

  // The lane is complete. Its scratch stays its own: lanes share no memory.
  Lane take_lane() {
    free_.clear();
    return std::exchange(lane_, {});
  }
  std::uint32_t scratch_slots() const { return slots_; }

 private:
  Slot origin(Slot cell) const {
    const auto it = copied_from_.find(cell);
    return it == copied_from_.end() ? cell : it->second;
  }

  // What the cell has gathered so far: this rank's own contribution, unless the plan never filled it here.
  Slot accumulated(Slot cell, std::uint32_t chunk) const {
    if (const auto it = held_.find(cell); it != held_.end()) return it->second;
    const bool contributes =
        cell.space == Space::output ||
        std::any_of(copied_from_.begin(), copied_from_.end(), [&](const auto& copy) { return copy.second == cell; });
    return contributes ? input(in_.slot(chunk)) : Slot{};
  }

  // The plan's input is where the result goes; other cells accumulate in scratch. A scratch slot rests for one turn
  // after its message was sent, so that the next receive need not wait for the reader.
  Slot place(Slot cell, std::uint32_t chunk) {
    if (cell.space == Space::input) return output(out_.slot(chunk));
    if (const auto it = held_.find(cell); it != held_.end()) return it->second;
    if (free_.size() < 2) return scratch(slots_++);
    const std::uint32_t slot = free_.front();
    free_.pop_front();
    return scratch(slot);
  }

  ChunkRange in_, out_;
  std::map<Slot, Slot> copied_from_;
  std::map<Slot, Slot> held_;
  std::deque<std::uint32_t> free_;
  std::uint32_t slots_ = 0;
  Lane lane_;
};

}  // namespace

Plan transpose(Plan plan, const Collective& collective) {
  const std::uint32_t rounds = plan.rounds();
  plan.scratch_slots = 0;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    auto& lanes = plan.lanes[static_cast<std::size_t>(rank)];
    Transposer transposer(plan, collective, rank);
    for (Lane& lane : lanes) {
      // Messages are taken from the last to the first; the chunks within one keep their order.
      for (std::size_t end = lane.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && lane[begin - 1].more) --begin;
        for (std::size_t i = begin; i < end; ++i) {
          Step step = lane[i];
          step.round = rounds == 0 ? 0 : rounds - 1 - step.round;
          switch (step.kind) {
            case StepKind::send: transposer.receive_instead_of(step); break;
            case StepKind::recv: transposer.send_instead_of(step); break;
            case StepKind::local: transposer.finish(step); break;
          }
        }
        end = begin;
      }
      lane = transposer.take_lane();
    }
    plan.scratch_slots = std::max(plan.scratch_slots, transposer.scratch_slots());
  }
  plan.collective = &collective;
  return plan;
}

Plan mirror(const Plan& plan) {
  Plan result = plan;
  const auto mirrored = [&plan](int rank) { return (plan.ranks - rank) % plan.ranks; };
  const auto mirrored_chunk = [&](std::uint32_t chunk) {
    const std::uint32_t part = chunk / plan.slices;
    return static_cast<std::uint32_t>(mirrored(static_cast<int>(part))) * plan.slices + chunk % plan.slices;
  };
  const Shape shape = plan.shape();
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const int source = mirrored(rank);
    const auto moved = [&](Slot slot) {
      if (slot.space != Space::input && slot.space != Space::output) return slot;
      const auto range = slot.space == Space::input ? plan.collective->input : plan.collective->output;
      return Slot{slot.space, range(shape, rank).slot(mirrored_chunk(range(shape, source).chunk(slot.index)))};
    };
    auto& lanes = result.lanes[static_cast<std::size_t>(rank)];
    lanes = plan.lanes[static_cast<std::size_t>(source)];
    for (Lane& lane : lanes) {
      for (Step& step : lane) {
        if (step.kind != StepKind::local) step.peer = mirrored(step.peer);
        step.chunk = mirrored_chunk(step.chunk);
        step.src = moved(step.src);
        step.acc = moved(step.acc);
        step.dst = moved(step.dst);
      }
    }
  }
  return result;
}

Plan slice(Plan plan, std::uint32_t slices) {
  if (slices <= 1) return plan;
  plan.chunks *= slices;
  plan.slices *= slices;
  plan.scratch_slots *= slices;
  for (auto& lanes : plan.lanes) {
    for (Lane& lane : lanes) {
      const Lane whole = std::exchange(lane, {});
      lane.reserve(whole.size() * slices);
      for (std::uint32_t j = 0; j < slices; ++j) {
        for (Step step : whole) {
          step.chunk = step.chunk * slices + j;
          for (Slot* slot : {&step.src, &step.acc, &step.dst}) {
            if (*slot) slot->index = slot->index * slices + j;
          }
          step.round += j;
          lane.push_back(step);
        }
      }
    }
  }
  return plan;
}

Plan parallel(Plan first, Plan second) {
  for (std::size_t rank = 0; rank < first.lanes.size(); ++rank) {
    for (Lane& lane : second.lanes[rank]) {
      for (Step& step : lane) {
        step.chunk += first.chunks;
        for (Slot* slot : {&step.src, &step.acc, &step.dst}) {
          if (*slot) slot->index += slot->space == Space::scratch ? first.scratch_slots : first.chunks;
        }
      }
      first.lanes[rank].push_back(std::move(lane));
    }
  }
  first.chunks += second.chunks;
  first.scratch_slots += second.scratch_slots;
  return first;
}

void embed(Plan& whole, const Plan& group, std::span<const int> ranks, std::span<const std::uint32_t> chunks,
           std::uint32_t round) {
  const Shape shape = group.shape();
  for (int member = 0; member < group.ranks; ++member) {
    const int rank = ranks[static_cast<std::size_t>(member)];
    const ChunkRange in = group.collective->input(shape, member);
    const ChunkRange out = group.collective->output(shape, member);
    const ChunkRange target = whole.collective->output(whole.shape(), rank);
    const auto translated = [&](Slot slot) {
      if (slot.space != Space::input && slot.space != Space::output) return slot;
      const ChunkRange& range = slot.space == Space::input ? in : out;
      return output(target.slot(chunks[range.chunk(slot.index)]));
    };
    Lane& lane = whole.lanes[static_cast<std::size_t>(rank)].front();
    for (Step step : group.lanes[static_cast<std::size_t>(member)].front()) {
      step.chunk = chunks[step.chunk];
      step.src = translated(step.src);
      step.acc = translated(step.acc);
      step.dst = translated(step.dst);
      step.round += round;
      if (step.kind == StepKind::local && step.src == step.dst) continue;
      if (step.kind != StepKind::local) step.peer = ranks[static_cast<std::size_t>(step.peer)];
      lane.push_back(step);
    }
  }
  whole.scratch_slots = std::max(whole.scratch_slots, group.scratch_slots);
}

}  // namespace ringlet
