#include "connections.hpp"

#include <algorithm>

#include "static_checks.hpp"

namespace ringlet {

Connections::Connections(const Plan& plan) : all_(1) {
  for (const auto& lanes : plan.lanes) lanes_ = std::max(lanes_, lanes.size());
  rows_.resize(plan.lanes.size() * lanes_);
  std::vector<std::uint32_t> messages(1);  // of each connection
  for (std::size_t rank = 0; rank < plan.lanes.size(); ++rank) {
    for (std::size_t l = 0; l < plan.lanes[rank].size(); ++l) {
      const Lane& lane = plan.lanes[rank][l];
      auto& numbers = rows_[rank * lanes_ + l].numbers;
      for (std::size_t i = 0; i < lane.size(); i = message_end(lane, i)) {
        if (lane[i].kind != StepKind::send) continue;
        numbers.resize(plan.lanes.size());
        std::uint32_t& number = numbers[static_cast<std::size_t>(lane[i].peer)];
        if (number == 0) {
          number = static_cast<std::uint32_t>(messages.size());
          messages.push_back(0);
        }
        ++messages[number];
      }
    }
  }
  all_.resize(messages.size());
  std::size_t sum = 0;
  for (const std::uint32_t count : messages) sum += count;
  received_at_.resize(sum);
  Moment* moments = received_at_.data();
  for (std::size_t number = 0; number < all_.size(); moments += messages[number++]) all_[number].received_at = moments;
}

Connection& Connections::between(int source, int destination, int lane) {
  Row& from = rows_[static_cast<std::size_t>(source) * lanes_ + static_cast<std::size_t>(lane)];
  if (from.last_destination != destination) {
    from.last_destination = destination;
    from.last_number = number(from, destination);
  }
  return all_[from.last_number];
}

std::vector<std::vector<int>> Connections::sources(int lane) const {
  const std::size_t ranks = rows_.size() / lanes_;
  std::vector<std::vector<int>> result(ranks);
  for (std::size_t source = 0; source < ranks; ++source) {
    const auto& numbers = rows_[source * lanes_ + static_cast<std::size_t>(lane)].numbers;
    for (std::size_t destination = 0; destination < numbers.size(); ++destination) {
      if (numbers[destination] != 0) result[destination].push_back(static_cast<int>(source));
    }
  }
  return result;
}

}  // namespace ringlet
