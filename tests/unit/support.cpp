#include "support.hpp"

#include <thread>

#include "ringlet/byte_counter.hpp"
#include "ringlet/stepper.hpp"

namespace ringlet::test {

std::vector<const Algorithm*> algorithms_for(const Collective& collective, int ranks) {
  std::vector<const Algorithm*> serving;
  for (const Algorithm* algorithm : algorithms()) {
    const Variant* variant = algorithm->variant(collective);
    if (variant != nullptr && variant->ranks.holds(ranks)) serving.push_back(algorithm);
  }
  return serving;
}

std::vector<int> roots_for(const Collective& collective, int ranks) {
  if (!collective.rooted || ranks == 1) return {0};
  if (ranks == 2) return {0, 1};
  return {0, ranks / 2, ranks - 1};
}

std::vector<Form> forms_for(const Collective& collective, int ranks) {
  std::vector<Form> all;
  for (const Algorithm* algorithm : algorithms_for(collective, ranks)) {
    for (const int root : roots_for(collective, ranks)) {
      all.push_back({&collective, algorithm, ranks, root, false});
      if (collective.in_place) all.push_back({&collective, algorithm, ranks, root, true});
    }
  }
  return all;
}

std::vector<Form> forms(int ranks) {
  std::vector<Form> all;
  for (const Collective* collective : collectives()) {
    const auto its = forms_for(*collective, ranks);
    all.insert(all.end(), its.begin(), its.end());
  }
  return all;
}

std::vector<Form> plain_forms(int ranks) {
  auto all = forms(ranks);
  const auto end = std::remove_if(all.begin(), all.end(), [ranks](const Form& form) {
    return form.collective->uniform != nullptr || form.root != roots_for(*form.collective, ranks).back();
  });
  all.erase(end, all.end());
  return all;
}

Asked Form::asked(std::uint64_t count) const {
  Asked result{collective, ranks, root, count};
  if (collective->uniform == nullptr) return result;
  const auto n = static_cast<std::uint64_t>(ranks);
  result.count = 0;
  for (std::uint64_t part = 0; part < (collective->uniform == &all_to_all ? n * n : n); ++part) {
    result.counts.push_back(part % 3 == 1 ? 0 : count / 2 + part * 5 % (count + 1));
  }
  return result;
}

std::ostream& operator<<(std::ostream& out, const Form& form) {
  return out << form.collective->name << " by " << form.algorithm->name << ", " << form.ranks << " ranks, root "
             << form.root << (form.in_place ? ", in place" : "");
}

std::shared_ptr<const Program> program_for(const Form& form) {
  return program_for(*form.collective, form.algorithm->name, form.ranks, form.in_place, form.root);
}

std::shared_ptr<const Program> program_for(const Collective& collective, std::string_view algorithm, int ranks,
                                           bool in_place, int root) {
  auto plan = make_plan(*find_algorithm(algorithm), {&collective, ranks, root, in_place});
  REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
  return verified(std::move(*plan));
}

std::shared_ptr<const Program> verified(Plan plan, std::uint32_t queue_slots) {
  auto program = prepare(std::move(plan), queue_slots);
  REQUIRE_MESSAGE(program.has_value(), program.error().message);
  return std::make_shared<const Program>(std::move(*program));
}

namespace {

// One rank's send and recv buffer with guard bytes around them, overlapping as NCCL's in-place rules say.
class Guarded {
 public:
  // `room` bytes belong to recv, of which the call may write the first `recv_bytes`; `offset` bytes lie between send
  // and recv where they share memory.
  Guarded(const std::vector<std::byte>& input, std::size_t recv_bytes, std::size_t room,
          std::optional<std::ptrdiff_t> offset)
      : recv_bytes_(recv_bytes) {
    const auto recv_after = static_cast<std::ptrdiff_t>(padded(input.size()) + kGuard);
    const std::ptrdiff_t apart = offset.value_or(recv_after);
    send_at_ = kGuard + static_cast<std::size_t>(std::max<std::ptrdiff_t>(-apart, 0));
    recv_at_ = kGuard + static_cast<std::size_t>(std::max<std::ptrdiff_t>(apart, 0));
    block_.assign(std::max(send_at_ + input.size(), recv_at_ + room) + kGuard, std::byte{0xa5});
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
  const Asked asked = asked_of(*call.program, call.count, call.counts);
  const std::size_t element = size_of(call.dtype);
  std::vector<Guarded> memory;
  std::vector<RankBuffers> buffers;
  REQUIRE(inputs.size() == static_cast<std::size_t>(plan.ranks));
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const auto& input = inputs[static_cast<std::size_t>(rank)];
    REQUIRE(input.size() == input_length(asked, rank) * element);
    std::optional<std::ptrdiff_t> offset;
    if (plan.in_place) offset = in_place_offset(asked, rank);
    if (offset) *offset *= static_cast<std::ptrdiff_t>(element);
    memory.emplace_back(input, output_length(asked, rank) * element, output_room(asked, rank) * element, offset);
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
                               << ", root " << plan.root << ", count " << call.count
                               << (plan.in_place ? ", in place" : "") << ", seed " << seed);
    REQUIRE_MESSAGE(!outcome.error, outcome.error->message);
    REQUIRE(memory[rank].rest_untouched());
    outcome.outputs.push_back(memory[rank].output());
    outcome.sent.push_back(counter.sent(static_cast<int>(rank)));
    outcome.received.push_back(counter.received(static_cast<int>(rank)));
  }
  return outcome;
}

}  // namespace ringlet::test
