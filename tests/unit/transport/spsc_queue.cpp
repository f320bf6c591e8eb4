// The queue between two ranks, one operation at a time. (spsc_stress.cpp has two threads at it.)
#include "transport/spsc_queue.hpp"

#include "../support.hpp"

namespace ringlet::test {
namespace {

template <class Queue>
bool push(Queue& queue, int value) {
  int* slot = queue.try_claim();
  if (slot == nullptr) return false;
  *slot = value;
  queue.publish();
  return true;
}

template <class Queue>
int pop(Queue& queue) {
  int* slot = queue.front();
  if (slot == nullptr) return -1;
  const int value = *slot;
  queue.pop();
  return value;
}

TEST_CASE("queue: empty at first") {
  SpscQueue<int, 4> queue;
  CHECK(queue.front() == nullptr);
  CHECK(queue.published() == 0);
  CHECK_FALSE(queue.taken(0));
}

TEST_CASE("queue: holds its capacity and no more") {
  SpscQueue<int, 4> queue;
  for (int i = 0; i < 4; ++i) CHECK(push(queue, i));
  CHECK(queue.try_claim() == nullptr);
  CHECK(pop(queue) == 0);
  CHECK(push(queue, 4));
  CHECK(queue.try_claim() == nullptr);
  for (int i = 1; i <= 4; ++i) CHECK(pop(queue) == i);
  CHECK(pop(queue) == -1);
}

TEST_CASE("queue: a claimed slot is nobody's until it is published, and claiming again gives the same one") {
  SpscQueue<int, 2> queue;
  int* slot = queue.try_claim();
  *slot = 7;
  CHECK(queue.try_claim() == slot);
  CHECK(queue.front() == nullptr);
  queue.publish();
  CHECK(queue.front() == slot);
  CHECK(queue.front() == slot);
  CHECK(pop(queue) == 7);
}

TEST_CASE("queue: first in, first out, many times round") {
  SpscQueue<int, 4> queue;
  Random random(5);
  int in = 0;
  int out = 0;
  while (out < 10000) {
    for (std::uint64_t n = random.below(6); n > 0; --n) {
      const bool room = in - out < 4;
      CHECK(push(queue, in) == room);
      in += room ? 1 : 0;
    }
    for (std::uint64_t n = random.below(6); n > 0; --n) {
      CHECK(pop(queue) == (in > out ? out : -1));
      out += in > out ? 1 : 0;
    }
  }
}

TEST_CASE("queue: one slot is enough") {
  SpscQueue<int, 1> queue;
  for (int i = 0; i < 10; ++i) {
    CHECK(push(queue, i));
    CHECK_FALSE(push(queue, 99));
    CHECK(pop(queue) == i);
    CHECK(pop(queue) == -1);
  }
}

TEST_CASE("queue: the producer sees which messages were taken") {
  SpscQueue<int, 4> queue;
  for (std::uint32_t i = 0; i < 20; ++i) {
    CHECK(queue.published() == i);
    push(queue, 0);
    CHECK_FALSE(queue.taken(i));
    if (i > 0) CHECK(queue.taken(i - 1));
    CHECK(queue.front() != nullptr);
    CHECK_FALSE(queue.taken(i));  // looked at is not taken
    pop(queue);
    CHECK(queue.taken(i));
  }
}

TEST_CASE("queue: the two ends and the slots lie on cache lines of their own") {
  CHECK(alignof(SpscQueue<int, 4>) >= kCacheLine);
  CHECK(sizeof(SpscQueue<int, 4>) >= 3 * kCacheLine);
}

}  // namespace
}  // namespace ringlet::test
