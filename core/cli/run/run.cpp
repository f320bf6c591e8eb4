#include "ringlet/run.hpp"

#include <iostream>

#include "../../json/instruments.hpp"
#include "../commands.hpp"
#include "../common/files.hpp"
#include "../common/lists.hpp"
#include "../common/names.hpp"
#include "../common/stored_costs.hpp"
#include "../common/table.hpp"
#include "ringlet/byte_counter.hpp"
#include "run_input.hpp"

namespace ringlet::cli {
namespace {

constexpr long long kLongestTimeoutMs = 24LL * 3600 * 1000;

// The argument if it was given, else the input's field, else the default.
std::string chosen(const std::string& argument, const std::string& field, std::string_view otherwise) {
  return !argument.empty() ? argument : !field.empty() ? field : std::string(otherwise);
}

template <class Values>
Json per_rank(int ranks, Values&& value_of) {
  Json result = Json::array();
  for (int rank = 0; rank < ranks; ++rank) result.push_back(value_of(rank));
  return result;
}

Json error_json(const Error& error) {
  Json waiting = Json::array();
  for (const Waiting& each : error.waiting) {
    waiting.push_back({{"rank", each.rank},
                       {"for_rank", each.for_rank},
                       {"collective", each.collective},
                       {"algorithm", each.algorithm},
                       {"step", each.step}});
  }
  return {{"code", name(error.code)}, {"message", error.message}, {"waiting", std::move(waiting)}};
}

void print(const Json& answer) {
  std::cout << answer["collective"].get<std::string>() << " by " << answer["algorithm"].get<std::string>()
            << (answer["auto"].get<bool>() ? " (auto), " : ", ")
            << (answer["op"].is_null() ? "" : answer["op"].get<std::string>() + " of ")
            << answer["dtype"].get<std::string>() << ", " << counted(answer["ranks"].get<int>(), "rank") << ", "
            << counted(answer["rounds"].get<std::uint32_t>(), "round") << ", " << answer["driver"].get<std::string>()
            << ", " << answer["elapsed_us"] << " us\n\n";
  Table table({"rank", "sent", "expected", "received", "output"});
  for (std::size_t rank = 0; rank < answer["outputs"].size(); ++rank) {
    std::string values;
    for (const Json& value : answer["outputs"][rank]) {
      values += (values.empty() ? "" : " ") + (value.is_string() ? value.get<std::string>() : value.dump());
    }
    table.add({std::to_string(rank), answer["bytes_sent"][rank].dump(), answer["expected_bytes_sent"][rank].dump(),
               answer["bytes_received"][rank].dump(), values});
  }
  std::cout << table;
}

}  // namespace

int run_command(const RunOptions& options) {
  const Collective& collective = collective_named("--collective", options.collective);
  const auto driver = value_named<Driver>("--driver", options.driver);
  const auto timeout = whole_number("--timeout-ms", options.timeout_ms, 1, kLongestTimeoutMs);
  if (!options.op.empty()) value_named<Operator>("--op", options.op);
  if (!options.dtype.empty()) value_named<DataType>("--dtype", options.dtype);
  if (!options.accumulate.empty()) value_named<Accumulate>("--accumulate", options.accumulate);
  const Algorithm* named = options.algorithm.empty() ? nullptr : algorithm_or_auto("--algorithm", options.algorithm);
  const bool by_itself = named == nullptr;
  const Algorithms candidates = candidates_listed("--candidates", options.candidates);
  require_choice(options.candidates, options.algorithm, by_itself);
  if (!options.trace.empty() && same_file(options.trace, options.bytes)) {
    throw Refusal("--trace and --bytes both name " + shown(options.trace) + "; they need a file each.");
  }
  const RunInput input(read_json("--input", options.input));
  const auto dtype = value_named<DataType>("dtype", chosen(options.dtype, input.field("dtype"), "int32"));
  const auto op = value_named<Operator>("op", chosen(options.op, input.field("op"), "sum"));
  const auto accumulate =
      value_named<Accumulate>("accumulate", chosen(options.accumulate, input.field("accumulate"), "per_hop"));
  const std::vector<Fault> faults = input.faults();
  const int root = root_named(collective, chosen(options.root, input.field("root"), ""), input.ranks());

  if (!candidates.empty() && !any_serves(candidates, collective, input.ranks())) {
    Algorithms able(algorithms().begin(), algorithms().end());
    std::erase_if(able, [&](const Algorithm* each) { return !each->serves(collective, input.ranks()); });
    refuse("--candidates", options.candidates,
           "those that serve " + std::string(collective.name) + " on " + counted(input.ranks(), "rank") + ": " +
               listed(able, [](const Algorithm* each) { return each->name; }));
  }
  const Algorithm* algorithm = named != nullptr ? named : &default_algorithm(collective);
  const PlanRequest request{
      .collective = &collective, .ranks = input.ranks(), .root = root, .in_place = options.in_place};
  auto plan = make_plan(*algorithm, request);
  if (!plan) throw Refusal(plan.error().message);
  Call call{.dtype = dtype,
            .op = op,
            .timeout = std::chrono::milliseconds(timeout),
            .scalars = input.scalars(collective, op, dtype),
            .accumulate = accumulate};
  input.set_counts(*plan, call);
  if (by_itself) {
    const auto bytes = longest_buffer(collective, request.ranks, call.count, call.counts, size_of(dtype));
    algorithm = &choose(costs_here().model, request, bytes, candidates);
    plan = make_plan(*algorithm, request);
    if (!plan) throw Refusal(plan.error().message);
  }
  const Layout layout = layout_of(*plan, call);
  const DataType wire = wire_type(*plan, call);
  Buffers buffers(*plan, layout, dtype);
  input.fill(buffers, dtype);

  auto program = prepare(std::move(*plan));
  if (!program) {
    std::cerr << "The plan failed verification. " << program.error().message << '\n';
    return 1;
  }
  const Plan& verified = program->plan;
  World world(verified.ranks);
  ByteCounter bytes(verified.ranks);
  std::vector<Observer*> observers{&bytes};
  std::optional<Trace> trace;
  if (!options.trace.empty() || !options.bytes.empty()) {
    observers.push_back(&trace.emplace(verified, layout, wire, Trace::Values::drop));
    trace->begin();
  }
  call.program = std::make_shared<const Program>(std::move(*program));
  const auto run = Run::prepare(world, call, buffers.bound(), observers, faults);
  if (!run) throw Refusal(run.error().message);
  const auto ended = (*run)->wait(driver);

  const Plan& ran = call.program->plan;
  if (!options.trace.empty()) write_file("--trace", options.trace, chrome_trace(ran, *trace));
  if (!options.bytes.empty()) write_file("--bytes", options.bytes, byte_log(ran, *trace));
  const Variant& variant = *algorithm->variant(collective);
  const Json answer{
      {"collective", collective.name},
      {"algorithm", algorithm->name},
      {"auto", by_itself},
      {"ranks", ran.ranks},
      {"dtype", name(dtype)},
      {"op", collective.has_operator() ? Json(name(op)) : Json(nullptr)},
      {"outputs",
       ended ? per_rank(ran.ranks, [&](int rank) { return elements_json(buffers.output(rank), dtype); }) : nullptr},
      {"bytes_sent", per_rank(ran.ranks, [&](int rank) { return bytes.sent(rank); })},
      {"bytes_received", per_rank(ran.ranks, [&](int rank) { return bytes.received(rank); })},
      {"expected_bytes_sent",
       per_rank(ran.ranks, [&](int rank) { return variant.elements_sent(layout, rank) * size_of(wire); })},
      {"rounds", ran.rounds()},
      {"driver", name(driver)},
      {"elapsed_us", static_cast<double>((*run)->elapsed().count()) / 1000.0},
      {"error", ended ? Json(nullptr) : error_json(ended.error())},
  };
  if (options.json) {
    std::cout << answer << '\n';
  } else if (ended) {
    print(answer);
  }
  if (!ended) {
    std::cerr << ended.error().message << '\n';
  } else if (!collective.has_operator() && faults.empty()) {  // a fault may call what has one
    tell_unused_operator(options.op, options.collective);
  }
  return ended ? 0 : 3;
}

}  // namespace ringlet::cli
