#include "support.hpp"

#include <thread>

#include "ringlet/byte_counter.hpp"
#include "ringlet/stepper.hpp"

namespace ringlet::test {

std::shared_ptr<const Program> program_for(const Collective& collective, std::string_view algorithm, int ranks,
                                           bool in_place) {
  auto plan = make_plan(*find_algorithm(algorithm), {&collective, ranks, 0, in_place});
  REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
  return verified(std::move(*plan));
}

std::shared_ptr<const Program> verified(Plan plan, std::uint32_t queue_slots) {
  auto program = prepare(std::move(plan), queue_slots);
  REQUIRE_MESSAGE(program.has_value(), program.error().message);
  return std::make_shared<const Program>(std::move(*program));
}

std::size_t input_length(const Collective& collective, int ranks, std::size_t count) {
  return &collective == &reduce_scatter ? count * static_cast<std::size_t>(ranks) : count;
}

std::size_t output_length(const Collective& collective, int ranks, std::size_t count) {
  return &collective == &all_gather ? count * static_cast<std::size_t>(ranks) : count;
}

namespace {

// One rank's send and recv buffer with guard bytes around them, overlapping as NCCL's in-place rules say.
class Guarded {
 public:
  // Lengths in bytes; `own` is where the rank's part lies in the whole tensor.
  Guarded(const std::vector<std::byte>& input, std::size_t recv_bytes, std::size_t own, bool in_place)
      : recv_bytes_(recv_bytes) {
    const bool input_inside = in_place && input.size() < recv_bytes;
    const bool output_inside = in_place && recv_bytes < input.size();
    send_at_ = kGuard + (input_inside ? own : 0);
    recv_at_ = in_place ? kGuard + (output_inside ? own : 0) : send_at_ + padded(input.size()) + kGuard;
    const std::size_t end = in_place ? kGuard + std::max(input.size(), recv_bytes) : recv_at_ + recv_bytes;
    block_.assign(end + kGuard, std::byte{0xa5});
    std::copy(input.begin(), input.end(), block_.begin() + static_cast<std::ptrdiff_t>(send_at_));
    before_ = block_;
  }

  RankBuffers buffers() { return {block_.data() + send_at_, block_.data() + recv_at_}; }
  std::vector<std::byte> output() const { return {at(block_, recv_at_), at(block_, recv_at_ + recv_bytes_)}; }
  // Whether every byte outside [recv, recv + count) is as it was.
  bool rest_untouched() const {
    const std::size_t end = recv_at_ + recv_bytes_;
    return std::memcmp(block_.data(), before_.data(), recv_at_) == 0 &&
           std::memcmp(block_.data() + end, before_.data() + end, block_.size() - end) == 0;
  }

 private:
  static constexpr std::size_t kGuard = 128;

  static std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }
  static std::vector<std::byte>::const_iterator at(const std::vector<std::byte>& block, std::size_t offset) {
    return block.begin() + static_cast<std::ptrdiff_t>(offset);
  }

  std::size_t recv_bytes_;
  std::size_t send_at_ = 0;
  std::size_t recv_at_ = 0;
  std::vector<std::byte> block_;
  std::vector<std::byte> before_;
};

// Opens and closes each rank's gate at random, for bursts of its turns.
class Shuffler final : public Observer {
 public:
  Shuffler(int ranks, std::uint64_t seed) : random_(seed), ranks_(static_cast<std::size_t>(ranks)) {}

  bool may_step(int rank) noexcept override {
    Burst& burst = ranks_[static_cast<std::size_t>(rank)];
    if (burst.left == 0) burst = {random_.below(16) + 1, random_.below(3) != 0};
    --burst.left;
    return burst.open;
  }

 private:
  struct Burst {
    std::uint64_t left = 0;
    bool open = false;
  };
  Random random_;
  std::vector<Burst> ranks_;
};

// Grants one step to everybody, again and again.
void step_to_end(Run& run, Stepper& stepper) {
  if (has_threads()) run.start();
  while (has_threads() ? !run.finished() : !run.pump(std::chrono::nanoseconds(0))) {
    stepper.step_all();
    std::this_thread::sleep_for(std::chrono::microseconds(20));  // or this thread takes a core from the ranks
  }
}

}  // namespace

World& Runner::world(int ranks) {
  if (!world_) {
    world_ = std::make_unique<World>(ranks);
  } else if (world_->ranks() != ranks || world_->failed()) {
    world_->rebuild(ranks);
  }
  return *world_;
}

Outcome<std::byte> Runner::run_bytes(const Call& call, const Table<std::byte>& inputs, Drive drive,
                                     std::vector<Observer*> observers) {
  const Plan& plan = call.program->plan;
  World& in = world(plan.ranks);
  const auto count = static_cast<std::size_t>(call.count);
  const std::size_t element = size_of(call.dtype);
  std::vector<Guarded> memory;
  std::vector<RankBuffers> buffers;
  for (const auto& input : inputs) {
    REQUIRE(input.size() == input_length(*plan.collective, plan.ranks, count) * element);
    memory.emplace_back(input, output_length(*plan.collective, plan.ranks, count) * element,
                        memory.size() * count * element, plan.in_place);
    buffers.push_back(memory.back().buffers());
  }
  ByteCounter counter(plan.ranks);
  Stepper stepper(in, true);
  observers.push_back(&counter);
  if (drive == Drive::stepper) observers.push_back(&stepper);
  const std::uint64_t seed = drive == Drive::shuffled ? seed_++ : 0;
  Shuffler shuffler(plan.ranks, seed);
  if (drive == Drive::shuffled) observers.push_back(&shuffler);

  Outcome<std::byte> outcome;
  {
    auto run = Run::prepare(in, call, buffers, observers);
    REQUIRE_MESSAGE(run.has_value(), run.error().message);
    if (drive == Drive::stepper) {
      step_to_end(**run, stepper);
    } else if (drive == Drive::shuffled) {
      while (!(*run)->pump(std::chrono::nanoseconds(0))) continue;
    } else {
      (void)(*run)->wait(drive == Drive::threads ? Driver::threads : Driver::in_turn);
    }
    outcome.error = in.failure();
  }
  for (std::size_t rank = 0; rank < memory.size(); ++rank) {
    INFO(plan.collective->name << " " << plan.algorithm << ", " << drive << ", rank " << rank << " of " << plan.ranks
                               << ", count " << count << (plan.in_place ? ", in place" : "") << ", seed " << seed);
    REQUIRE_MESSAGE(!outcome.error, outcome.error->message);
    REQUIRE(memory[rank].rest_untouched());
    outcome.outputs.push_back(memory[rank].output());
    outcome.sent.push_back(counter.sent(static_cast<int>(rank)));
    outcome.received.push_back(counter.received(static_cast<int>(rank)));
  }
  return outcome;
}

}  // namespace ringlet::test
