#include "ringlet/communicator.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../execute/exchange.hpp"
#include "../execute/rank_execution.hpp"
#include "../fail/failures.hpp"
#include "../progress/rank_progress.hpp"
#include "../wait/clock.hpp"
#include "call_checks.hpp"

namespace ringlet {
namespace {

const std::vector<Observer*> kNobody;

// Whoever is told of it may give up the memory of all that was started: nobody uses it any more.
std::optional<Error> failed_before(const World::Core& world) {
  if (!world.failed.load(std::memory_order_seq_cst)) return std::nullopt;
  world.wait_until_outside();
  const std::lock_guard guard(world.error_guard);
  return Error{ErrorCode::failed,
               "This world failed before and has to be built anew: " + world.error->message,
               {},
               world.error->culprits};
}

// A rank's own factor, where a call expects everyone's: it looks at no other.
std::vector<std::byte> scalars_of(const RankCall& asked, int ranks, int rank) {
  if (asked.scalar == nullptr) return {};
  const std::size_t element = size_of(asked.dtype);
  std::vector<std::byte> scalars(static_cast<std::size_t>(ranks) * element);
  std::memcpy(scalars.data() + static_cast<std::size_t>(rank) * element, asked.scalar, element);
  return scalars;
}

std::optional<Error> misplaced(const Collective& collective, const Layout& layout, int rank, const RankCall& asked) {
  const Placement placement = collective.in_place ? Placement::either : Placement::apart;
  return misplaced(layout, asked.dtype, rank, {asked.send, asked.recv}, placement);
}

Result<std::unique_ptr<RankExecution>> execution_of(World::Core& world, Group& group, int rank,
                                                    const Collective& collective, const RankCall& asked) {
  if (auto failure = failed_before(world)) return tl::unexpected(std::move(*failure));
  const bool commutative = asked.user_op == nullptr || asked.user_op->commutative;
  auto program =
      world.programs.get(asked.options.algorithm, collective, group.size(), asked.root, commutative,
                         longest_buffer(collective, group.size(), asked.count, asked.counts, size_of(asked.dtype)));
  if (!program) return tl::unexpected(std::move(program.error()));
  const Call call{.program = std::move(*program),
                  .dtype = asked.dtype,
                  .op = asked.op,
                  .count = asked.count,
                  .timeout = asked.options.timeout,
                  .counts = {asked.counts.begin(), asked.counts.end()},
                  .scalars = scalars_of(asked, group.size(), rank),
                  .accumulate = asked.accumulate,
                  .user_op = asked.user_op};
  const Plan& plan = call.program->plan;
  if (auto wrong = misgiven(plan, call)) return tl::unexpected(std::move(*wrong));
  if (auto wrong = misplaced(collective, layout_of(plan, call), rank, asked)) return tl::unexpected(std::move(*wrong));
  auto execution = std::make_unique<RankExecution>(world, group, call, rank, kNobody);
  execution->take_together();
  return execution;
}

Result<void> prepare(Exchange& exchange, World::Core& world, Group& group, int rank,
                     std::span<const Transfer> transfers) {
  if (auto failure = failed_before(world)) return tl::unexpected(std::move(*failure));
  for (const Transfer& transfer : transfers) {
    if (transfer.peer < 0 || transfer.peer >= group.size()) {
      return error(ErrorCode::invalid, "peer is " + std::to_string(transfer.peer) + "; allowed are 0 to " +
                                           std::to_string(group.size() - 1) + ", the ranks of the group.");
    }
    const bool sends = transfer.direction == Transfer::Direction::send;
    if (transfer.count > 0 && (sends ? transfer.send : transfer.recv) == nullptr) {
      return error(ErrorCode::invalid, std::string(sends ? "send" : "recv") + " is null, but count is " +
                                           std::to_string(transfer.count) + ".");
    }
    if (!fits_memory(transfer.count, transfer.dtype)) {
      return error(ErrorCode::invalid, "count is " + std::to_string(transfer.count) + "; that many elements of " +
                                           std::string(name(transfer.dtype)) + " exceed the address space.");
    }
  }
  exchange.restart(group, rank, transfers);
  return {};
}

}  // namespace

bool Request::test() const noexcept { return progress_->over(*pending_); }

Result<void> Request::wait() { return progress_->wait(*pending_); }

int Communicator::size() const noexcept { return group_->size(); }

Result<void> Communicator::call(const Collective& collective, const RankCall& call) {
  if (!progress_->alone()) {
    auto request = start(collective, call);
    if (!request) return tl::unexpected(std::move(request.error()));
    return request->wait();
  }
  World::Core& world = progress_->world();
  RankExecution* execution = progress_->executions.find(*group_, collective, call);
  if (execution == nullptr) {
    auto made = execution_of(world, *group_, rank_, collective, call);
    if (!made) return tl::unexpected(std::move(made.error()));
    execution = &progress_->executions.keep(*group_, collective, call, std::move(*made));
  } else if (auto failure = failed_before(world)) {
    return tl::unexpected(std::move(*failure));
  } else if (!execution->has_used({call.send, call.recv})) {
    if (auto wrong = misplaced(collective, execution->layout(), rank_, call)) return tl::unexpected(std::move(*wrong));
  }
  const std::chrono::nanoseconds timeout = kept(call.options.timeout);
  execution->restart({call.send, call.recv}, static_cast<const std::byte*>(call.scalar), timeout);
  return progress_->carry_out(*execution, timeout);
}

Result<Request> Communicator::start(const Collective& collective, const RankCall& call) {
  auto execution = execution_of(progress_->world(), *group_, rank_, collective, call);
  if (!execution) return tl::unexpected(std::move(execution.error()));
  const std::chrono::nanoseconds timeout = kept(call.options.timeout);
  (*execution)->restart({call.send, call.recv}, static_cast<const std::byte*>(call.scalar), timeout);
  return Request(progress_->start(std::move(*execution), timeout), *progress_);
}

Result<void> Communicator::sized(const Collective& collective, RankCall call, std::uint64_t send, std::uint64_t recv) {
  const Shape shape{.ranks = size(), .root = call.root, .chunks = collective.parts(size())};
  const std::uint64_t parts_in = collective.input(shape, rank_).count;
  const std::uint64_t parts_out = collective.output(shape, rank_).count;
  call.count = parts_out > 0 ? recv / parts_out : parts_in > 0 ? send / parts_in : 0;
  if (send != call.count * parts_in || recv != call.count * parts_out) {
    return error(ErrorCode::invalid, std::string(collective.name) + ": send has " + counted(send, "element") +
                                         " and recv " + std::to_string(recv) + "; rank " + std::to_string(rank_) +
                                         " of " + std::to_string(size()) + " needs " + std::to_string(parts_in) +
                                         " and " + std::to_string(parts_out) + " times " +
                                         std::string(collective.count_name) + ".");
  }
  return this->call(collective, call);
}

Result<void> Communicator::barrier(CallOptions options) { return call(ringlet::barrier, {.options = options}); }

Result<void> Communicator::exchange(std::span<const Transfer> transfers, CallOptions options) {
  if (!progress_->alone()) {
    auto request = start_exchange(transfers, options);
    if (!request) return tl::unexpected(std::move(request.error()));
    return request->wait();
  }
  Exchange& exchange = progress_->exchange;
  if (auto ready = prepare(exchange, progress_->world(), *group_, rank_, transfers); !ready) return ready;
  return progress_->carry_out(exchange, kept(options.timeout));
}

Result<Request> Communicator::start_exchange(std::span<const Transfer> transfers, CallOptions options) {
  auto exchange = std::make_unique<Exchange>(progress_->world());
  if (auto ready = prepare(*exchange, progress_->world(), *group_, rank_, transfers); !ready) {
    return tl::unexpected(std::move(ready.error()));
  }
  return Request(progress_->start(std::move(exchange), kept(options.timeout)), *progress_);
}

Result<std::optional<Communicator>> Communicator::split(int colour, int key) {
  struct Wish {
    std::int32_t colour, key;
  };
  const Wish mine{colour, key};
  std::vector<Wish> wishes(static_cast<std::size_t>(size()));
  const RankCall call{.send = &mine, .recv = wishes.data(), .count = 2};
  if (auto gathered = this->call(ringlet::all_gather, call); !gathered)
    return tl::unexpected(std::move(gathered.error()));
  if (colour < 0) return std::optional<Communicator>();

  std::vector<int> members;
  for (int rank = 0; rank < size(); ++rank) {
    if (wishes[static_cast<std::size_t>(rank)].colour == colour) members.push_back(rank);
  }
  std::stable_sort(members.begin(), members.end(), [&](int a, int b) {
    return wishes[static_cast<std::size_t>(a)].key < wishes[static_cast<std::size_t>(b)].key;
  });
  const auto own = static_cast<int>(std::find(members.begin(), members.end(), rank_) - members.begin());
  for (int& rank : members) rank = group_->world_rank(rank);

  World::Core& world = progress_->world();
  const std::lock_guard guard(world.groups_guard);
  auto& group = world.groups[{group_, group_->calls[static_cast<std::size_t>(rank_)].made, colour}];
  if (!group) group = std::make_unique<Group>(std::move(members));
  return std::optional(Communicator(*group, own, *progress_));
}

void Communicator::abort(const std::string& reason) {
  World::Core& world = progress_->world();
  const int rank = progress_->rank();
  world.fail({ErrorCode::aborted, "Rank " + std::to_string(rank) + " aborted: " + reason, {}, {rank}});
  world.wait_until_outside();
}

Result<void> run_ranks(World& world, const std::function<Result<void>(Communicator&)>& work) {
  if (!has_threads()) {
    return error(ErrorCode::invalid, "Ranks that run code of their own need threads, and this build has none.");
  }
  World::Core& core = world.core();
  if (auto failure = failed_before(core)) return tl::unexpected(std::move(*failure));
  if (core.busy) return error(ErrorCode::invalid, "The world's last run still exists; end and drop it first.");
  if (auto missing = missing_threads(core)) return tl::unexpected(std::move(*missing));
  core.busy = true;
  for (int rank = 0; rank < core.ranks; ++rank) core.post(rank, {});
  core.threads.start(core.ranks, [&](int rank) {
    RankProgress progress(core, rank);
    Communicator communicator(*core.whole, rank, progress);
    if (auto result = work(communicator); !result) {
      core.fail(
          {ErrorCode::aborted, "Rank " + std::to_string(rank) + " gave up: " + result.error().message, {}, {rank}});
    }
    progress.finish();
    core.post(rank, {core.failed.load() ? RankState::failed : RankState::done, -1, 0});
  });
  core.threads.join();
  if (auto undone = left_undone(core, *core.whole)) core.fail(std::move(*undone));
  for (const auto& [split, group] : core.groups) {
    if (auto undone = left_undone(core, *group)) core.fail(std::move(*undone));
  }
  core.groups.clear();
  core.busy = false;
  if (auto failure = world.failure()) return tl::unexpected(std::move(*failure));
  return {};
}

}  // namespace ringlet
