#include "workload.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>

#include "values.hpp"

namespace ringlet::bench {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr int kNowhere = 0x5b;  // as any element: no contribution and no result

Plan parts_only(const Workload& workload) {
  return {.collective = workload.collective,
          .ranks = workload.ranks,
          .root = workload.root,
          .chunks = workload.collective->parts(workload.ranks)};
}

// Parts in the longest buffer.
std::uint64_t longest(const Workload& workload) {
  const Shape shape = parts_only(workload).shape();
  return std::max(workload.collective->input(shape, workload.root).count,
                  workload.collective->output(shape, workload.root).count);
}

Values values_of(const Workload& workload) {
  return {workload.dtype, workload.op, workload.collective->reduces, workload.ranks};
}

std::uint64_t rounded(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Bytes of one rank's input and output, and how far the output begins behind the input in place.
struct Room {
  std::uint64_t in = 0, out = 0;
  std::int64_t offset = 0;

  Room(const Workload& workload, int rank) {
    if (workload.collective == &barrier) return;
    const Layout parts(parts_only(workload), count_of(workload));
    const std::uint64_t element = size_of(workload.dtype);
    in = parts.buffer_length(rank, Space::input) * element;
    out = parts.buffer_length(rank, Space::output) * element;
    offset = parts.in_place_offset(rank) * static_cast<std::int64_t>(element);
  }
  // Apart, the output begins at a place of its own, aligned as the input is.
  std::uint64_t whole(bool in_place) const {
    return in_place ? rounded(std::max(in, out)) : rounded(in) + rounded(out);
  }
};

// Bytes of the buffers that premul_sum has its factors multiplied into.
std::uint64_t scaled_copies(const Workload& workload) {
  const bool scales = workload.collective->reduces && workload.op == Operator::premul_sum;
  return scales ? memory_of(workload) : 0;
}

// Calls `each(chunk, bytes)` for every part of one of the rank's buffers, in order.
template <class Byte, class Each>
void for_each_part(const Workload& workload, const ChunkRange& parts, std::span<Byte> buffer, Each&& each) {
  const auto part = static_cast<std::size_t>(count_of(workload) * size_of(workload.dtype));
  for (std::uint32_t slot = 0; slot < parts.count; ++slot) {
    each(parts.chunk(slot), buffer.subspan(slot * part, part));
  }
}

}  // namespace

std::uint64_t count_of(const Workload& workload) {
  if (workload.collective == &barrier) return 0;
  return workload.bytes / size_of(workload.dtype) / longest(workload);
}

std::uint64_t bytes_of(const Workload& workload) {
  if (workload.collective == &barrier) return 0;
  return count_of(workload) * longest(workload) * size_of(workload.dtype);
}

std::uint64_t memory_of(const Workload& workload) {
  std::uint64_t sum = 0;
  for (int rank = 0; rank < workload.ranks; ++rank) sum += Room(workload, rank).whole(workload.in_place);
  return sum;
}

std::uint64_t extra_memory(const Workload& workload, const Plan& plan) {
  const std::uint64_t slot = rounded(Layout(plan, count_of(workload)).longest() * size_of(workload.dtype));
  std::uint64_t sum = scaled_copies(workload);
  for (const auto& lanes : plan.lanes) {
    std::set<std::uint32_t> written;
    for (const Lane& lane : lanes) {
      for (const Step& step : lane) {
        if (step.dst.space == Space::scratch) written.insert(step.dst.index);
      }
    }
    sum += written.size() * slot;
  }
  return sum;
}

std::uint64_t most_extra_memory(const Workload& workload) {
  constexpr std::uint64_t kMostBuffers = 4;  // of the longest, aside on a rank
  const auto ranks = static_cast<std::uint64_t>(workload.ranks);
  return scaled_copies(workload) + ranks * kMostBuffers * rounded(bytes_of(workload));
}

PlanRequest request_of(const Workload& workload) {
  return {
      .collective = workload.collective, .ranks = workload.ranks, .root = workload.root, .in_place = workload.in_place};
}

const Algorithm& algorithm_for(const Workload& workload, const CostModel& costs) {
  if (workload.algorithm != nullptr) return *workload.algorithm;
  return choose(costs, request_of(workload), bytes_of(workload), workload.candidates);
}

std::optional<double> bus_factor(const Collective& collective, int ranks) {
  const double n = ranks;
  if (&collective == &all_reduce) return 2 * (n - 1) / n;
  if (&collective == &broadcast || &collective == &reduce) return 1;
  for (const Collective* each : {&reduce_scatter, &all_gather, &all_to_all, &gather, &scatter}) {
    if (&collective == each) return (n - 1) / n;
  }
  return std::nullopt;
}

double bandwidth(std::uint64_t bytes, double us) { return static_cast<double>(bytes) / us / 1000; }

void Memory::Free::operator()(std::byte* memory) const { std::free(memory); }

Memory::Memory(const Workload& workload, int rank) : workload_(workload), rank_(rank) {
  const Room room(workload, rank);
  const auto whole = static_cast<std::size_t>(room.whole(workload.in_place));
  const auto in = static_cast<std::size_t>(room.in);
  const auto out = static_cast<std::size_t>(room.out);
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kAlignment, std::max(whole, kAlignment))));
  if (!memory_) return;
  std::memset(memory_.get(), 0, whole);
  const std::span all(memory_.get(), whole);
  const auto from = [&](std::int64_t at) { return workload.in_place && at > 0 ? static_cast<std::size_t>(at) : 0; };
  input_ = all.subspan(from(-room.offset), in);
  output_ = all.subspan(workload.in_place ? from(room.offset) : static_cast<std::size_t>(rounded(in)), out);
}

void Memory::fill() {
  if (workload_.collective == &barrier) return;
  if (!output_.empty()) std::memset(output_.data(), kNowhere, output_.size());
  const Values values = values_of(workload_);
  const std::uint64_t count = count_of(workload_);
  const ChunkRange parts = workload_.collective->input(parts_only(workload_).shape(), rank_);
  for_each_part(workload_, parts, input_,
                [&](std::uint32_t chunk, std::span<std::byte> part) { values.fill(part, rank_, chunk * count); });
}

std::uint64_t Memory::wrong() const {
  if (workload_.collective == &barrier) return 0;
  const Values values = values_of(workload_);
  const Shape shape = parts_only(workload_).shape();
  const std::uint64_t count = count_of(workload_);
  std::uint64_t result = 0;
  for_each_part(workload_, workload_.collective->output(shape, rank_), std::span<const std::byte>(output_),
                [&](std::uint32_t chunk, std::span<const std::byte> part) {
                  result += values.wrong(part, workload_.collective->contributors(shape, rank_, chunk), chunk * count);
                });
  return result;
}

std::span<const std::byte> scalar_of(DataType dtype) {
  static const auto kTwo = [] {
    std::array<std::array<std::byte, 8>, names<DataType>.size()> twos{};
    for (std::size_t i = 0; i < twos.size(); ++i) Values::store(static_cast<DataType>(i), twos.at(i).data(), 2);
    return twos;
  }();
  return {kTwo.at(static_cast<std::size_t>(dtype)).data(), size_of(dtype)};
}

}  // namespace ringlet::bench
