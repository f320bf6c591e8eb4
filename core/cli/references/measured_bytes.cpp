#include "measured_bytes.hpp"

#include <algorithm>
#include <set>

#include "../common/refusal.hpp"
#include "ringlet/buffers.hpp"
#include "ringlet/byte_counter.hpp"
#include "ringlet/run.hpp"

namespace ringlet::cli {
namespace {

constexpr std::chrono::seconds kPatience{30};
constexpr std::array<std::uint64_t, 2> kCounts{73, 1009};  // primes: only one rank divides them

// Unequal parts, some of them empty.
std::vector<std::uint64_t> unequal_parts(std::uint32_t parts, std::uint64_t count) {
  std::vector<std::uint64_t> result;
  for (std::uint32_t part = 0; part < parts; ++part) result.push_back(count * (part % 4) / 3 + part % 2);
  return result;
}

class Measurement {
 public:
  Measurement(const Collective& collective, const Algorithm& algorithm)
      : variant_(*algorithm.variant(collective)), row_{&collective, &algorithm, {}} {}

  ByteRow row() && {
    for (int ranks = 2; ranks <= kShownRanks.back(); ++ranks) {
      if (!variant_.ranks.holds(ranks)) continue;
      row_.ranks.push_back(ranks);
      const std::set<int> roots = row_.collective->rooted ? std::set{0, ranks - 1} : std::set{0};
      for (const int root : roots) measure(ranks, root);
    }
    return std::move(row_);
  }

 private:
  void measure(int ranks, int root) {
    auto plan = make_plan(*row_.algorithm, {.collective = row_.collective, .ranks = ranks, .root = root});
    if (!plan) throw Refusal(plan.error().message);
    auto program = prepare(std::move(*plan));
    if (!program) throw Refusal("The plan failed verification. " + program.error().message);
    const auto shared = std::make_shared<const Program>(std::move(*program));
    World world(ranks);
    for (const std::uint64_t count : kCounts) {
      Call call{.program = shared, .timeout = kPatience};
      if (row_.collective->uniform == nullptr) {
        call.count = count;
      } else {
        call.counts = unequal_parts(row_.collective->parts(ranks), count);
      }
      run(world, call);
    }
  }

  void run(World& world, const Call& call) {
    const Plan& plan = call.program->plan;
    const Layout layout = layout_of(plan, call);
    Buffers buffers(plan, layout, call.dtype);
    ByteCounter counter(plan.ranks);
    const auto run = Run::prepare(world, call, buffers.bound(), {&counter});
    if (!run) throw Refusal(run.error().message);
    if (const auto ended = (*run)->wait(Driver::threads); !ended) throw Refusal(ended.error().message);
    ++row_.runs;
    std::uint64_t most = 0;
    for (int rank = 0; rank < plan.ranks; ++rank) {
      const std::uint64_t predicted = variant_.elements_sent(layout, rank) * size_of(call.dtype);
      const std::uint64_t sent = counter.sent(rank);
      ++row_.totals;
      row_.differing += sent == predicted ? 0 : 1;
      row_.sent += sent;
      row_.predicted += predicted;
      most = std::max(most, sent);
    }
    const auto shown = std::find(kShownRanks.begin(), kShownRanks.end(), plan.ranks);
    if (shown == kShownRanks.end() || layout.elements() == 0 || plan.root != 0) return;
    row_.busiest.at(static_cast<std::size_t>(shown - kShownRanks.begin())) =
        static_cast<double>(most) / static_cast<double>(layout.elements() * size_of(call.dtype));
  }

  const Variant& variant_;
  ByteRow row_;
};

}  // namespace

ByteRow measured_bytes(const Collective& collective, const Algorithm& algorithm) {
  return Measurement(collective, algorithm).row();
}

}  // namespace ringlet::cli
