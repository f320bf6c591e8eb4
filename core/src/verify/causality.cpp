#include "causality.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ringlet {

Causality::Causality(const Plan& plan, int lane, Connections& connections)
    : lane_(lane), connections_(connections), now_(static_cast<std::size_t>(plan.ranks)) {}

Moment Causality::send(int rank, int peer) {
  happened(Kind::send, rank, peer, 0);
  return at(rank);
}

Moment Causality::receive(int rank, int peer, Moment sent) {
  at(rank).depth = std::max(at(rank).depth, sent.depth + 1);
  connection(peer, rank).heard = sent.time;
  happened(Kind::receive, rank, peer, sent.time);
  return at(rank);
}

void Causality::wait(int rank, int peer, std::uint32_t message) {
  Connection& to = connection(rank, peer);
  const Moment taken = to.received_at[message];
  at(rank).depth = std::max(at(rank).depth, taken.depth + 1);
  to.waited_for = std::max(to.waited_for, message + 1);
  happened(Kind::wait, rank, peer, taken.time);
}

bool Causality::knows(int rank, int peer, std::uint32_t message, const Incoming& incoming) {
  const Connection& to = connection(rank, peer);
  if (message >= to.received) return false;
  const Moment taken = to.received_at[message];
  const Connection& back = std::as_const(connections_).between(peer, rank, lane_);
  const std::uint32_t heard = incoming.source == peer ? incoming.sent.time : back.heard;
  if (message < to.waited_for || heard >= taken.time) return true;
  const std::uint32_t depth = std::max(at(rank).depth, incoming.source < 0 ? 0 : incoming.sent.depth + 1);
  if (depth < taken.depth + 2 || depth < taken.depth + hops(rank, peer)) return false;
  keep_clocks();
  return clock(rank).knows(peer, taken.time) ||
         (incoming.source >= 0 && sent_clocks_.front(connection(incoming.source, rank).clocks).knows(peer, taken.time));
}

std::uint32_t Causality::hops(int rank, int peer) {
  if (hops_.empty()) {
    sources_ = connections_.sources(lane_);
    hops_.resize(now_.size());
  }
  auto& to_rank = hops_[static_cast<std::size_t>(rank)];
  if (to_rank.empty()) to_rank = hops_to(rank);
  return to_rank[static_cast<std::size_t>(peer)];
}

std::vector<std::uint32_t> Causality::hops_to(int rank) const {
  constexpr std::uint32_t kNever = ~std::uint32_t{0} / 2;
  const auto sources = [this](int of) { return std::span(sources_[static_cast<std::size_t>(of)]); };
  std::vector<std::uint32_t> messages(now_.size(), kNever);  // on the shortest way from each
  messages[static_cast<std::size_t>(rank)] = 0;
  std::vector<int> found{rank};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const int source : sources(found[i])) {
      std::uint32_t& way = messages[static_cast<std::size_t>(source)];
      if (way != kNever) continue;
      way = messages[static_cast<std::size_t>(found[i])] + 1;
      found.push_back(source);
    }
  }
  // Whoever sends to a peer may have waited for what that received, and pass it on.
  std::vector<std::uint32_t> result;
  for (int peer = 0; peer < static_cast<int>(now_.size()); ++peer) {
    std::uint32_t fewest = std::max(messages[static_cast<std::size_t>(peer)], 2U);
    for (const int waits : sources(peer)) {
      if (waits != rank) fewest = std::min(fewest, messages[static_cast<std::size_t>(waits)] + 1);
    }
    result.push_back(fewest);
  }
  return result;
}

void Causality::happened(Kind kind, int rank, int peer, std::uint32_t time) {
  const Event event{kind, static_cast<std::uint32_t>(rank) & 0x3fff'ffff, peer, time};
  if (clocks_.empty()) {
    so_far_.push_back(event);
  } else {
    tell_clocks(event);
  }
}

void Causality::tell_clocks(const Event& event) {
  const auto rank = static_cast<int>(event.rank);
  switch (event.kind) {
    case Kind::send: sent_clocks_.push(connection(rank, event.peer).clocks, clock(rank)); break;
    case Kind::receive:
      clock(rank).learn(sent_clocks_.pop(connection(event.peer, rank).clocks));
      clock(rank).learn(event.peer, event.time);
      break;
    case Kind::wait: clock(rank).learn(event.peer, event.time); break;
  }
}

void Causality::keep_clocks() {
  if (!clocks_.empty()) return;
  clocks_.assign(now_.size(), Clock(now_.size()));
  for (const Event& event : std::exchange(so_far_, {})) tell_clocks(event);
}

}  // namespace ringlet
