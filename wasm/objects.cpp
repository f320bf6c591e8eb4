#include "objects.hpp"

#include <string>

#include "ringlet/algorithms.hpp"
#include "ringlet/run.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

constexpr int kPageRanks = 16;

val text(std::string_view characters) { return val(std::string(characters)); }

template <class Enum>
val names_array() {
  return array_of(names<Enum>, text);
}

val number(std::uint64_t value) { return val(static_cast<double>(value)); }

val slot_object(Slot slot) {
  if (!slot) return val::null();
  auto pair = val::array();
  pair.call<void>("push", text(name(slot.space)));
  pair.call<void>("push", slot.index);
  return pair;
}

val step_object(const Step& step, const std::vector<int>& contributors) {
  auto result = val::object();
  result.set("kind", text(name(step.kind)));
  result.set("peer", step.peer);
  result.set("chunk", step.chunk);
  result.set("src", slot_object(step.src));
  result.set("acc", slot_object(step.acc));
  result.set("dst", slot_object(step.dst));
  result.set("round", step.round);
  result.set("more", step.more);
  result.set("reverse", step.reverse);
  result.set("contributors", array_of(contributors, [](int rank) { return val(rank); }));
  return result;
}

val lanes_array(const Program& program) {
  const auto who = contributors(program);
  auto result = val::array();
  for (std::size_t rank = 0; rank < program.plan.lanes.size(); ++rank) {
    auto lanes = val::array();
    for (std::size_t lane = 0; lane < program.plan.lanes[rank].size(); ++lane) {
      const Lane& steps = program.plan.lanes[rank][lane];
      auto list = val::array();
      for (std::size_t i = 0; i < steps.size(); ++i) list.call<void>("push", step_object(steps[i], who[rank][lane][i]));
      lanes.call<void>("push", list);
    }
    result.call<void>("push", lanes);
  }
  return result;
}

val extents_array(const Plan& plan, const Layout& layout, int rank, Space space) {
  const Collective& collective = *plan.collective;
  const ChunkRange range = (space == Space::input ? collective.input : collective.output)(plan.shape(), rank);
  auto result = val::array();
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const Extent extent = layout.extent(rank, {space, i});
    const std::uint32_t chunk = range.chunk(i);
    auto object = val::object();
    object.set("chunk", chunk);
    object.set("offset", number(extent.offset));
    object.set("length", number(extent.length));
    if (space == Space::output) {
      const RankRange whose = collective.contributors(plan.shape(), rank, chunk);
      object.set("contributions", whose.last - whose.first);
    }
    result.call<void>("push", object);
  }
  return result;
}

}  // namespace

val catalogue_object() {
  auto result = val::object();
  result.set("collectives", array_of(collectives(), [](const Collective* collective) {
               auto served_by = val::array();
               for (const Algorithm* algorithm : algorithms()) {
                 if (algorithm->variant(*collective) == nullptr) continue;
                 auto entry = val::object();
                 entry.set("name", text(algorithm->name));
                 const RankRule rule = algorithm->variant(*collective)->ranks;
                 entry.set("ranks", text(rule.name));
                 entry.set("exists", array_of_ranks(kPageRanks, [&](int rank) { return val(rule.holds(rank + 1)); }));
                 served_by.call<void>("push", entry);
               }
               auto object = val::object();
               object.set("name", text(collective->name));
               object.set("reduces", collective->reduces);
               object.set("rooted", collective->rooted);
               object.set("countName", text(collective->count_name));
               object.set("algorithms", served_by);
               return object;
             }));
  result.set("dtypes", names_array<DataType>());
  result.set("operators", names_array<Operator>());
  result.set("faults", names_array<FaultKind>());
  result.set("maxRanks", kPageRanks);
  return result;
}

val plan_object(const Program& program, const Layout& layout, DataType wire) {
  const Plan& plan = program.plan;
  const Variant& variant = *find_algorithm(plan.algorithm)->variant(*plan.collective);
  auto result = val::object();
  result.set("collective", text(plan.collective->name));
  result.set("algorithm", plan.algorithm);
  result.set("ranks", plan.ranks);
  result.set("root", plan.root);
  result.set("chunks", plan.chunks);
  result.set("rounds", plan.rounds());
  result.set("inPlace", plan.in_place);
  result.set("lanes", lanes_array(program));
  const auto lengths = [&](Space space) {
    return array_of_ranks(plan.ranks, [&](int rank) { return number(layout.buffer_length(rank, space)); });
  };
  result.set("inputCount", lengths(Space::input));
  result.set("outputCount", lengths(Space::output));
  result.set("extents", array_of_ranks(plan.ranks, [&](int rank) {
               auto object = val::object();
               object.set("input", extents_array(plan, layout, rank, Space::input));
               object.set("output", extents_array(plan, layout, rank, Space::output));
               return object;
             }));
  auto chunk_lengths = val::array();
  for (std::uint32_t chunk = 0; chunk < plan.chunks; ++chunk) {
    chunk_lengths.call<void>("push", number(layout.length(chunk)));
  }
  result.set("chunkLengths", chunk_lengths);
  result.set("expectedBytesSent", array_of_ranks(plan.ranks, [&](int rank) {
               return number(variant.elements_sent(layout, rank) * size_of(wire));
             }));
  result.set("wireDtype", text(name(wire)));
  auto passed = val::array();
  for (const Rule& rule : rules()) {
    if (rule.name != "V8" || plan.in_place) passed.call<void>("push", text(rule.name));
  }
  result.set("rulesPassed", passed);
  return result;
}

val error_object(const Error& error) {
  auto result = val::object();
  result.set("code", text(name(error.code)));
  result.set("message", error.message);
  result.set("culprits", array_of(error.culprits, [](int rank) { return val(rank); }));
  result.set("waiting", array_of(error.waiting, [](const Waiting& waiting) {
               auto object = val::object();
               object.set("rank", waiting.rank);
               object.set("forRank", waiting.for_rank);
               object.set("step", waiting.step);
               return object;
             }));
  return result;
}

val failure_object(const Error& error) {
  auto result = val::object();
  result.set("error", error_object(error));
  return result;
}

}  // namespace ringlet::wasm
