#include "run_input.hpp"

#include <array>

#include "refusal.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {
namespace {

constexpr std::array kKeys{"ranks"sv, "dtype"sv, "op"sv, "root"sv};

}  // namespace

RunInput::RunInput(Json json) : json_(std::move(json)) {
  const std::string wanted = "one list of elements per rank, such as {\"ranks\": [[1, 2], [3, 4]]}.";
  if (!json_.is_object() || !json_.contains("ranks") || !values().is_array() || values().empty()) {
    throw Refusal("--input has no usable \"ranks\"; expected is " + wanted);
  }
  for (const auto& [key, value] : json_.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end()) continue;
    refuse("a key of --input", key, listed(kKeys, [](std::string_view known) { return known; }));
  }
  if (values().size() > static_cast<std::size_t>(kMaxRanks)) {
    refuse("the number of ranks in --input", std::to_string(values().size()), "1 to " + std::to_string(kMaxRanks));
  }
  for (std::size_t rank = 0; rank < values().size(); ++rank) {
    if (values()[rank].is_array()) continue;
    throw Refusal("rank " + std::to_string(rank) + " in \"ranks\" of --input is no list; expected is " + wanted);
  }
}

std::string RunInput::field(const char* key) const {
  const auto it = json_.find(key);
  if (it == json_.end()) return {};
  if (it->is_structured()) throw Refusal(std::string("\"") + key + "\" in --input is neither a string nor a number.");
  return it->is_string() ? it->get<std::string>() : it->dump();
}

std::uint64_t RunInput::count(const Collective& collective) const {
  const std::size_t length = values()[0].size();
  for (std::size_t rank = 1; rank < values().size(); ++rank) {
    if (values()[rank].size() == length) continue;
    throw Refusal("rank " + std::to_string(rank) + " has " + std::to_string(values()[rank].size()) +
                  " elements in --input and rank 0 has " + std::to_string(length) + "; " +
                  std::string(collective.name) + " needs the same number on every rank.");
  }
  const auto parts = static_cast<std::uint64_t>(values().size());
  const bool whole_tensor = collective.per_rank_count && collective.reduces;
  if (whole_tensor && length % parts != 0) {
    throw Refusal("each rank has " + std::to_string(length) + " elements in --input; " + std::string(collective.name) +
                  " needs a multiple of the " + std::to_string(parts) + " ranks.");
  }
  return whole_tensor ? length / parts : length;
}

void RunInput::fill(Buffers& buffers, DataType dtype) const {
  for (int rank = 0; rank < ranks(); ++rank) {
    const Json& elements = values()[static_cast<std::size_t>(rank)];
    std::byte* to = buffers.input(rank).data();
    for (std::size_t i = 0; i < elements.size(); ++i, to += size_of(dtype)) {
      store_element(elements[i], dtype, to, "rank " + std::to_string(rank) + ", element " + std::to_string(i));
    }
  }
}

}  // namespace ringlet::cli
