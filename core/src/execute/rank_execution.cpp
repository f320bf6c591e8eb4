#include "rank_execution.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "../fail/failures.hpp"
#include "../reduce/kernels.hpp"
#include "../wait/clock.hpp"
#include "../wait/waiting.hpp"

namespace ringlet {
namespace {

void copy_bytes(std::byte* to, const std::byte* from, std::uint64_t bytes) {
  if (bytes > 0 && to != from) std::memmove(to, from, static_cast<std::size_t>(bytes));
}

// Chunks of the longest message of any rank.
std::uint64_t longest_message(const Plan& plan) {
  std::uint64_t longest = 0;
  for (const auto& lanes : plan.lanes) {
    for (const Lane& lane : lanes) {
      std::uint64_t chunks = 0;
      for (const Step& step : lane) {
        longest = std::max(longest, ++chunks);
        if (!step.more) chunks = 0;
      }
    }
  }
  return longest;
}

// Messages that are taken in one pass.
constexpr std::size_t kMostTogether = 16;

}  // namespace

RankExecution::RankExecution(World::Core& world, Group& group, const Call& call, int rank,
                             const std::vector<Observer*>& observers)
    : world_(world),
      group_(group),
      program_(*call.program),
      layout_(layout_of(program_.plan, call)),
      record_(record_of(program_.plan, call)),
      digest_(record_.digest()),
      rank_(rank),
      wire_(wire_type(program_.plan, call)),
      op_(call.op),
      user_op_(call.user_op != nullptr ? std::optional(*call.user_op) : std::nullopt),
      workspace_(program_.plan, call, layout_, rank),
      observers_(observers),
      scratch_(raw_memory(program_.plan.scratch_slots *
                          padded(static_cast<std::size_t>(layout_.longest()) * size_of(wire_)))) {
  const auto& lanes = program_.plan.lanes[static_cast<std::size_t>(rank)];
  const auto& notes = program_.notes[static_cast<std::size_t>(rank)];
  const bool may_point = longest_message(program_.plan) * layout_.longest() * size_of(wire_) > kEagerBytes;
  lanes_.reserve(lanes.size());
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    lanes_.emplace_back(program_.plan, lanes[l], notes[l], layout_, rank, static_cast<int>(l), wire_, group_,
                        may_point);
    units_ += lanes_.back().units.size();
  }
}

void RankExecution::restart(RankBuffers buffers, const std::byte* scalar, std::chrono::nanoseconds timeout) {
  sequence_ = ++group_.calls[static_cast<std::size_t>(rank_)].made;
  signature_ = std::uint64_t{sequence_} << 32 | digest_;
  stage_ = Stage::outside;
  units_left_ = units_;
  timeout_ = timeout;
  compared_from_ns_ = 0;
  workspace_.use(buffers, scalar);
  if (buffers_ == buffers) return;
  buffers_ = buffers;
  for (BoundLane& lane : lanes_) lane.place(layout_, wire_, rank_, workspace_.buffers(), scratch_.get());
}

std::size_t RankExecution::memory() const noexcept {
  return std::accumulate(lanes_.begin(), lanes_.end(), scratch_.get_deleter().bytes + workspace_.memory(),
                         [](std::size_t sum, const BoundLane& lane) { return sum + lane.memory(); });
}

void RankExecution::take_together() noexcept {
  together_ = !user_op_ &&
              std::none_of(observers_.begin(), observers_.end(), [](auto* observer) { return observer->each_step(); });
}

void RankExecution::post() {
  if (stage_ != Stage::outside) return;
  group_.board.post(rank_, sequence_, digest_, record_);
  for (BoundLane& lane : lanes_) lane.restart();
  stage_ = Stage::posted;
}

bool RankExecution::differs() {
  if (stage_ == Stage::outside) return false;
  if (compared_from_ns_ == 0) compared_from_ns_ = now_ns();
  return group_.board.differs(rank_, sequence_);
}

Progress RankExecution::advance() {
  if (stage_ != Stage::inside) {
    post();
    if (compares_first_ && differs()) return Progress::mismatch;
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

void RankExecution::begin() {
  workspace_.take_in();
  if (units_left_ == 0) workspace_.hand_out();
}

bool RankExecution::may_step() const {
  return std::all_of(observers_.begin(), observers_.end(), [this](auto* each) { return each->may_step(rank_); });
}

bool RankExecution::ready(const BoundLane& lane, const Unit& unit, int& peer) const {
  for (std::uint32_t i = unit.fences_begin; i < unit.fences_end; ++i) {
    if (lane.fences[i].passed()) continue;
    peer = lane.fences[i].peer;
    return false;
  }
  const Step& step = *lane.steps[unit.first].step;
  peer = step.peer;
  return step.kind == StepKind::local ||
         (step.kind == StepKind::send ? unit.channel->try_claim() != nullptr : unit.channel->front() != nullptr);
}

std::size_t RankExecution::ready_chain_end(const BoundLane& lane) const {
  const std::size_t limit = std::min<std::size_t>(lane.units[lane.next].chain_end, lane.next + kMostTogether);
  std::size_t end = lane.next + 1;
  for (int peer = -1; end < limit && ready(lane, lane.units[end], peer);) ++end;
  return end;
}

Block RankExecution::block(int number) {
  using Why = Block::Why;
  BoundLane& lane = lanes_[static_cast<std::size_t>(number)];
  if (lane.ended()) {
    const int peer = lane.unread_by();
    return {peer < 0 ? Why::done : Why::peer, peer, static_cast<std::uint32_t>(lane.steps.size())};
  }
  const Unit& unit = lane.units[lane.next];
  if (!may_step()) return {Why::gate, -1, unit.first};
  if (int peer = -1; !ready(lane, unit, peer)) return {Why::peer, peer, unit.first};
  const bool holds = lane.hold_until_ns != 0 && now_ns() < lane.hold_until_ns && ready_chain_end(lane) < unit.chain_end;
  return {holds ? Why::soon : Why::nothing};
}

Block RankExecution::block() {
  if (stage_ != Stage::inside) return {};
  Block whole{Block::Why::done};
  for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane) {
    const Block now = block(lane);
    if (now.why == Block::Why::nothing) return now;
    if (now.why > whole.why) whole = now;
  }
  return whole;
}

Progress RankExecution::try_step(int number) {
  BoundLane& lane = lanes_[static_cast<std::size_t>(number)];
  if (!observers_.empty() && lane.waited_from_ns == 0) lane.waited_from_ns = now_ns();
  if (lane.ended()) return lane.unread_by() < 0 ? Progress::done : Progress::blocked;
  const Unit& unit = lane.units[lane.next];
  if (int peer = -1; !may_step() || !ready(lane, unit, peer)) return Progress::blocked;
  std::size_t end = lane.next + 1;
  if (together_ && unit.chain_end > end) {
    end = ready_chain_end(lane);
    if (end < unit.chain_end && end - lane.next < kMostTogether) {
      if (lane.hold_until_ns == 0) lane.hold_until_ns = now_ns() + Patience::most_lull(world_.cores.spare());
      if (now_ns() < lane.hold_until_ns) return Progress::blocked;
    }
    lane.hold_until_ns = 0;
  }
  if (!observers_.empty()) lane.start_ns = now_ns();
  const BoundStep& first = lane.steps[unit.first];
  if (end > lane.next + 1) {
    if (!fold(lane, end, number)) return Progress::mismatch;
  } else if (first.step->kind == StepKind::send) {
    send(lane, unit, number);
  } else if (first.step->kind == StepKind::local) {
    apply(first, first.src);
    report(lane, first, first.dst, number);
  } else if (!receive(lane, unit, number)) {
    return Progress::mismatch;
  }
  units_left_ -= end - lane.next;
  lane.next = end;
  if (units_left_ == 0) workspace_.hand_out();
  return Progress::advanced;
}

void RankExecution::send(BoundLane& lane, const Unit& unit, int number) {
  Message& message = *unit.channel->try_claim();
  const BoundStep& first = lane.steps[unit.first];
  std::byte* copy = unit.eager ? message.payload.data() : unit.staging;
  message.call = signature_;
  message.bytes = unit.bytes;
  message.data = copy != nullptr ? copy : first.src;
  message.segments = unit.segments;
  message.chunks = unit.end - unit.first;
  for (std::uint32_t i = unit.first; copy != nullptr && i < unit.end; ++i) {
    copy_bytes(copy, lane.steps[i].src, lane.steps[i].bytes);
    copy += lane.steps[i].bytes;
  }
  for (std::uint32_t i = unit.first; i < unit.end; ++i) report(lane, lane.steps[i], lane.steps[i].src, number);
  unit.channel->publish();
  world_.ring(group_, first.step->peer);
}

bool RankExecution::fits(const Message& message, const BoundLane& lane, const Unit& unit) {
  if (message.call == signature_ && message.bytes == unit.bytes && message.chunks == unit.end - unit.first) return true;
  disagreeing_ = {Block::Why::peer, lane.steps[unit.first].step->peer, unit.first};
  return false;
}

void RankExecution::release(const BoundLane& lane, const Unit& unit) {
  unit.channel->pop();
  world_.ring(group_, lane.steps[unit.first].step->peer);
}

bool RankExecution::receive(BoundLane& lane, const Unit& unit, int number) {
  const Message& message = *unit.channel->front();
  if (!fits(message, lane, unit)) return false;
  std::uint64_t at = 0;
  for (std::uint32_t i = unit.first; i < unit.end; ++i) {
    const BoundStep& step = lane.steps[i];
    apply(step, message.segments != nullptr ? message.segments[i - unit.first].data : message.data + at);
    at += step.bytes;
    report(lane, step, step.dst, number);
  }
  release(lane, unit);
  return true;
}

bool RankExecution::fold(BoundLane& lane, std::size_t end, int number) {
  std::array<const std::byte*, kMostTogether + 1> sources;
  std::size_t count = 0;
  const std::byte* acc = lane.steps[lane.units[lane.next].first].acc;
  if (acc != nullptr) sources[count++] = acc;
  for (std::size_t u = lane.next; u < end; ++u) {
    const Unit& unit = lane.units[u];
    const Message* message = unit.channel != nullptr ? unit.channel->front() : nullptr;
    if (message != nullptr && !fits(*message, lane, unit)) return false;
    sources[count++] = message != nullptr ? message->data : lane.steps[unit.first].src;
  }
  const BoundStep& last = lane.steps[lane.units[end - 1].first];
  combine_all(wire_, op_, last.dst, {sources.data(), count}, last.count, last.completes ? group_.size() : 0);
  const std::uint64_t waited_from = lane.waited_from_ns;
  const std::uint64_t start = lane.start_ns;
  for (std::size_t u = lane.next; u < end; ++u) {
    lane.waited_from_ns = waited_from;
    lane.start_ns = start;
    report(lane, lane.steps[lane.units[u].first], last.dst, number);
  }
  for (std::size_t u = lane.next; u < end; ++u) {
    if (lane.units[u].channel != nullptr) release(lane, lane.units[u]);
  }
  return true;
}

// dst <- source, or dst <- acc (+) source, or dst <- source (+) acc.
void RankExecution::apply(const BoundStep& step, const std::byte* source) {
  if (step.acc == nullptr) {
    copy_bytes(step.dst, source, step.bytes);
    return;
  }
  const bool reverse = step.step->reverse;
  const std::byte* left = reverse ? source : step.acc;
  const std::byte* right = reverse ? step.acc : source;
  if (user_op_) {
    user_op_->combine(user_op_->context, step.dst, left, right, step.count);
  } else {
    combine(wire_, op_, step.dst, left, right, step.count, step.completes ? group_.size() : 0);
  }
}

Error RankExecution::disagreement() const {
  const std::chrono::nanoseconds waited(compared_from_ns_ == 0 ? 0 : now_ns() - compared_from_ns_);
  if (auto error = calls_differ(world_, group_, sequence_, timeout_ - waited)) return std::move(*error);
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
  const StepEvent event{rank_,         number, step.index, *step.step, step.bytes, data, lane.waited_from_ns,
                        lane.start_ns, end_ns};
  for (Observer* observer : observers_) observer->on_step(event);
  lane.waited_from_ns = lane.start_ns = end_ns;
}

}  // namespace ringlet
