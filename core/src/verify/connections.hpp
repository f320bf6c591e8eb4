// What goes from rank to rank in a plan, and what of it is on its way.
#pragma once

#include <cstdint>
#include <vector>

#include "clock.hpp"
#include "contributions.hpp"
#include "queues.hpp"
#include "ringlet/plan.hpp"

namespace ringlet {

// An event of a process.
struct Moment {
  std::uint32_t time = 0;   // the events of its process up to it
  std::uint32_t depth = 0;  // the messages and waits of the longest chain that ends in it
};

struct Message {
  Moment sent;
  Queues<Value>::Queue parts;
};

struct Connection {
  Queues<Message>::Queue waiting;  // sent, not yet received
  Queues<Clock>::Queue clocks;     // of those, once anybody asks for clocks
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
  std::uint32_t waited_for = 0;   // messages that the sender has waited for until they were taken
  std::uint32_t heard = 0;        // the time at which the last message received was sent
  Moment* received_at = nullptr;  // of the receiver, per message
};

class Connections {
 public:
  explicit Connections(const Plan& plan);

  // One on which nothing is ever sent where the plan has no message from source to destination.
  Connection& between(int source, int destination, int lane);
  const Connection& between(int source, int destination, int lane) const {
    return all_[number(row(source, lane), destination)];
  }
  // Who sends to whom in a lane: [destination], the sources.
  std::vector<std::vector<int>> sources(int lane) const;

 private:
  // Where a rank's messages go. Most go where the one before went.
  struct Row {
    std::vector<std::uint32_t> numbers{};  // [destination]: of all_
    int last_destination = -1;
    std::uint32_t last_number = 0;
  };

  const Row& row(int source, int lane) const {
    return rows_[static_cast<std::size_t>(source) * lanes_ + static_cast<std::size_t>(lane)];
  }
  static std::uint32_t number(const Row& row, int destination) {
    return row.numbers.empty() ? 0 : row.numbers[static_cast<std::size_t>(destination)];
  }

  std::size_t lanes_ = 1;
  std::vector<Row> rows_;
  std::vector<Connection> all_;
  std::vector<Moment> received_at_;  // of all connections
};

}  // namespace ringlet
