#include "session.hpp"

#include "objects.hpp"
#include "request.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

// One world serves all sessions in turn: its threads are started once and reused.
World& shared_world(int ranks) {
  static World world(ranks);
  if (world.ranks() != ranks || world.failed()) world.rebuild(ranks);
  return world;
}

template <class T>
val address(const T* pointer) {
  return val(reinterpret_cast<std::uintptr_t>(pointer));
}

val region(std::span<std::byte> memory) {
  auto result = val::object();
  result.set("pointer", address(memory.data()));
  result.set("bytes", memory.size());
  return result;
}

}  // namespace

Session::Session(int ranks) : world_(shared_world(ranks)) {}

val Session::prepare(const val& call) {
  const auto bound = bind_request(call);
  if (!bound) return failure_object(bound.error());
  const auto op = named<Operator>(call["op"].as<std::string>());
  if (!op) {
    return failure_object(
        {ErrorCode::invalid, "op is '" + call["op"].as<std::string>() + "', which is no operator.", {}, {}});
  }
  run_ = std::make_unique<Prepared>(world_, *bound->program, bound->layout, bound->dtype, call["paused"].as<bool>());
  const val held = call["held"];
  for (int i = 0; i < held["length"].as<int>(); ++i) run_->stepper.hold(held[i].as<int>(), true);
  auto run = Run::prepare(world_,
                          {.program = bound->program,
                           .dtype = bound->dtype,
                           .op = *op,
                           .count = bound->count,
                           .timeout = std::chrono::milliseconds(call["timeoutMs"].as<int>())},
                          run_->buffers.bound(), {&run_->counter, &run_->trace, &run_->stepper});
  if (!run) return failure_object(run.error());
  run_->run = std::move(*run);

  const int ranks = world_.ranks();
  auto result = val::object();
  result.set("inputs", array_of_ranks(ranks, [&](int rank) { return region(run_->buffers.input(rank)); }));
  result.set("outputs", array_of_ranks(ranks, [&](int rank) { return region(run_->buffers.output(rank)); }));
  result.set("trace", array_of_ranks(ranks, [&](int rank) {
               auto object = val::object();
               object.set("count", address(&run_->trace.count(rank)));
               object.set("events", address(run_->trace.records(rank)));
               return object;
             }));
  result.set("status", address(world_.status_words()));
  return result;
}

void Session::start() {
  run_->trace.begin();
  if constexpr (has_threads()) run_->run->start();
}

bool Session::pump() {
  constexpr std::chrono::milliseconds budget{4};
  return has_threads() ? run_->run->finished() : run_->run->pump(budget);
}

void Session::cancel() { world_.fail({ErrorCode::aborted, "The run was cancelled.", {}, {}}); }

val Session::result() const {
  const int ranks = world_.ranks();
  const auto bytes = [](std::uint64_t count) { return val(static_cast<double>(count)); };
  auto result = val::object();
  result.set("bytesSent", array_of_ranks(ranks, [&](int rank) { return bytes(run_->counter.sent(rank)); }));
  result.set("bytesReceived", array_of_ranks(ranks, [&](int rank) { return bytes(run_->counter.received(rank)); }));
  result.set("edges", array_of_ranks(ranks, [&](int source) {
               return array_of_ranks(ranks, [&](int to) { return bytes(run_->counter.edge(source, to)); });
             }));
  result.set("elapsedUs", static_cast<double>(run_->run->elapsed().count()) / 1000.0);
  result.set("threads", run_->run->threads());
  const auto failure = world_.failure();
  result.set("error", failure ? error_object(*failure) : val::null());
  return result;
}

}  // namespace ringlet::wasm
