#include "session.hpp"

#include "../core/json/trace_json.hpp"
#include "objects.hpp"
#include "request.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

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

// Ranks that misbehave on purpose; whether they can is for Run::prepare to say.
Result<std::vector<Fault>> faults_of(const val& given) {
  std::vector<Fault> faults;
  for (int i = 0; given.isArray() && i < given["length"].as<int>(); ++i) {
    const auto text = given[i]["kind"].as<std::string>();
    const auto kind = named<FaultKind>(text);
    if (!kind) return error(ErrorCode::invalid, "kind is '" + text + "', which is no kind of fault.");
    faults.push_back({given[i]["rank"].as<int>(), *kind, std::chrono::milliseconds(given[i]["ms"].as<int>())});
  }
  return faults;
}

// A Uint8Array, or nothing.
std::vector<std::byte> bytes_of(const val& array) {
  std::vector<std::byte> bytes;
  if (array.isNull() || array.isUndefined()) return bytes;
  for (const std::uint8_t byte : emscripten::convertJSArrayToNumberVector<std::uint8_t>(array)) {
    bytes.push_back(static_cast<std::byte>(byte));
  }
  return bytes;
}

// What the command writes with --trace and --bytes.
val instruments_object(const Plan& plan, const Trace& trace) {
  auto result = val::object();
  result.set("trace", chrome_trace(plan, trace));
  result.set("byteLog", byte_log(plan, trace));
  return result;
}

}  // namespace

World& shared_world(int ranks) {
  static World world(ranks);
  if (world.ranks() != ranks || world.failed()) world.rebuild(ranks);
  return world;
}

Session::Session(int ranks) : world_(shared_world(ranks)) {}

val Session::prepare(const val& call) {
  auto bound = bind_request(call);
  if (!bound) return failure_object(bound.error());
  const auto op = named<Operator>(call["op"].as<std::string>());
  if (!op) {
    return failure_object(
        {ErrorCode::invalid, "op is '" + call["op"].as<std::string>() + "', which is no operator.", {}, {}});
  }
  bound->call.op = *op;
  bound->call.scalars = bytes_of(call["scalars"]);
  bound->call.timeout = std::chrono::milliseconds(call["timeoutMs"].as<int>());
  run_ = std::make_unique<Prepared>(world_, bound->call, bound->layout, call["paused"].as<bool>());
  instruments_ = call["instruments"].isTrue();
  const val held = call["held"];
  for (int i = 0; i < held["length"].as<int>(); ++i) run_->stepper.hold(held[i].as<int>(), true);
  const auto faults = faults_of(call["faults"]);
  if (!faults) return failure_object(faults.error());
  auto run =
      Run::prepare(world_, bound->call, run_->buffers.bound(), {&run_->counter, &run_->trace, &run_->stepper}, *faults);
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
  result.set("wireDtype", std::string(name(wire_type(run_->program->plan, bound->call))));
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
  result.set("instruments", instruments_ ? instruments_object(run_->program->plan, run_->trace) : val::null());
  return result;
}

}  // namespace ringlet::wasm
