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
  pending_.clear();
  disagreeing_ = nullptr;
  for (const Transfer& transfer : transfers) {
    const bool sends = transfer.direction == Transfer::Direction::send;
    Channel& channel = group.direct.channel(sends ? rank : transfer.peer, sends ? transfer.peer : rank, 0);
    pending_.push_back(
        {.transfer = transfer,
         .channel = &channel,
         .end = reinterpret_cast<const std::byte*>(&channel) + (sends ? 0 : 1),
         .segment = {static_cast<const std::byte*>(transfer.send), transfer.count * size_of(transfer.dtype)}});
  }
}

bool Exchange::behind_another(const PendingTransfer& pending) const {
  return std::any_of(pending_.data(), &pending, [&](const PendingTransfer& earlier) {
    return earlier.end == pending.end && earlier.state == PendingTransfer::State::waiting;
  });
}

bool Exchange::can_move(const PendingTransfer& pending) const {
  if (pending.state == PendingTransfer::State::published) return pending.channel->taken(pending.message);
  if (behind_another(pending)) return false;
  return sends(pending) ? pending.channel->try_claim() != nullptr : pending.channel->front() != nullptr;
}

bool Exchange::move(PendingTransfer& pending) {
  if (pending.state == PendingTransfer::State::published) {
    pending.state = PendingTransfer::State::done;
    return true;
  }
  const std::uint64_t bytes = pending.segment.bytes;
  if (sends(pending)) {
    Message& message = *pending.channel->try_claim();
    const bool eager = bytes <= kEagerBytes;
    message.call = static_cast<std::uint64_t>(pending.transfer.dtype);
    message.bytes = bytes;
    message.data = eager ? message.payload.data() : pending.segment.data;
    message.segments = nullptr;
    message.chunks = 1;
    if (eager && bytes > 0) std::memcpy(message.payload.data(), pending.segment.data, static_cast<std::size_t>(bytes));
    pending.message = pending.channel->published();
    pending.channel->publish();
    pending.state = eager ? PendingTransfer::State::done : PendingTransfer::State::published;
  } else {
    const Message& message = *pending.channel->front();
    if (message.call != static_cast<std::uint64_t>(pending.transfer.dtype) || message.bytes != bytes) {
      disagreeing_ = &pending;
      offered_dtype_ = static_cast<DataType>(message.call);
      offered_bytes_ = message.bytes;
      return false;
    }
    if (bytes > 0) std::memcpy(pending.transfer.recv, message.data, static_cast<std::size_t>(bytes));
    pending.channel->pop();
    pending.state = PendingTransfer::State::done;
  }
  world_.ring(*group_, pending.transfer.peer);
  return true;
}

Progress Exchange::advance() {
  bool moved = false;
  bool done = true;
  for (PendingTransfer& pending : pending_) {
    if (pending.state == PendingTransfer::State::done) continue;
    if (can_move(pending)) {
      if (!move(pending)) return Progress::mismatch;
      moved = true;
    }
    done = done && pending.state == PendingTransfer::State::done;
  }
  return done ? Progress::done : moved ? Progress::advanced : Progress::blocked;
}

Block Exchange::block() {
  Block whole{Block::Why::done};
  for (const PendingTransfer& pending : pending_) {
    if (pending.state == PendingTransfer::State::done) continue;
    if (can_move(pending)) return {};
    if (whole.why == Block::Why::done) {
      whole = {Block::Why::peer, pending.transfer.peer, static_cast<std::uint32_t>(&pending - pending_.data())};
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
  for (const PendingTransfer& pending : pending_) ends.push_back(pending.end);
  return ends;
}

}  // namespace ringlet
