#include "reference_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../common/names.hpp"
#include "ringlet/buffers.hpp"

namespace ringlet::references {
namespace {

constexpr std::chrono::seconds kPatience{30};

// Whether the combining rounds, so that results depend on its order.
bool rounds(const Case& of, const Format& format) {
  return format.is_float() && of.values == "full" && (of.op == "sum" || of.op == "prod" || of.op == "avg");
}

// How far results of an element may lie apart when both sides combine in orders of their own: the bounds of either
// rounding error, added. `index` is the element's place in the contributors' inputs.
double tolerance(const Case& of, const Format& format, RankRange contributors, std::uint64_t index) {
  const int hops = contributors.last - contributors.first - 1;
  if (!rounds(of, format) || hops < 2) return 0;  // two operands have one order
  double sum = 0;
  double product = 1;
  for (int rank = contributors.first; rank < contributors.last; ++rank) {
    const double size = std::fabs(decoded(format, input_bits(of, format, rank, index)));
    sum += size;
    product *= size;
  }
  if (of.op == "prod") return hops * format.epsilon() * product;
  if (of.op == "avg") return (hops + 1) * format.epsilon() * sum / of.ranks;  // and one more for the division
  return hops * format.epsilon() * sum;
}

// Integers in the order of the floats, a step for each.
std::int64_t place(const Format& format, std::uint64_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (format.bytes * 8 - 1);
  const auto size = static_cast<std::int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -size : size;
}

std::uint64_t steps_between(const Format& format, std::uint64_t a, std::uint64_t b) {
  const std::int64_t from = place(format, a);
  const std::int64_t to = place(format, b);
  return static_cast<std::uint64_t>(std::max(from, to)) - static_cast<std::uint64_t>(std::min(from, to));
}

}  // namespace

BoundCase ReferenceRunner::bind(const Case& of, const Collective& collective, const Algorithm& algorithm,
                                bool in_place) {
  auto& program = programs_[{&collective, &algorithm, of.ranks, of.root, in_place}];
  if (!program) {
    auto plan =
        make_plan(algorithm, {.collective = &collective, .ranks = of.ranks, .root = of.root, .in_place = in_place});
    if (!plan) throw cli::Refusal(plan.error().message);
    auto verified = prepare(std::move(*plan));
    if (!verified) throw cli::Refusal("The plan failed verification. " + verified.error().message);
    program = std::make_shared<const Program>(std::move(*verified));
  }
  const Format* format = find_format(of.dtype);
  if (format == nullptr) cli::refuse("the dtype of a reference case", of.dtype, "those of tests/references");
  Call call{.program = program,
            .dtype = cli::value_named<DataType>("the dtype of a reference case", of.dtype),
            .count = of.count,
            .timeout = kPatience,
            .counts = of.counts};
  if (!of.op.empty()) call.op = cli::value_named<Operator>("the op of a reference case", of.op);
  return {of, *format, std::move(call)};
}

std::vector<Bytes> ReferenceRunner::run(const BoundCase& bound) {
  const Plan& plan = bound.call.program->plan;
  Buffers buffers(plan, layout_of(plan, bound.call), bound.call.dtype);
  for (int rank = 0; rank < plan.ranks; ++rank) fill_input(bound.of, bound.format, rank, buffers.input(rank));
  if (!world_) world_ = std::make_unique<World>(plan.ranks);
  if (world_->ranks() != plan.ranks) world_->rebuild(plan.ranks);
  const auto run = Run::prepare(*world_, bound.call, buffers.bound());
  if (!run) throw cli::Refusal(run.error().message);
  if (const auto ended = (*run)->wait(Driver::threads); !ended) throw cli::Refusal(ended.error().message);
  std::vector<Bytes> outputs;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const auto output = buffers.output(rank);
    outputs.emplace_back(output.begin(), output.end());
  }
  return outputs;
}

bool differs_by_design(const Case& of) { return of.values == "special" && (of.op == "min" || of.op == "max"); }

Difference difference(const BoundCase& bound, const std::vector<Bytes>& ours, const std::vector<Bytes>& theirs) {
  const auto& [of, format, call] = bound;
  const Plan& plan = call.program->plan;
  const Collective& collective = *plan.collective;
  const Layout layout = layout_of(plan, call);
  Difference result;
  for (int rank = 0; rank < of.ranks; ++rank) {
    const Bytes& our = ours[static_cast<std::size_t>(rank)];
    const Bytes& their = theirs[static_cast<std::size_t>(rank)];
    const std::uint64_t length = our.size() / format.bytes;
    result.elements += length;
    if (our == their) {
      result.alike += length;
      continue;
    }
    // A part of a reduced tensor lies at another place in the inputs than in the output.
    const auto part = static_cast<std::uint64_t>(collective.reduces ? layout.in_place_offset(rank) : 0);
    const std::uint32_t chunk = collective.output(plan.shape(), rank).first;
    const RankRange contributors = collective.contributors(plan.shape(), rank, chunk);
    for (std::uint64_t i = 0; i < length; ++i) {
      const std::uint64_t a = bits_at(format, our, i);
      const std::uint64_t b = bits_at(format, their, i);
      const double x = decoded(format, a);
      const double y = decoded(format, b);
      // NaNs are alike whatever their payload, which no library promises.
      if (a == b || (std::isnan(x) && std::isnan(y))) {
        ++result.alike;
        continue;
      }
      result.bitwise = false;
      const double distance = std::fabs(x - y);
      result.absolute = std::max(result.absolute, distance);
      if (format.is_float()) result.ulp = std::max(result.ulp, steps_between(format, a, b));
      const double allowed = tolerance(of, format, contributors, part + i);
      // A NaN on one side only is never within, nor is a zero of the other sign.
      const bool within = distance != 0 && distance <= allowed;
      const double share = within ? distance / allowed : std::numeric_limits<double>::infinity();
      result.of_tolerance = std::max(result.of_tolerance, share);
    }
  }
  return result;
}

}  // namespace ringlet::references
