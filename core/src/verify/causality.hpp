// What happened before what: which receives a process knows of when it overwrites memory that was sent.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "clock.hpp"
#include "connections.hpp"

namespace ringlet {

// The processes of one lane, known by their ranks: lanes exchange no messages with other lanes.
//
// Of nearly all receives one can tell without vector clocks whether a process knows of them. It does when it waited for
// that very receive, or got a later message of the reader. Otherwise it can only have heard by way of others, by a
// chain of messages and waits that is as long as the way to it, two at least. Each makes the depth greater by one, so
// the process does not know where its depth is less than that above the depth of the receive. Where that leaves it
// open, vector clocks are made up for all that happened so far, and kept from then on. So all answers are those of
// vector clocks.
class Causality {
 public:
  Causality(const Plan& plan, int lane, Connections& connections);

  // The rank's next message or step begins.
  void begin(int rank) { ++at(rank).time; }
  // It sends to `peer`: what the message is to carry.
  Moment send(int rank, int peer);
  // It takes a message of `peer`.
  Moment receive(int rank, int peer, Moment sent);
  // It has waited until `peer` took that message of its own.
  void wait(int rank, int peer, std::uint32_t message);

  // A message that a process is about to take, or none.
  struct Incoming {
    int source = -1;
    Moment sent;
  };
  // Whether the rank then knows that `peer` has taken that message of its own.
  bool knows(int rank, int peer, std::uint32_t message, const Incoming& incoming);

 private:
  enum class Kind : std::uint8_t { send, receive, wait };
  struct Event {
    Kind kind : 2;
    std::uint32_t rank : 30;
    std::int32_t peer;
    std::uint32_t time;  // of the peer
  };

  Moment& at(int rank) { return now_[static_cast<std::size_t>(rank)]; }
  Clock& clock(int rank) { return clocks_[static_cast<std::size_t>(rank)]; }
  Connection& connection(int source, int destination) { return connections_.between(source, destination, lane_); }
  // The fewest messages and waits by which the rank can hear of a receive of `peer` by way of others.
  std::uint32_t hops(int rank, int peer);
  std::vector<std::uint32_t> hops_to(int rank) const;
  void happened(Kind kind, int rank, int peer, std::uint32_t time);
  void tell_clocks(const Event& event);
  void keep_clocks();

  int lane_;
  Connections& connections_;
  std::vector<Moment> now_;                       // [rank]
  std::vector<std::vector<int>> sources_;         // [rank]: who sends to it; once anybody asks
  std::vector<std::vector<std::uint32_t>> hops_;  // [rank][peer]; for those who asked
  std::deque<Event> so_far_;                      // while there are no clocks
  std::vector<Clock> clocks_;                     // [rank], once there are
  Queues<Clock> sent_clocks_;
};

}  // namespace ringlet
