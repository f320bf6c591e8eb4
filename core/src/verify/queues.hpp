// Many queues, most of them empty or short, in one piece of memory.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace ringlet {

template <class T>
class Queues {
 public:
  // One of them. It is as good as part of `Queues`: use it with the same one always.
  class Queue {
   public:
    bool empty() const { return last_ == kNone; }

   private:
    friend class Queues;
    std::uint32_t last_ = kNone;
  };

  void push(Queue& queue, T value) {
    const std::uint32_t place = unused();
    Node& node = nodes_[place];
    node.value = std::move(value);
    // The last points to the first.
    node.next = queue.empty() ? place : std::exchange(nodes_[queue.last_].next, place);
    queue.last_ = place;
  }
  const T& front(const Queue& queue) const { return nodes_[nodes_[queue.last_].next].value; }
  T pop(Queue& queue) {
    Node& last = nodes_[queue.last_];
    const std::uint32_t place = last.next;
    last.next = nodes_[place].next;
    if (place == queue.last_) queue.last_ = kNone;
    nodes_[place].next = std::exchange(unused_, place);
    return std::move(nodes_[place].value);
  }
  // Calls use(value) from the first to the last.
  template <class Use>
  void each(const Queue& queue, Use&& use) const {
    for (std::uint32_t place = queue.last_; !queue.empty();) {
      place = nodes_[place].next;
      use(nodes_[place].value);
      if (place == queue.last_) return;
    }
  }
  void clear(Queue& queue) {
    if (queue.empty()) return;
    std::swap(nodes_[queue.last_].next, unused_);
    queue.last_ = kNone;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    T value{};
    std::uint32_t next = kNone;
  };

  std::uint32_t unused() {
    if (unused_ == kNone) {
      nodes_.emplace_back();
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    return std::exchange(unused_, nodes_[unused_].next);
  }

  std::vector<Node> nodes_;
  std::uint32_t unused_ = kNone;
};

}  // namespace ringlet
