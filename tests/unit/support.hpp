// What the tests share: runs a collective between guard bytes and says what came out.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ringlet/algorithms.hpp"
#include "ringlet/byte_counter.hpp"
#include "ringlet/run.hpp"
#include "ringlet/stepper.hpp"
#include "ringlet/verify.hpp"

namespace ringlet::test {

// How the ranks are driven: the two drivers, and threads (or turns) behind a stepper that is stepped to the end.
enum class Drive : std::uint8_t { in_turn, threads, stepper };

inline std::ostream& operator<<(std::ostream& out, Drive drive) {
  return out << (drive == Drive::in_turn ? "in turn" : drive == Drive::threads ? "threads" : "stepper");
}

// The drives that exist in this build.
inline std::vector<Drive> drives() {
  if (has_threads()) return {Drive::in_turn, Drive::threads, Drive::stepper};
  return {Drive::in_turn, Drive::stepper};
}

// The drivers that exist in this build.
inline std::vector<Driver> drivers() {
  if (has_threads()) return {Driver::in_turn, Driver::threads};
  return {Driver::in_turn};
}

// Wide enough for a loaded machine; the tests that are about deadlines choose their own.
inline constexpr std::chrono::seconds kPatience{30};

template <class T>
using Table = std::vector<std::vector<T>>;  // [rank][element]

template <class T>
constexpr DataType dtype_of() {
  if constexpr (std::is_same_v<T, std::int32_t>) return DataType::int32;
  if constexpr (std::is_same_v<T, std::int64_t>) return DataType::int64;
  if constexpr (std::is_same_v<T, float>) return DataType::float32;
  if constexpr (std::is_same_v<T, double>) return DataType::float64;
}

// The same bits, so that NaN equals itself and -0 differs from +0.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <class T>
bool same_bits(const Table<T>& a, const Table<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same_bits(x, y); });
}

// A plan of the catalogue, verified.
inline std::shared_ptr<const Program> program_for(const Collective& collective, std::string_view algorithm, int ranks,
                                                  bool in_place = false) {
  auto plan = make_plan(*find_algorithm(algorithm), {&collective, ranks, 0, in_place});
  REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
  auto program = prepare(std::move(*plan));
  REQUIRE_MESSAGE(program.has_value(), program.error().message);
  return std::make_shared<const Program>(std::move(*program));
}

// A plan written by hand, verified.
inline std::shared_ptr<const Program> verified(Plan plan, std::uint32_t queue_slots = kQueueSlots) {
  auto program = prepare(std::move(plan), queue_slots);
  REQUIRE_MESSAGE(program.has_value(), program.error().message);
  return std::make_shared<const Program>(std::move(*program));
}

// Elements before and after the call, by contracts.md and not by the layout under test.
inline std::size_t input_length(const Collective& collective, int ranks, std::size_t count) {
  return &collective == &reduce_scatter ? count * static_cast<std::size_t>(ranks) : count;
}
inline std::size_t output_length(const Collective& collective, int ranks, std::size_t count) {
  return &collective == &all_gather ? count * static_cast<std::size_t>(ranks) : count;
}

// One rank's send and recv buffer with guard bytes around them, overlapping as NCCL's in-place rules say.
template <class T>
class Guarded {
 public:
  Guarded(const Collective& collective, int ranks, int rank, bool in_place, const std::vector<T>& values,
          std::size_t count)
      : input_(values), recv_length_(output_length(collective, ranks, count)) {
    const std::size_t own = static_cast<std::size_t>(rank) * count;
    const std::size_t longest = std::max(values.size(), recv_length_);
    send_at_ = in_place && &collective == &all_gather ? kGuard + own : kGuard;
    if (in_place) {
      recv_at_ = &collective == &reduce_scatter ? kGuard + own : kGuard;
      block_.resize(longest + 2 * kGuard);
    } else {
      recv_at_ = send_at_ + values.size() + kGuard;
      block_.resize(recv_at_ + recv_length_ + kGuard);
    }
    std::memset(static_cast<void*>(block_.data()), kGuardByte, block_.size() * sizeof(T));
    std::copy(values.begin(), values.end(), block_.begin() + static_cast<std::ptrdiff_t>(send_at_));
    before_ = block_;
  }

  RankBuffers buffers() { return {block_.data() + send_at_, block_.data() + recv_at_}; }
  std::vector<T> output() const {
    const auto begin = block_.begin() + static_cast<std::ptrdiff_t>(recv_at_);
    return {begin, begin + static_cast<std::ptrdiff_t>(recv_length_)};
  }
  // Whether every byte outside [recv, recv + count) is as it was: guards, the input, and in place the rest of it.
  bool rest_untouched() const {
    const std::size_t end = recv_at_ + recv_length_;
    const auto* now = reinterpret_cast<const std::byte*>(block_.data());
    const auto* then = reinterpret_cast<const std::byte*>(before_.data());
    return std::memcmp(now, then, recv_at_ * sizeof(T)) == 0 &&
           std::memcmp(now + end * sizeof(T), then + end * sizeof(T), (block_.size() - end) * sizeof(T)) == 0;
  }

 private:
  static constexpr std::size_t kGuard = 16;  // elements
  static constexpr int kGuardByte = 0xa5;

  std::vector<T> input_;
  std::size_t recv_length_;
  std::size_t send_at_ = 0;
  std::size_t recv_at_ = 0;
  std::vector<T> block_;
  std::vector<T> before_;
};

template <class T>
struct Outcome {
  Table<T> outputs;
  std::vector<std::uint64_t> sent, received;  // payload bytes per rank
  std::optional<Error> error;
};

// Drives a run to its end through a stepper that grants one step to everybody, again and again.
inline void step_to_end(Run& run, Stepper& stepper, Driver driver) {
  if (driver == Driver::threads) run.start();
  while (driver == Driver::threads ? !run.finished() : !run.pump(std::chrono::nanoseconds(0))) {
    stepper.step_all();
    std::this_thread::yield();
  }
}

// Runs collectives in one world, which is rebuilt when another number of ranks is asked for or when it has failed.
class Runner {
 public:
  World& world(int ranks) {
    if (!world_) {
      world_ = std::make_unique<World>(ranks);
    } else if (world_->ranks() != ranks || world_->failed()) {
      world_->rebuild(ranks);
    }
    return *world_;
  }

  // Checks guards and the constancy of the input on the way.
  template <class T>
  Outcome<T> run(const std::shared_ptr<const Program>& program, Operator op, std::size_t count, const Table<T>& inputs,
                 Drive drive = Drive::in_turn, std::vector<Observer*> observers = {}) {
    const Plan& plan = program->plan;
    World& in = world(plan.ranks);
    std::vector<Guarded<T>> memory;
    std::vector<RankBuffers> buffers;
    memory.reserve(inputs.size());
    for (int rank = 0; rank < plan.ranks; ++rank) {
      const auto& values = inputs[static_cast<std::size_t>(rank)];
      REQUIRE(values.size() == input_length(*plan.collective, plan.ranks, count));
      memory.emplace_back(*plan.collective, plan.ranks, rank, plan.in_place, values, count);
      buffers.push_back(memory.back().buffers());
    }
    ByteCounter counter(plan.ranks);
    Stepper stepper(in, true);
    observers.push_back(&counter);
    if (drive == Drive::stepper) observers.push_back(&stepper);

    Outcome<T> outcome;
    {
      auto run = Run::prepare(in, {program, dtype_of<T>(), op, count, kPatience}, buffers, observers);
      REQUIRE_MESSAGE(run.has_value(), run.error().message);
      if (drive == Drive::stepper) {
        step_to_end(**run, stepper, has_threads() ? Driver::threads : Driver::in_turn);
        outcome.error = in.failure();
      } else {
        const auto result = (*run)->wait(drive == Drive::threads ? Driver::threads : Driver::in_turn);
        if (!result) outcome.error = result.error();
      }
    }
    for (int rank = 0; rank < plan.ranks; ++rank) {
      const auto& mine = memory[static_cast<std::size_t>(rank)];
      INFO(plan.collective->name << " " << plan.algorithm << ", " << drive << ", rank " << rank << " of " << plan.ranks
                                 << ", count " << count << (plan.in_place ? ", in place" : ""));
      REQUIRE(mine.rest_untouched());
      outcome.outputs.push_back(mine.output());
      outcome.sent.push_back(counter.sent(rank));
      outcome.received.push_back(counter.received(rank));
    }
    return outcome;
  }

 private:
  std::unique_ptr<World> world_;
};

// Numbers that look random and are the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  // 0 to limit - 1.
  std::uint64_t below(std::uint64_t limit) { return (next() >> 11) % limit; }

 private:
  std::uint64_t state_;
};

// Inputs that no order of summing rounds: whole numbers from -8 to 8.
template <class T>
Table<T> whole_numbers(const Collective& collective, int ranks, std::size_t count, std::uint64_t seed = 1) {
  Random random(seed);
  Table<T> inputs(static_cast<std::size_t>(ranks), std::vector<T>(input_length(collective, ranks, count)));
  for (auto& row : inputs) {
    for (T& value : row) value = static_cast<T>(static_cast<std::int64_t>(random.below(17)) - 8);
  }
  return inputs;
}

// What every rank must get, from the reduction (or, for a gather, the concatenation) of all inputs.
template <class T>
Table<T> handed_out(const Collective& collective, int ranks, std::size_t count, const std::vector<T>& whole) {
  Table<T> outputs(static_cast<std::size_t>(ranks), whole);
  if (&collective != &reduce_scatter) return outputs;
  for (std::size_t rank = 0; rank < outputs.size(); ++rank) {
    const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(rank * count);
    outputs[rank].assign(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  return outputs;
}

// ((x0 op x1) op x2) op ..., element by element.
template <class T, class Op>
std::vector<T> folded(const Table<T>& inputs, Op op) {
  std::vector<T> result = inputs.front();
  for (std::size_t rank = 1; rank < inputs.size(); ++rank) {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = op(result[i], inputs[rank][i]);
  }
  return result;
}

template <class T>
std::vector<T> joined(const Table<T>& parts) {
  std::vector<T> whole;
  for (const auto& part : parts) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

// The right outputs for a sum (or a gather) of whole numbers.
template <class T>
Table<T> summed(const Collective& collective, std::size_t count, const Table<T>& inputs) {
  const auto ranks = static_cast<int>(inputs.size());
  const auto whole =
      collective.reduces ? folded(inputs, [](T a, T b) { return static_cast<T>(a + b); }) : joined(inputs);
  return handed_out(collective, ranks, count, whole);
}

}  // namespace ringlet::test
