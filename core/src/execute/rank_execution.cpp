#include "rank_execution.hpp"

#include <algorithm>
#include <cstring>

#include "../reduce/kernels.hpp"
#include "clock.hpp"
#include "failures.hpp"
#include "world_core.hpp"

namespace ringlet {
namespace {

std::size_t padded(std::uint64_t bytes) {
  return static_cast<std::size_t>((bytes + kCacheLine - 1) / kCacheLine * kCacheLine);
}

void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes) {
  if (bytes > 0 && to != from) std::memmove(to, from, static_cast<std::size_t>(bytes));
}

std::size_t message_steps_end(const Lane& steps, std::size_t first) {
  while (steps[first].more) ++first;
  return first + 1;
}

}  // namespace

RankExecution::RankExecution(World::Core& world, Group& group, const Call& call, const Layout& layout, int rank,
                             RankBuffers buffers, const std::vector<Observer*>& observers)
    : world_(world),
      group_(group),
      program_(*call.program),
      record_(record_of(program_.plan, call)),
      sequence_(++group.sequences[static_cast<std::size_t>(rank)]),
      signature_(std::uint64_t{sequence_} << 32 | record_.digest()),
      rank_(rank),
      dtype_(wire_type(program_.plan, call)),
      op_(call.op),
      user_op_(call.user_op),
      element_bytes_(size_of(dtype_)),
      workspace_(program_.plan, call, layout, rank, buffers),
      observers_(observers),
      scratch_(program_.plan.scratch_slots * padded(layout.longest() * element_bytes_)) {
  const auto& lanes = program_.plan.lanes[static_cast<std::size_t>(rank)];
  lanes_.resize(lanes.size());
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    bind(static_cast<int>(l), lanes[l], program_.notes[static_cast<std::size_t>(rank)][l], layout,
         workspace_.buffers());
    units_left_ += lanes_[l].units.size();
  }
}

void RankExecution::bind(int number, const Lane& steps, const std::vector<Note>& notes, const Layout& layout,
                         RankBuffers buffers) {
  BoundLane& lane = lanes_[static_cast<std::size_t>(number)];
  const std::size_t scratch_stride = padded(layout.longest() * element_bytes_);
  const auto* send_buffer = static_cast<const std::byte*>(buffers.send);
  auto* recv_buffer = static_cast<std::byte*>(buffers.recv);
  const auto writable = [&](Slot slot) -> std::byte* {
    if (slot.space == Space::scratch) return scratch_.data() + slot.index * scratch_stride;
    if (slot.space == Space::output) return recv_buffer + layout.extent(rank_, slot).offset * element_bytes_;
    return nullptr;
  };
  const auto readable = [&](Slot slot) -> const std::byte* {
    if (slot.space == Space::input) return send_buffer + layout.extent(rank_, slot).offset * element_bytes_;
    return writable(slot);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    lane.steps.push_back({&step, static_cast<std::uint32_t>(i), readable(step.src), readable(step.acc),
                          writable(step.dst), layout.length(step.chunk), notes[i].completes});
  }

  // Segments and staging are laid out first, so that units can point into them.
  std::size_t staging_bytes = 0;
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(group_.size()));  // messages so far, per peer
  for (std::size_t first = 0; first < steps.size();) {
    const std::size_t end = message_steps_end(steps, first);
    Unit unit{.first = static_cast<std::uint32_t>(first), .end = static_cast<std::uint32_t>(end)};
    for (std::size_t i = first; i < end; ++i) unit.bytes += bytes_of(lane.steps[i]);
    const Step& step = steps[first];
    if (step.kind == StepKind::send) unit.channel = &group_.mesh.channel(rank_, step.peer, number);
    if (step.kind == StepKind::recv) unit.channel = &group_.mesh.channel(step.peer, rank_, number);
    unit.fences_begin = static_cast<std::uint32_t>(lane.fences.size());
    for (const Fence& fence : notes[first].fences) {
      Channel& channel = group_.mesh.channel(rank_, fence.peer, number);
      lane.fences.push_back({&channel, fence.peer, fence.message});
    }
    unit.fences_end = static_cast<std::uint32_t>(lane.fences.size());
    if (step.kind == StepKind::send) {
      const std::uint32_t message = numbers[static_cast<std::size_t>(step.peer)]++;
      if (unit.bytes > kEagerBytes) {
        for (std::size_t i = first; i < end; ++i) lane.segments.push_back({lane.steps[i].src, bytes_of(lane.steps[i])});
        if (notes[first].copied) staging_bytes += static_cast<std::size_t>(unit.bytes);
        const auto same = std::find_if(lane.unread.begin(), lane.unread.end(),
                                       [&](const BoundFence& last) { return last.peer == step.peer; });
        if (same == lane.unread.end()) {
          lane.unread.push_back({unit.channel, step.peer, message});
        } else {
          same->message = message;
        }
      }
    }
    lane.units.push_back(unit);
    first = end;
  }

  lane.staging.resize(staging_bytes);
  Segment* segment = lane.segments.data();
  std::byte* staging = lane.staging.data();
  for (Unit& unit : lane.units) {
    if (steps[unit.first].kind != StepKind::send || unit.bytes <= kEagerBytes) continue;
    unit.segments = segment;
    if (notes[unit.first].copied) unit.staging = staging;
    for (std::uint32_t i = unit.first; i < unit.end; ++i, ++segment) {
      if (unit.staging == nullptr) continue;
      segment->data = staging;
      staging += segment->bytes;
    }
  }
}

Block RankExecution::block(int number) {
  using Why = Block::Why;
  BoundLane& lane = lanes_[static_cast<std::size_t>(number)];
  const auto end = static_cast<std::uint32_t>(lane.steps.size());
  if (lane.next == lane.units.size()) {
    for (const BoundFence& last : lane.unread) {
      if (!last.channel->taken(last.message)) return {Why::peer, last.peer, end};
    }
    return {Why::done, -1, end};
  }
  const Unit& unit = lane.units[lane.next];
  for (Observer* observer : observers_) {
    if (!observer->may_step(rank_)) return {Why::gate, -1, unit.first};
  }
  for (std::uint32_t i = unit.fences_begin; i < unit.fences_end; ++i) {
    const BoundFence& fence = lane.fences[i];
    if (!fence.channel->taken(fence.message)) return {Why::peer, fence.peer, unit.first};
  }
  const Step& step = *lane.steps[unit.first].step;
  const bool blocked = (step.kind == StepKind::send && unit.channel->try_claim() == nullptr) ||
                       (step.kind == StepKind::recv && unit.channel->front() == nullptr);
  return blocked ? Block{Why::peer, step.peer, unit.first} : Block{};
}

Block RankExecution::block() {
  if (stage_ != Stage::inside) return {};
  Block whole{Block::Why::done};
  for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) {
    const Block now = block(lane);
    if (now.why == Block::Why::nothing) return now;
    if (whole.why == Block::Why::done || now.why == Block::Why::peer) whole = now;
  }
  return whole;
}

void RankExecution::post() {
  if (stage_ != Stage::outside) return;
  group_.board.post(rank_, sequence_, record_);
  for (BoundLane& lane : lanes_) {
    for (BoundFence& fence : lane.fences) fence.message += fence.channel->published();
    for (BoundFence& last : lane.unread) last.message += last.channel->published();
  }
  stage_ = Stage::posted;
}

Progress RankExecution::advance() {
  post();
  if (stage_ == Stage::posted) {
    if (group_.board.differs(rank_, sequence_)) return Progress::mismatch;
    stage_ = Stage::inside;
    begin();
  }
  Progress best = Progress::done;
  for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) {
    const Progress progress = try_step(lane);
    if (progress == Progress::mismatch) return progress;
    if (progress == Progress::advanced || best == Progress::done) best = progress;
  }
  return best;
}

Progress RankExecution::try_step(int number) {
  BoundLane& lane = lanes_[static_cast<std::size_t>(number)];
  if (!observers_.empty() && lane.waited_from_ns == 0) lane.waited_from_ns = now_ns();
  const Block now = block(number);
  if (now.why == Block::Why::done) return Progress::done;
  if (now.why != Block::Why::nothing) return Progress::blocked;
  if (!observers_.empty()) lane.start_ns = now_ns();
  const Unit& unit = lane.units[lane.next];
  const BoundStep& first = lane.steps[unit.first];
  switch (first.step->kind) {
    case StepKind::send: send(lane, unit, number); break;
    case StepKind::recv:
      if (!receive(lane, unit, number)) return Progress::mismatch;
      break;
    case StepKind::local: {
      apply(first, first.src);
      report(lane, first, first.dst, number);
      break;
    }
  }
  ++lane.next;
  if (--units_left_ == 0) workspace_.hand_out();
  return Progress::advanced;
}

void RankExecution::begin() {
  workspace_.take_in();
  if (units_left_ == 0) workspace_.hand_out();
}

void RankExecution::send(BoundLane& lane, const Unit& unit, int number) {
  Message& message = *unit.channel->try_claim();
  message.call = signature_;
  message.bytes = unit.bytes;
  message.segments = unit.segments;
  message.segment_count = unit.end - unit.first;
  if (unit.segments == nullptr || unit.staging != nullptr) {
    std::byte* to = unit.staging != nullptr ? unit.staging : message.payload.data();
    for (std::uint32_t i = unit.first; i < unit.end; ++i) {
      copy_bytes(to, lane.steps[i].src, bytes_of(lane.steps[i]));
      to += bytes_of(lane.steps[i]);
    }
  }
  for (std::uint32_t i = unit.first; i < unit.end; ++i) report(lane, lane.steps[i], lane.steps[i].src, number);
  unit.channel->publish();
  world_.ring(group_, lane.steps[unit.first].step->peer);
}

bool RankExecution::receive(BoundLane& lane, const Unit& unit, int number) {
  const Message& message = *unit.channel->front();
  if (message.call != signature_ || message.bytes != unit.bytes || message.segment_count != unit.end - unit.first) {
    disagreeing_ = {Block::Why::peer, lane.steps[unit.first].step->peer, unit.first};
    return false;
  }
  const std::byte* from = message.payload.data();
  for (std::uint32_t i = unit.first; i < unit.end; ++i) {
    const BoundStep& step = lane.steps[i];
    apply(step, message.segments != nullptr ? message.segments[i - unit.first].data : from);
    from += message.segments != nullptr ? 0 : bytes_of(step);
    report(lane, step, step.dst, number);
  }
  unit.channel->pop();
  world_.ring(group_, lane.steps[unit.first].step->peer);
  return true;
}

// dst <- source, or dst <- acc (+) source, or dst <- source (+) acc.
void RankExecution::apply(const BoundStep& step, const std::byte* source) {
  if (step.acc == nullptr) {
    copy_bytes(step.dst, source, bytes_of(step));
    return;
  }
  const bool reverse = step.step->reverse;
  const std::byte* left = reverse ? source : step.acc;
  const std::byte* right = reverse ? step.acc : source;
  if (user_op_ != nullptr) {
    user_op_->combine(user_op_->context, step.dst, left, right, step.count);
  } else {
    combine(dtype_, op_, step.dst, left, right, step.count, step.completes ? group_.size() : 0);
  }
}

Error RankExecution::disagreement() const {
  if (auto error = calls_differ(world_, group_, sequence_)) return std::move(*error);
  return {ErrorCode::mismatch,
          std::string(program_.plan.collective->name) + " (" + program_.plan.algorithm + "): rank " +
              std::to_string(group_.world_rank(disagreeing_.peer)) + " sent rank " +
              std::to_string(group_.world_rank(rank_)) + " a message that does not fit its step " +
              std::to_string(disagreeing_.step) + ".",
          {},
          {group_.world_rank(disagreeing_.peer)}};
}

void RankExecution::report(BoundLane& lane, const BoundStep& step, const std::byte* data, int number) {
  if (observers_.empty()) return;
  const std::uint64_t end_ns = now_ns();
  const StepEvent event{rank_,         number, step.index, *step.step, bytes_of(step), data, lane.waited_from_ns,
                        lane.start_ns, end_ns};
  for (Observer* observer : observers_) observer->on_step(event);
  lane.waited_from_ns = lane.start_ns = end_ns;
}

}  // namespace ringlet
