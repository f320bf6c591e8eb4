#include "ringlet/run.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "../call/call_checks.hpp"
#include "../execute/rank_execution.hpp"
#include "../progress/drive.hpp"
#include "../wait/clock.hpp"
#include "altered_call.hpp"

namespace ringlet {

struct Run::State {
  // A rank's part: what it does, and from when on.
  struct Seat {
    std::unique_ptr<RankExecution> execution;
    std::optional<Fault> fault;
    std::optional<AlteredCall> altered;  // outlives the execution of it
    std::thread::id thread;              // written by that thread before it ends
    std::uint64_t looked_ns = 0;         // while it has not come: when it last looked at the clock,
    std::chrono::nanoseconds passed{};   // and for how long that has been running
    bool came = false;
  };

  State(World& in, const Call& what, std::vector<Observer*> watched_by)
      : world(in), core(in.core()), call(what), observers(std::move(watched_by)) {
    call.timeout = kept(call.timeout);
    seats.resize(static_cast<std::size_t>(in.ranks()));
    for (Seat& seat : seats) seat.thread = std::this_thread::get_id();
  }

  void begin_rank() {
    const std::uint64_t now = now_ns();
    for (std::uint64_t first = begin_ns.load(); now < first && !begin_ns.compare_exchange_weak(first, now);) {
    }
  }

  void end_rank(int rank, RankState how) {
    core.post(rank, {how, -1, 0});
    core.turn_to(rank, nullptr);
    const std::uint64_t now = now_ns();
    for (std::uint64_t last = end_ns.load(); now > last && !end_ns.compare_exchange_weak(last, now);) {
    }
    ended.fetch_add(1, std::memory_order_seq_cst);
  }

  // Whether the rank is there now. One that never comes gives up after the others, whose error says who waits for whom:
  // maybe nobody waits for it.
  bool comes(int rank, Seat& seat) {
    if (seat.came || !seat.fault) return true;
    const std::uint64_t now = now_ns();
    if (seat.looked_ns != 0 && !clock_stopped(observers)) seat.passed += std::chrono::nanoseconds(now - seat.looked_ns);
    seat.looked_ns = now;
    const FaultKind kind = seat.fault->kind;
    if (kind == FaultKind::absent) {
      if (seat.passed >= call.timeout + kAbsence && !anyone_waits()) give_up(rank, ErrorCode::deadline, " never came.");
      return false;
    }
    seat.came = seat.passed >= seat.fault->after;
    if (seat.came && kind == FaultKind::abort) give_up(rank, ErrorCode::aborted, " aborted the run.");
    return seat.came;
  }

  bool anyone_waits() const {
    const auto waits = [&](const Seat& seat) {
      return world.status(static_cast<int>(&seat - seats.data())).state == RankState::waiting;
    };
    return std::any_of(seats.begin(), seats.end(), waits);
  }

  void give_up(int rank, ErrorCode code, const char* what) {
    world.fail({code, "Rank " + std::to_string(rank) + what, {}, {rank}});
  }

  void run_rank(int rank) {
    Seat& seat = seats[static_cast<std::size_t>(rank)];
    seat.thread = std::this_thread::get_id();
    begin_rank();
    while (!comes(rank, seat) && !world.failed()) {
      core.doorbell(rank).wait(std::chrono::milliseconds(1), [&] { return world.failed(); });
    }
    if (world.failed()) return end_rank(rank, RankState::failed);
    core.turn_to(rank, seat.execution.get());
    core.post(rank, {RankState::running, -1, 0});
    const bool good = drive(core, rank, call.timeout, observers, *seat.execution);
    end_rank(rank, good ? RankState::done : RankState::failed);
  }

  // All that are there tell what they call, before the first compares: so the odd one out is known from the start.
  void post_calls() {
    for (Seat& seat : seats) {
      if (comes(static_cast<int>(&seat - seats.data()), seat)) seat.execution->post();
    }
  }

  bool has_ended(int rank) const {
    const RankState state = world.status(rank).state;
    return state == RankState::done || state == RankState::failed;
  }

  // One round of turns: each rank that has come and not ended takes at most one step per lane. True if any moved.
  bool turn() {
    bool moved = false;
    post_calls();
    for (int rank = 0; rank < world.ranks(); ++rank) {
      Seat& seat = seats[static_cast<std::size_t>(rank)];
      if (has_ended(rank)) continue;
      if (world.failed()) {
        end_rank(rank, RankState::failed);
        continue;
      }
      if (!comes(rank, seat)) continue;
      core.turn_to(rank, seat.execution.get());
      const Progress progress = seat.execution->advance();
      if (progress == Progress::mismatch) world.fail(seat.execution->disagreement());
      moved = moved || progress == Progress::advanced || progress == Progress::done;
      if (progress == Progress::done) end_rank(rank, RankState::done);
    }
    return moved;
  }

  // Nobody could move: either a gate is closed, or the deadline comes nearer.
  void stand_still() {
    const Operation* waits = nullptr;
    for (Seat& seat : seats) {
      const int rank = static_cast<int>(&seat - seats.data());
      if (has_ended(rank) || !comes(rank, seat)) continue;
      const Block block = seat.execution->block();
      post_block(core, rank, *seat.execution, block, observers);
      if (block.why == Block::Why::peer) waits = seat.execution.get();
    }
    const std::uint64_t now = now_ns();
    if (stuck_since_ns != 0 && waits != nullptr && !clock_stopped(observers)) {
      waited += std::chrono::nanoseconds(now - stuck_since_ns);
    }
    stuck_since_ns = now;
    if (waits != nullptr && waited >= call.timeout) world.fail(deadline_error(core, *waits, call.timeout));
  }

  static constexpr std::chrono::milliseconds kAbsence{50};  // after the others' deadline

  World& world;
  World::Core& core;
  Call call;
  std::vector<Observer*> observers;
  std::vector<Seat> seats;
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
                                          std::vector<Observer*> observers, const std::vector<Fault>& faults) {
  if (const auto failure = world.failure()) {
    return error(ErrorCode::failed, "This world failed before and has to be built anew: " + failure->message);
  }
  const Plan& plan = call.program->plan;
  if (plan.ranks != world.ranks() || buffers.size() != static_cast<std::size_t>(plan.ranks)) {
    return error(ErrorCode::invalid, "The plan is for " + counted(plan.ranks, "rank") + ", the world has " +
                                         std::to_string(world.ranks()) + " and " + counted(buffers.size(), "rank") +
                                         " gave buffers; all three must be the same.");
  }
  if (world.core().busy) return error(ErrorCode::invalid, "The world's last run still exists; end and drop it first.");
  if (auto wrong = misgiven(plan, call)) return tl::unexpected(std::move(*wrong));
  const Layout layout = layout_of(plan, call);
  const Placement placement = plan.in_place ? Placement::in_place : Placement::apart;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    if (auto wrong = misplaced(layout, call.dtype, rank, buffers[static_cast<std::size_t>(rank)], placement)) {
      return tl::unexpected(std::move(*wrong));
    }
  }
  auto state = std::make_unique<State>(world, call, std::move(observers));
  for (const Fault& fault : faults) {
    if (fault.rank < 0 || fault.rank >= plan.ranks) {
      return error(ErrorCode::invalid, "A fault names rank " + std::to_string(fault.rank) + "; allowed are 0 to " +
                                           std::to_string(plan.ranks - 1) + ".");
    }
    State::Seat& seat = state->seats[static_cast<std::size_t>(fault.rank)];
    if (seat.fault)
      return error(ErrorCode::invalid, "Rank " + std::to_string(fault.rank) + " has two faults; one each.");
    seat.fault = fault;
    seat.fault->after = kept(fault.after);
    if (!alters(fault.kind)) continue;
    auto altered = AlteredCall::make(call, fault);
    if (!altered) return tl::unexpected(std::move(altered.error()));
    seat.altered = std::move(*altered);
  }
  const auto same_as_first = [&first = state->seats.front()](const State::Seat& seat) {
    return seat.altered && first.altered && seat.fault->kind == first.fault->kind;
  };
  if (std::all_of(state->seats.begin(), state->seats.end(), same_as_first)) {
    return error(ErrorCode::invalid, "Every rank has the fault '" + std::string(name(faults.front().kind)) +
                                         "', so that none would make another call than the others.");
  }
  for (int rank = 0; rank < plan.ranks; ++rank) {
    State::Seat& seat = state->seats[static_cast<std::size_t>(rank)];
    state->core.post(rank, {});
    state->core.turn_to(rank, nullptr);
    if (seat.altered) {
      seat.execution = seat.altered->execution(state->core);
    } else {
      seat.execution =
          std::make_unique<RankExecution>(state->core, *state->core.whole, state->call, rank, state->observers);
      seat.execution->restart(buffers[static_cast<std::size_t>(rank)], scalar_of(state->call, rank),
                              kept(state->call.timeout));
    }
    seat.execution->compare_first();
  }
  state->core.busy = true;
  return std::unique_ptr<Run>(new Run(std::move(state)));
}

void Run::start() {
  State& state = *state_;
  if (state.driver) return;
  state.driver = Driver::threads;
  if (auto missing = missing_threads(state.core)) {
    state.world.fail(std::move(*missing));
    for (int rank = 0; rank < state.core.ranks; ++rank) state.end_rank(rank, RankState::failed);
    return;
  }
  for (State::Seat& seat : state.seats) seat.execution->take_together();
  state.post_calls();
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
  std::set<std::thread::id> different;
  for (const State::Seat& seat : state_->seats) different.insert(seat.thread);
  return static_cast<int>(different.size());
}

}  // namespace ringlet
