#include "lane_execution.hpp"

#include <algorithm>

#include "../verify/static_checks.hpp"

namespace ringlet {
namespace {

// Whether steps from `index` on read what the slot holds now.
bool is_read(const Lane& steps, std::size_t index, Slot slot) {
  for (; index < steps.size(); ++index) {
    if (steps[index].src == slot || steps[index].acc == slot) return true;
    if (steps[index].dst == slot) return false;
  }
  return false;
}

}  // namespace

LaneExecution::LaneExecution(const Plan& plan, const Lane& plan_steps, const LaneNotes& notes, const Layout& layout,
                             int rank, int number, DataType wire, Group& group, bool sends_pointers) {
  steps.reserve(plan_steps.size());
  for (std::uint32_t i = 0; i < plan_steps.size(); ++i) {
    const std::uint64_t count = layout.length(plan_steps[i].chunk);
    steps.push_back({&plan_steps[i], i, notes[i].completes, count, count * size_of(wire)});
  }

  std::size_t staging_bytes = 0;
  std::size_t segment_count = 0;
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(plan.ranks));  // messages so far, per peer
  for (std::uint32_t first = 0; first < plan_steps.size();) {
    Unit unit{.first = first, .end = static_cast<std::uint32_t>(message_end(plan_steps, first))};
    for (std::uint32_t i = first; i < unit.end; ++i) unit.bytes += steps[i].bytes;
    const Step& step = plan_steps[first];
    if (step.kind == StepKind::send) unit.channel = &group.mesh.channel(rank, step.peer, number);
    if (step.kind == StepKind::recv) unit.channel = &group.mesh.channel(step.peer, rank, number);
    unit.fences_begin = static_cast<std::uint32_t>(fences.size());
    if (sends_pointers) {
      for (const Fence& fence : notes[first].fences) {
        fences.push_back({&group.mesh.channel(rank, fence.peer, number), fence.peer, fence.message});
      }
    }
    unit.fences_end = static_cast<std::uint32_t>(fences.size());
    if (step.kind == StepKind::send) {
      const std::uint32_t message = numbers[static_cast<std::size_t>(step.peer)]++;
      unit.eager = unit.bytes <= kEagerBytes;
      if (!unit.eager) {
        if (notes[first].copied) {
          staging_bytes += static_cast<std::size_t>(unit.bytes);
        } else if (unit.end > first + 1) {
          segment_count += unit.end - first;
        }
        const auto same = std::find_if(unread_.begin(), unread_.end(),
                                       [&](const BoundFence& last) { return last.peer == step.peer; });
        if (same == unread_.end()) {
          unread_.push_back({unit.channel, step.peer, message});
        } else {
          same->message = message;
        }
      }
    }
    units.push_back(unit);
    first = unit.end;
  }

  staging_ = raw_memory(staging_bytes);
  segments_.resize(segment_count);
  std::byte* staging = staging_.get();
  Segment* segment = segments_.data();
  for (Unit& unit : units) {
    if (unit.eager) continue;
    if (notes[unit.first].copied) {
      unit.staging = staging;
      staging += unit.bytes;
    } else if (unit.end > unit.first + 1) {
      unit.segments = segment;
      segment += unit.end - unit.first;
    }
  }
  find_chains(plan_steps);
}

void LaneExecution::find_chains(const Lane& plan_steps) {
  for (std::size_t u = units.size(); u-- > 0;) {
    Unit& unit = units[u];
    unit.chain_end = static_cast<std::uint32_t>(u + 1);
    if (u + 1 == units.size()) continue;
    const Unit& next_unit = units[u + 1];
    const Step& step = plan_steps[unit.first];
    const Step& after = plan_steps[next_unit.first];
    const bool fenced = next_unit.fences_begin != next_unit.fences_end;
    const bool single = unit.end == unit.first + 1 && next_unit.end == next_unit.first + 1;
    const bool passing = step.dst.space == Space::scratch || after.dst == step.dst;
    if (single && !fenced && passing && step.kind != StepKind::send && after.kind != StepKind::send &&
        after.acc == step.dst && after.src != step.dst && after.chunk == step.chunk &&
        (after.dst == step.dst || !is_read(plan_steps, next_unit.end, step.dst))) {
      // Of one connection only the oldest message can be seen.
      unit.chain_end = static_cast<std::uint32_t>(u + 1);
      while (unit.chain_end < next_unit.chain_end &&
             (unit.channel == nullptr || units[unit.chain_end].channel != unit.channel)) {
        ++unit.chain_end;
      }
    }
  }
}

void LaneExecution::bind_buffers(const Layout& layout, DataType wire, int rank, RankBuffers buffers,
                                 std::byte* scratch) {
  const std::size_t element = size_of(wire);
  const std::size_t stride = padded(static_cast<std::size_t>(layout.longest()) * element);
  const auto* input = static_cast<const std::byte*>(buffers.send);
  auto* output = static_cast<std::byte*>(buffers.recv);
  const auto writable = [&](Slot slot) -> std::byte* {
    if (slot.space == Space::scratch) return scratch + slot.index * stride;
    if (slot.space == Space::output) return output + layout.extent(rank, slot).offset * element;
    return nullptr;
  };
  const auto readable = [&](Slot slot) -> const std::byte* {
    if (slot.space == Space::input) return input + layout.extent(rank, slot).offset * element;
    return writable(slot);
  };
  for (BoundStep& bound : steps) {
    bound.src = readable(bound.step->src);
    bound.acc = readable(bound.step->acc);
    bound.dst = writable(bound.step->dst);
  }
  for (const Unit& unit : units) {
    if (unit.segments == nullptr) continue;
    for (std::uint32_t i = unit.first; i < unit.end; ++i)
      unit.segments[i - unit.first] = {steps[i].src, steps[i].bytes};
  }
}

void LaneExecution::restart() noexcept {
  next = 0;
  hold_until_ns = 0;
  for (BoundFence& fence : fences) fence.published = fence.channel->published();
  for (BoundFence& last : unread_) last.published = last.channel->published();
}

int LaneExecution::unread_by() const noexcept {
  const auto last = std::find_if(unread_.begin(), unread_.end(), [](const BoundFence& each) { return !each.passed(); });
  return last == unread_.end() ? -1 : last->peer;
}

}  // namespace ringlet
