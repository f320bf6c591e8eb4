#include "exchange.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace ringlet {
namespace {

std::string elements(std::uint64_t bytes, DataType dtype) {
  return std::to_string(bytes / size_of(dtype)) + " " + std::string(name(dtype));
}

}  // namespace

void Exchange::restart(Group& group, int rank, std::span<const Transfer> transfers) {
  group_ = &group;
  rank_ = rank;
  parts_.clear();
  disagreeing_ = nullptr;
  for (const Transfer& transfer : transfers) {
    const bool sends = transfer.direction == Transfer::Direction::send;
    Channel& channel = group.direct.channel(sends ? rank : transfer.peer, sends ? transfer.peer : rank, 0);
    parts_.push_back(
        {.transfer = transfer,
         .channel = &channel,
         .end = reinterpret_cast<const std::byte*>(&channel) + (sends ? 0 : 1),
         .segment = {static_cast<const std::byte*>(transfer.send), transfer.count * size_of(transfer.dtype)}});
  }
}

bool Exchange::behind_another(const Part& part) const {
  return std::any_of(parts_.data(), &part, [&](const Part& earlier) {
    return earlier.end == part.end && earlier.state == Part::State::waiting;
  });
}

bool Exchange::can_move(const Part& part) const {
  if (part.state == Part::State::published) return part.channel->taken(part.message);
  if (behind_another(part)) return false;
  return sends(part) ? part.channel->try_claim() != nullptr : part.channel->front() != nullptr;
}

bool Exchange::move(Part& part) {
  if (part.state == Part::State::published) {
    part.state = Part::State::done;
    return true;
  }
  const std::uint64_t bytes = part.segment.bytes;
  if (sends(part)) {
    Message& message = *part.channel->try_claim();
    const bool eager = bytes <= kEagerBytes;
    message.call = static_cast<std::uint64_t>(part.transfer.dtype);
    message.bytes = bytes;
    message.data = eager ? message.payload.data() : part.segment.data;
    message.segments = nullptr;
    message.chunks = 1;
    if (eager && bytes > 0) std::memcpy(message.payload.data(), part.segment.data, static_cast<std::size_t>(bytes));
    part.message = part.channel->published();
    part.channel->publish();
    part.state = eager ? Part::State::done : Part::State::published;
  } else {
    const Message& message = *part.channel->front();
    if (message.call != static_cast<std::uint64_t>(part.transfer.dtype) || message.bytes != bytes) {
      disagreeing_ = &part;
      offered_dtype_ = static_cast<DataType>(message.call);
      offered_bytes_ = message.bytes;
      return false;
    }
    if (bytes > 0) std::memcpy(part.transfer.recv, message.data, static_cast<std::size_t>(bytes));
    part.channel->pop();
    part.state = Part::State::done;
  }
  world_.ring(*group_, part.transfer.peer);
  return true;
}

Progress Exchange::advance() {
  bool moved = false;
  bool done = true;
  for (Part& part : parts_) {
    if (part.state == Part::State::done) continue;
    if (can_move(part)) {
      if (!move(part)) return Progress::mismatch;
      moved = true;
    }
    done = done && part.state == Part::State::done;
  }
  return done ? Progress::done : moved ? Progress::advanced : Progress::blocked;
}

Block Exchange::block() {
  Block whole{Block::Why::done};
  for (const Part& part : parts_) {
    if (part.state == Part::State::done) continue;
    if (can_move(part)) return {};
    if (whole.why == Block::Why::done) {
      whole = {Block::Why::peer, part.transfer.peer, static_cast<std::uint32_t>(&part - parts_.data())};
    }
  }
  return whole;
}

Error Exchange::disagreement() const {
  const int receiver = group_->world_rank(rank_);
  const int sender = group_->world_rank(disagreeing_->transfer.peer);
  return {ErrorCode::mismatch,
          "Rank " + std::to_string(sender) + " sends " + elements(offered_bytes_, offered_dtype_) + ", rank " +
              std::to_string(receiver) + " receives " +
              elements(disagreeing_->segment.bytes, disagreeing_->transfer.dtype) + ".",
          {},
          {std::min(sender, receiver), std::max(sender, receiver)}};
}

std::vector<const void*> Exchange::order() const {
  std::vector<const void*> ends;
  for (const Part& part : parts_) ends.push_back(part.end);
  return ends;
}

}  // namespace ringlet
