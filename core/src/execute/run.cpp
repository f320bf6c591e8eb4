#include "ringlet/run.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "clock.hpp"
#include "rank_execution.hpp"
#include "waiting.hpp"
#include "world_core.hpp"

namespace ringlet {
namespace {

std::string milliseconds(std::chrono::nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) + " ms";
}

// What keeps a rank from doing what another waits for. Only a gate is a step that it is known to stand before.
std::string what_it_does(const RankStatus& status) {
  switch (status.state) {
    case RankState::gate_held: return " is held back at its step " + std::to_string(status.step);
    case RankState::gate: return " is paused at its step " + std::to_string(status.step);
    case RankState::idle: return " has not begun";
    case RankState::done: return " has already ended";
    case RankState::failed: return " has failed";
    default: return " is still at work";
  }
}

// Who waits for whom, from what the ranks last said of themselves.
Error deadline_error(const World& world, const Plan& plan, std::chrono::nanoseconds timeout) {
  Error error{ErrorCode::deadline, {}, {}, {}};
  std::string waits;
  std::vector<bool> waited_for(static_cast<std::size_t>(world.ranks()));
  for (int rank = 0; rank < world.ranks(); ++rank) {
    const RankStatus status = world.status(rank);
    if (status.state != RankState::waiting) continue;
    error.waiting.push_back({rank, status.peer, status.step});
    waited_for[static_cast<std::size_t>(status.peer)] = true;
    waits += (waits.empty() ? "rank " : ", rank ") + std::to_string(rank) + " waits for rank " +
             std::to_string(status.peer) + " (step " + std::to_string(status.step) + ")";
  }
  std::string culprits;
  for (int rank = 0; rank < world.ranks(); ++rank) {
    const RankStatus status = world.status(rank);
    if (status.state == RankState::waiting || !waited_for[static_cast<std::size_t>(rank)]) continue;
    error.culprits.push_back(rank);
    culprits += "; rank " + std::to_string(rank) + what_it_does(status);
  }
  error.message = std::string(plan.collective->name) + " (" + plan.algorithm + ") passed its deadline of " +
                  milliseconds(timeout) + ": " + waits + culprits + ".";
  return error;
}

Error size_mismatch(int rank, const Plan& plan, const RankExecution::Block& block) {
  return {ErrorCode::mismatch,
          std::string(plan.collective->name) + " (" + plan.algorithm + "): rank " + std::to_string(block.peer) +
              " sent rank " + std::to_string(rank) + " a message of another size than its step " +
              std::to_string(block.step) + " expects.",
          {},
          {block.peer}};
}

bool fits_memory(const Plan& plan, const Call& call) {
  const std::uint64_t parts = plan.collective->parts(plan.ranks);
  std::uint64_t elements = 0;
  bool fits = !__builtin_mul_overflow(call.count, parts, &elements);
  for (const std::uint64_t count : call.counts) fits = fits && !__builtin_add_overflow(elements, count, &elements);
  return fits &&
         elements <= static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()) / size_of(call.dtype);
}

// What contradicts the collective's contract in how a call gives its counts or its operator, or nothing.
std::string misgiven(const Plan& plan, const Call& call) {
  const Collective& collective = *plan.collective;
  const std::string name(collective.name);
  const std::uint32_t parts = collective.parts(plan.ranks);
  if (collective.uniform != nullptr && call.counts.size() != parts) {
    return name + " takes " + std::to_string(parts) + " counts, not " + std::to_string(call.counts.size()) + ".";
  }
  if (collective.uniform == nullptr && !call.counts.empty()) return name + " takes one count, not one for each part.";
  if (call.op == Operator::avg && (&collective == &scan || &collective == &exscan)) {
    return "op is 'avg', which " + name + " does not have: each rank would divide by another number.";
  }
  return {};
}

// In place the output lies where the contract says, out of place the buffers are apart.
std::optional<Error> misplaced(const Plan& plan, const Layout& layout, DataType dtype, int rank, RankBuffers buffers) {
  const std::uint64_t in = layout.buffer_length(rank, Space::input) * size_of(dtype);
  const std::uint64_t out = layout.buffer_length(rank, Space::output) * size_of(dtype);
  if (in == 0 || out == 0) return std::nullopt;
  const auto send = reinterpret_cast<std::uintptr_t>(buffers.send);
  const auto recv = reinterpret_cast<std::uintptr_t>(buffers.recv);
  const bool overlap = send < recv + out && recv < send + in;
  const auto wanted =
      send + static_cast<std::uintptr_t>(layout.in_place_offset(rank) * static_cast<std::int64_t>(size_of(dtype)));
  if (plan.in_place ? recv == wanted : !overlap) return std::nullopt;
  const std::string where =
      plan.in_place ? "recv must be at send + " + std::to_string(layout.in_place_offset(rank)) + " elements, in place"
                    : "send and recv overlap, but the plan is not in place";
  return Error{ErrorCode::invalid, "Rank " + std::to_string(rank) + ": " + where + ".", {}, {}};
}

}  // namespace

struct Run::State {
  using Block = RankExecution::Block;
  using Progress = RankExecution::Progress;

  State(World& in, const Call& what, std::vector<Observer*> watched_by)
      : world(in),
        core(in.core()),
        call(what),
        observers(std::move(watched_by)),
        thread_ids(static_cast<std::size_t>(in.ranks()), std::this_thread::get_id()) {}

  bool clock_stopped() const {
    return std::any_of(observers.begin(), observers.end(), [](auto* observer) { return observer->clock_stopped(); });
  }

  void post_block(int rank, const Block& block) {
    const bool held =
        std::any_of(observers.begin(), observers.end(), [&](auto* observer) { return observer->held(rank); });
    const RankState state = block.why == Block::Why::peer ? RankState::waiting
                            : held                        ? RankState::gate_held
                                                          : RankState::gate;
    core.post(rank, {state, block.peer, block.step});
  }

  // One pass over the rank's lanes.
  Progress advance(RankExecution& execution) {
    Progress best = Progress::done;
    for (int lane = 0; lane < execution.lanes(); ++lane) {
      const Progress progress = execution.try_step(lane);
      if (progress == Progress::mismatch) {
        world.fail(size_mismatch(execution.rank(), call.program->plan, execution.next(lane)));
        return progress;
      }
      if (progress == Progress::advanced || best == Progress::done) best = progress;
    }
    return best;
  }

  void end_rank(int rank, RankState how) {
    core.post(rank, {how, -1, 0});
    const std::uint64_t now = now_ns();
    for (std::uint64_t last = end_ns.load(); now > last && !end_ns.compare_exchange_weak(last, now);) {
    }
    ended.fetch_add(1, std::memory_order_seq_cst);
  }

  void run_rank(int rank) {
    const std::uint64_t now = now_ns();
    for (std::uint64_t first = begin_ns.load(); now < first && !begin_ns.compare_exchange_weak(first, now);) {
    }
    thread_ids[static_cast<std::size_t>(rank)] = std::this_thread::get_id();
    RankExecution& execution = *executions[static_cast<std::size_t>(rank)];
    Patience patience(core.spare_cores, call.timeout);
    core.post(rank, {RankState::running, -1, 0});
    for (bool slept = false;;) {
      const Progress progress = advance(execution);
      if (progress == Progress::done) return end_rank(rank, RankState::done);
      if (world.failed()) return end_rank(rank, RankState::failed);
      if (progress == Progress::advanced) {
        if (slept) core.post(rank, {RankState::running, -1, 0});
        slept = false;
        patience.refresh();
        continue;
      }
      const Block block = execution.block();
      if (block.why == Block::Why::nothing) continue;
      const bool counts = block.why == Block::Why::peer && !clock_stopped();
      const auto awake = [&] { return world.failed() || execution.block().why == Block::Why::nothing; };
      const auto before_sleep = [&] {
        slept = true;
        post_block(rank, block);
      };
      if (!patience.wait(core.doorbell(rank), counts, awake, before_sleep)) {
        post_block(rank, block);
        world.fail(deadline_error(world, call.program->plan, call.timeout));
      }
    }
  }

  bool has_ended(int rank) const {
    const RankState state = world.status(rank).state;
    return state == RankState::done || state == RankState::failed;
  }

  // One round of turns: each rank that has not ended takes at most one step per lane. True if any moved.
  bool turn() {
    bool moved = false;
    for (auto& execution : executions) {
      const int rank = execution->rank();
      if (has_ended(rank)) continue;
      if (world.failed()) {
        end_rank(rank, RankState::failed);
        continue;
      }
      const Progress progress = advance(*execution);
      moved = moved || progress == Progress::advanced || progress == Progress::done;
      if (progress == Progress::done) end_rank(rank, RankState::done);
    }
    return moved;
  }

  // Nobody could move: either a gate is closed, or the deadline comes nearer.
  void stand_still() {
    bool counts = false;
    for (auto& execution : executions) {
      if (has_ended(execution->rank())) continue;
      const Block block = execution->block();
      post_block(execution->rank(), block);
      counts = counts || block.why == Block::Why::peer;
    }
    const std::uint64_t now = now_ns();
    if (stuck_since_ns != 0 && counts && !clock_stopped()) waited += std::chrono::nanoseconds(now - stuck_since_ns);
    stuck_since_ns = now;
    if (waited >= call.timeout) world.fail(deadline_error(world, call.program->plan, call.timeout));
  }

  World& world;
  World::Core& core;
  Call call;
  std::vector<Observer*> observers;
  std::vector<std::unique_ptr<RankExecution>> executions;
  std::vector<std::thread::id> thread_ids;  // each written by its own thread before it ends
  std::atomic<int> ended{0};
  std::optional<Driver> driver;  // once begun
  std::atomic<std::uint64_t> begin_ns{std::numeric_limits<std::uint64_t>::max()};
  std::atomic<std::uint64_t> end_ns{0};
  // in turn only
  std::uint64_t stuck_since_ns = 0;
  std::chrono::nanoseconds waited{};
};

Layout layout_of(const Plan& plan, const Call& call) {
  return plan.collective->uniform != nullptr ? Layout(plan, std::span(call.counts)) : Layout(plan, call.count);
}

Run::Run(std::unique_ptr<State> state) : state_(std::move(state)) {}

Run::~Run() {
  if (state_->driver && !finished()) {
    state_->world.fail({ErrorCode::aborted, "The run was dropped before it ended.", {}, {}});
  }
  state_->core.threads.join();
  state_->core.busy = false;
}

Result<std::unique_ptr<Run>> Run::prepare(World& world, const Call& call, const std::vector<RankBuffers>& buffers,
                                          std::vector<Observer*> observers) {
  if (const auto failure = world.failure()) {
    return error(ErrorCode::failed, "This world failed before and has to be built anew: " + failure->message);
  }
  const Plan& plan = call.program->plan;
  if (plan.ranks != world.ranks() || buffers.size() != static_cast<std::size_t>(plan.ranks)) {
    return error(ErrorCode::invalid, "The plan is for " + std::to_string(plan.ranks) + " ranks, the world has " +
                                         std::to_string(world.ranks()) + " and " + std::to_string(buffers.size()) +
                                         " ranks gave buffers; all three must be the same.");
  }
  if (world.core().busy) return error(ErrorCode::invalid, "The world's last run still exists; end and drop it first.");
  if (std::string wrong = misgiven(plan, call); !wrong.empty()) return error(ErrorCode::invalid, std::move(wrong));
  if (!fits_memory(plan, call)) {
    return error(ErrorCode::invalid, std::string(plan.collective->count_name) + " is " + std::to_string(call.count) +
                                         "; that many elements of " + std::string(name(call.dtype)) + " for " +
                                         std::to_string(plan.ranks) + " ranks exceed the address space.");
  }
  const Layout layout = layout_of(plan, call);
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (auto wrong = misplaced(plan, layout, call.dtype, rank, buffers[static_cast<std::size_t>(rank)])) {
      return tl::unexpected(std::move(*wrong));
    }
  }
  auto state = std::make_unique<State>(world, call, std::move(observers));
  std::size_t lanes = 1;
  for (const auto& of_rank : plan.lanes) lanes = std::max(lanes, of_rank.size());
  state->core.mesh.reserve_lanes(lanes);
  for (int rank = 0; rank < plan.ranks; ++rank) state->core.post(rank, {});
  for (int rank = 0; rank < plan.ranks; ++rank) {
    state->executions.push_back(std::make_unique<RankExecution>(
        state->core, state->call, layout, rank, buffers[static_cast<std::size_t>(rank)], state->observers));
  }
  state->core.busy = true;
  return std::unique_ptr<Run>(new Run(std::move(state)));
}

void Run::start() {
  State& state = *state_;
  if (state.driver) return;
  state.driver = Driver::threads;
  if (const int threads = state.core.threads.reserve(state.core.ranks); threads < state.core.ranks) {
    state.world.fail({ErrorCode::failed,
                      "The system gives " + std::to_string(threads) + " threads, and " +
                          std::to_string(state.core.ranks) + " ranks need one each.",
                      {},
                      {}});
    for (int rank = 0; rank < state.core.ranks; ++rank) state.end_rank(rank, RankState::failed);
    return;
  }
  state.core.threads.start(state.core.ranks, [&state](int rank) { state.run_rank(rank); });
}

bool Run::pump(std::chrono::nanoseconds budget) {
  const std::uint64_t now = now_ns();
  if (!state_->driver) {
    state_->driver = Driver::in_turn;
    state_->begin_ns = now;
  }
  if (*state_->driver == Driver::threads) return finished();
  const std::uint64_t until = now + static_cast<std::uint64_t>(budget.count());
  while (!finished()) {
    if (!state_->turn()) {
      state_->stand_still();
      if (!state_->world.failed()) return false;
    } else {
      state_->stuck_since_ns = 0;
      state_->waited = {};
    }
    if (now_ns() >= until) break;
  }
  return finished();
}

bool Run::finished() const noexcept { return state_->ended.load(std::memory_order_seq_cst) == state_->core.ranks; }

Result<void> Run::wait(Driver driver) {
  if (state_->driver.value_or(driver) == Driver::threads) {
    start();
    state_->core.threads.join();
  } else {
    constexpr std::chrono::milliseconds slice{1};
    while (!pump(slice)) std::this_thread::sleep_for(slice / 10);
  }
  if (auto failure = state_->world.failure()) return tl::unexpected(std::move(*failure));
  return {};
}

std::chrono::nanoseconds Run::elapsed() const noexcept {
  const std::uint64_t begin = state_->begin_ns.load();
  const std::uint64_t end = state_->end_ns.load();
  return std::chrono::nanoseconds(end > begin ? end - begin : 0);
}

int Run::threads() const {
  return static_cast<int>(std::set(state_->thread_ids.begin(), state_->thread_ids.end()).size());
}

}  // namespace ringlet
