#include "altered_call.hpp"

#include <string>
#include <utility>

#include "../call/call_checks.hpp"
#include "../wait/clock.hpp"
#include "../world/world_core.hpp"

namespace ringlet {
namespace {

Result<std::shared_ptr<const Program>> program_of(const Algorithm& algorithm, const PlanRequest& request) {
  auto plan = make_plan(algorithm, request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  auto program = prepare(std::move(*plan));
  if (!program) return error(ErrorCode::invalid, program.error().message);
  return std::make_shared<const Program>(std::move(*program));
}

Result<void> alter_collective(Call& call) {
  const Plan& plan = call.program->plan;
  const Collective& other = plan.collective == &all_gather ? all_reduce : all_gather;
  auto program = program_of(default_algorithm(other), {.collective = &other, .ranks = plan.ranks});
  if (!program) return tl::unexpected(std::move(program.error()));
  call.program = std::move(*program);
  call.counts.clear();
  // What a collective that does not reduce leaves unchecked.
  call.op = Operator::sum;
  call.scalars.clear();
  call.accumulate = Accumulate::per_hop;
  call.user_op = nullptr;
  return {};
}

Result<void> alter_root(Call& call) {
  const Plan& plan = call.program->plan;
  const Algorithm* algorithm = find_algorithm(plan.algorithm);
  if (!plan.collective->rooted || plan.ranks == 1 || algorithm == nullptr) {
    return error(ErrorCode::invalid, "A fault is 'other_root', but " + std::string(plan.collective->name) + " on " +
                                         counted(plan.ranks, "rank") + " has no other root.");
  }
  auto program = program_of(*algorithm, {.collective = plan.collective,
                                         .ranks = plan.ranks,
                                         .root = (plan.root + 1) % plan.ranks,
                                         .in_place = plan.in_place,
                                         .slices = plan.slices});
  if (!program) return tl::unexpected(std::move(program.error()));
  call.program = std::move(*program);
  return {};
}

Result<void> alter_op(Call& call) {
  const Collective& collective = *call.program->plan.collective;
  if (!collective.reduces) {
    return error(ErrorCode::invalid,
                 "A fault is 'other_op', but " + std::string(collective.name) + " has no operator.");
  }
  call.op = call.op == Operator::max ? Operator::min : Operator::max;
  call.user_op = nullptr;
  return {};
}

}  // namespace

bool alters(FaultKind kind) { return kind != FaultKind::absent && kind != FaultKind::late && kind != FaultKind::abort; }

Result<AlteredCall> AlteredCall::make(const Call& call, const Fault& fault) {
  Call altered = call;
  Result<void> done;
  switch (fault.kind) {
    case FaultKind::other_collective: done = alter_collective(altered); break;
    case FaultKind::other_root: done = alter_root(altered); break;
    case FaultKind::other_op: done = alter_op(altered); break;
    case FaultKind::other_dtype:
      altered.dtype = call.dtype == DataType::int32 ? DataType::int64 : DataType::int32;
      altered.scalars.resize(call.scalars.size() / size_of(call.dtype) * size_of(altered.dtype));
      break;
    default: ++(altered.counts.empty() ? altered.count : altered.counts.front());
  }
  if (!done) return tl::unexpected(std::move(done.error()));
  return AlteredCall(std::move(altered), fault.rank);
}

AlteredCall::AlteredCall(Call call, int rank) : call_(std::move(call)), rank_(rank) {
  const Layout layout = layout_of(call_.program->plan, call_);
  const auto bytes = [&](Space space) {
    return static_cast<std::size_t>(layout.buffer_length(rank_, space)) * size_of(call_.dtype);
  };
  send_.resize(bytes(Space::input));
  recv_.resize(bytes(Space::output));
}

std::unique_ptr<RankExecution> AlteredCall::execution(World::Core& world) {
  auto execution = std::make_unique<RankExecution>(world, *world.whole, call_, rank_, nobody_);
  execution->restart({send_.data(), recv_.data()}, scalar_of(call_, rank_), kept(call_.timeout));
  return execution;
}

}  // namespace ringlet
