#include "call_checks.hpp"

#include <limits>

#include "reduction_checks.hpp"

namespace ringlet {
namespace {

Error invalid(std::string message) { return {ErrorCode::invalid, std::move(message), {}, {}}; }

bool all_fit(const Plan& plan, const Call& call) {
  const std::uint64_t parts = plan.collective->parts(plan.ranks);
  std::uint64_t elements = 0;
  bool fits = !__builtin_mul_overflow(call.count, parts, &elements);
  for (const std::uint64_t count : call.counts) fits = fits && !__builtin_add_overflow(elements, count, &elements);
  return fits && fits_memory(elements, call.dtype);
}

}  // namespace

bool fits_memory(std::uint64_t elements, DataType dtype) {
  return elements <= static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()) / size_of(dtype);
}

std::optional<Error> misgiven(const Plan& plan, const Call& call) {
  const Collective& collective = *plan.collective;
  const std::string name(collective.name);
  const std::uint32_t parts = collective.parts(plan.ranks);
  if (collective.uniform != nullptr && call.counts.size() != parts) {
    return invalid(name + " takes " + counted(parts, "count") + ", not " + std::to_string(call.counts.size()) + ".");
  }
  if (collective.uniform == nullptr && !call.counts.empty()) {
    return invalid(name + " takes one count, not one for each part.");
  }
  if (std::string wrong = misreduced(plan, call); !wrong.empty()) return invalid(std::move(wrong));
  if (!all_fit(plan, call)) {
    return invalid(std::string(collective.count_name) + " is " + std::to_string(call.count) +
                   "; that many elements of " + std::string(ringlet::name(call.dtype)) + " for " +
                   counted(plan.ranks, "rank") + " exceed the address space.");
  }
  return std::nullopt;
}

const std::byte* scalar_of(const Call& call, int rank) {
  return call.scalars.empty() ? nullptr : call.scalars.data() + static_cast<std::size_t>(rank) * size_of(call.dtype);
}

std::optional<Error> misplaced(const Layout& layout, DataType dtype, int rank, RankBuffers buffers,
                               Placement placement) {
  const std::uint64_t in = layout.buffer_length(rank, Space::input) * size_of(dtype);
  const std::uint64_t out = layout.buffer_length(rank, Space::output) * size_of(dtype);
  const auto missing = [&](const char* which, std::uint64_t bytes) {
    return invalid("Rank " + std::to_string(rank) + ": " + which + " is null, but " + counted(bytes, "byte") +
                   (bytes == 1 ? " belongs there." : " belong there."));
  };
  if (in > 0 && buffers.send == nullptr) return missing("send", in);
  if (out > 0 && buffers.recv == nullptr) return missing("recv", out);
  if (in == 0 || out == 0) return std::nullopt;
  const auto send = reinterpret_cast<std::uintptr_t>(buffers.send);
  const auto recv = reinterpret_cast<std::uintptr_t>(buffers.recv);
  const bool apart = send >= recv + out || recv >= send + in;
  const auto wanted =
      send + static_cast<std::uintptr_t>(layout.in_place_offset(rank) * static_cast<std::int64_t>(size_of(dtype)));
  if (placement != Placement::in_place && apart) return std::nullopt;
  if (placement != Placement::apart && recv == wanted) return std::nullopt;
  const std::string in_place =
      "recv must be at send + " + counted(layout.in_place_offset(rank), "element") + ", in place";
  const std::string where = placement == Placement::in_place ? in_place
                            : placement == Placement::apart  ? "send and recv overlap, but the plan is not in place"
                                                             : "send and recv overlap; " + in_place;
  return invalid("Rank " + std::to_string(rank) + ": " + where + ".");
}

}  // namespace ringlet
