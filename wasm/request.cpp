#include "request.hpp"

#include <cmath>
#include <string>

#include "fields.hpp"
#include "ringlet/tuning.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

constexpr double kMaxTensorBytes = 8 << 20;  // per rank: inputs, outputs and their trace fit the module's memory

// The count, or for a v-variant the counts, as long as they are together.
std::optional<Error> read_count(const val& request, const Plan& plan, double most, Call& call) {
  const Collective& collective = *plan.collective;
  const std::string name(collective.count_name);
  const std::string allowed = "0 to " + std::to_string(static_cast<std::uint64_t>(most));
  if (collective.uniform == nullptr) {
    const double count = number_of(request, "count");
    if (!whole(count, 0, most)) return refused(name, shown(count), allowed).value();
    call.count = static_cast<std::uint64_t>(count);
    return std::nullopt;
  }
  const val given = request["counts"];
  const std::uint32_t parts = collective.parts(plan.ranks);
  const std::uint32_t length = given.isArray() ? given["length"].as<std::uint32_t>() : 0;
  if (!given.isArray() || length != parts) {
    return refused(name, given.isArray() ? counted(length, "number") : "no list",
                   "lists of " + counted(parts, "whole number") + ", the elements of each part")
        .value();
  }
  double total = 0;
  for (std::uint32_t part = 0; part < parts; ++part) {
    const double count = given[part].isNumber() ? given[part].as<double>() : std::nan("");
    total += count;
    if (!whole(count, 0, most) || total > most * plan.ranks) {
      return refused(name + " of part " + std::to_string(part), shown(count), allowed).value();
    }
    call.counts.push_back(static_cast<std::uint64_t>(count));
  }
  return std::nullopt;
}

}  // namespace

Result<Bound> bind_request(const val& request) {
  const std::string collective_name = text_of(request, "collective");
  const Collective* collective = find_collective(collective_name);
  if (collective == nullptr) {
    return refused("collective", collective_name, listed(collectives(), [](auto* c) { return c->name; }));
  }
  const std::string algorithm_name = text_of(request, "algorithm");
  const Algorithm* by_name = find_algorithm(algorithm_name);
  if (by_name == nullptr && algorithm_name != "auto") {
    return refused("algorithm", algorithm_name, "auto, " + listed(algorithms(), [](auto* a) { return a->name; }));
  }
  const std::string dtype_name = text_of(request, "dtype");
  const auto dtype = named<DataType>(dtype_name);
  if (!dtype) return refused("dtype", dtype_name, listed(names<DataType>, [](auto n) { return n; }));

  const std::string accumulate_name = text_of(request, "accumulate");
  const auto accumulate = accumulate_name.empty() ? Accumulate::per_hop : named<Accumulate>(accumulate_name);
  if (!accumulate) return refused("accumulate", accumulate_name, listed(names<Accumulate>, [](auto n) { return n; }));

  const double ranks = number_of(request, "ranks");
  const double root = number_of(request, "root");
  if (!whole(ranks, 1, kMostRanks)) return refused("ranks", shown(ranks), "1 to " + shown(kMostRanks));
  if (!whole(root, 0, ranks - 1)) return refused("root", shown(root), "0 to " + shown(ranks - 1));

  const PlanRequest planned{collective, static_cast<int>(ranks), static_cast<int>(root), request["inPlace"].as<bool>()};
  auto plan = make_plan(by_name != nullptr ? *by_name : default_algorithm(*collective), planned);
  if (!plan) return tl::unexpected(plan.error());
  Call call{.dtype = *dtype, .accumulate = *accumulate};
  const double most = std::floor(kMaxTensorBytes / static_cast<double>(size_of(wire_type(*plan, call))) / ranks);
  if (const auto wrong = read_count(request, *plan, most, call)) return tl::unexpected(*wrong);
  if (by_name == nullptr) {
    const auto bytes = longest_buffer(*collective, planned.ranks, call.count, call.counts, size_of(*dtype));
    plan = make_plan(choose(default_costs(), planned, bytes), planned);
    if (!plan) return tl::unexpected(plan.error());
  }
  auto program = prepare(*plan);
  if (!program) return error(ErrorCode::invalid, "The plan failed verification. " + program.error().message);
  call.program = std::make_shared<const Program>(std::move(*program));
  Layout layout = layout_of(call.program->plan, call);
  return Bound{std::move(call), std::move(layout)};
}

}  // namespace ringlet::wasm
