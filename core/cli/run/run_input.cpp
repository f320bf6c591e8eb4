#include "run_input.hpp"

#include <array>

#include "../common/names.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {
namespace {

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;
constexpr std::array kKeys{"ranks"sv, "dtype"sv, "op"sv, "accumulate"sv, "root"sv, "counts"sv, "scalars"sv, "faults"sv};

// The collective that does the same with a count for each part; where there is none, all that have such counts.
std::string with_counts(const Collective& collective) {
  std::string all;
  for (const Collective* each : collectives()) {
    if (each->uniform == nullptr) continue;
    if (each->uniform == &collective) return std::string(each->name);
    all.append(all.empty() ? "" : ", ").append(each->name);
  }
  return all;
}

constexpr std::array kFaultKeys{"rank"sv, "kind"sv, "ms"sv};
constexpr long long kLongestFaultMs = 24LL * 3600 * 1000;

}  // namespace

RunInput::RunInput(Json json) : json_(std::move(json)) {
  const std::string wanted = "one list of elements per rank, such as {\"ranks\": [[1, 2], [3, 4]]}.";
  if (!json_.is_object() || !json_.contains("ranks") || !values().is_array() || values().empty()) {
    throw Refusal("--input has no usable \"ranks\"; expected is " + wanted);
  }
  for (const auto& [key, value] : json_.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end()) continue;
    refuse_unknown("a key of --input", key, {kKeys.begin(), kKeys.end()});
  }
  if (values().size() > static_cast<std::size_t>(kMaxRanks)) {
    refuse("the number of ranks in --input", std::to_string(values().size()), "1 to " + std::to_string(kMaxRanks));
  }
  for (std::size_t rank = 0; rank < values().size(); ++rank) {
    if (values()[rank].is_array() || values()[rank].is_null()) continue;
    throw Refusal("rank " + std::to_string(rank) + " in \"ranks\" of --input is no list; expected is " + wanted);
  }
}

std::string RunInput::field(const char* key) const {
  const auto it = json_.find(key);
  if (it == json_.end()) return {};
  if (it->is_structured()) throw Refusal(std::string("\"") + key + "\" in --input is neither a string nor a number.");
  std::string text = it->is_string() ? it->get<std::string>() : it->dump();
  if (text.empty())
    throw Refusal(std::string("\"") + key + "\" in --input is empty; it needs a value, or to be left out.");
  return text;
}

// A rank that has no input may say null.
std::uint64_t RunInput::length(int rank) const { return values()[static_cast<std::size_t>(rank)].size(); }

// The count follows from the first rank that has an input.
void RunInput::set_count(const Plan& plan, Call& call) const {
  int first = 0;
  while (plan.collective->input(plan.shape(), first).count == 0) ++first;
  const std::uint32_t parts = plan.collective->parts(plan.ranks);
  const std::uint64_t in_input =
      parts > 1 ? plan.collective->input(plan.shape(), first).count / plan.slices : std::min(parts, 1U);
  if (in_input == 0) return;
  if (length(first) % in_input != 0) {
    throw Refusal("rank " + std::to_string(first) + " has " + counted(length(first), "element") + " in --input; " +
                  std::string(plan.collective->name) + " needs a multiple of the " + std::to_string(in_input) +
                  " ranks.");
  }
  call.count = length(first) / in_input;
}

// "counts", a list or for all_to_all_v a list per source; without it the lengths of the parts that ranks bring.
std::vector<std::uint64_t> RunInput::counts(const Plan& plan) const {
  std::vector<std::uint64_t> result;
  const auto take = [&](const Json& value) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMostElements) {
      throw Refusal("\"counts\" in --input holds something that is no whole number from 0 to " +
                    std::to_string(kMostElements) + ".");
    }
    result.push_back(value.get<std::uint64_t>());
  };
  if (const auto given = json_.find("counts"); given != json_.end()) {
    for (const Json& entry : given->is_array() ? *given : Json::array()) {
      for (const Json& value : entry.is_array() ? entry : Json::array({entry})) take(value);
    }
  } else {
    for (int rank = 0; rank < ranks(); ++rank) result.push_back(length(rank));
  }
  const std::uint32_t parts = plan.collective->parts(plan.ranks);
  const bool brings_its_part = plan.collective->input(plan.shape(), ranks() - 1).count == plan.slices;
  if (result.size() != parts || (!json_.contains("counts") && !brings_its_part)) {
    throw Refusal(std::string(plan.collective->name) +
                  " needs \"counts\" in --input: " + counted(parts, "whole number") + ", the elements of each part.");
  }
  return result;
}

void RunInput::set_counts(const Plan& plan, Call& call) const {
  if (plan.collective->uniform != nullptr) {
    call.counts = counts(plan);
  } else if (json_.contains("counts")) {
    throw Refusal("\"counts\" in --input is for " + with_counts(*plan.collective) + "; " +
                  std::string(plan.collective->name) + " has one count, which the lengths in \"ranks\" tell.");
  } else {
    set_count(plan, call);
  }
  const Layout layout = layout_of(plan, call);
  for (int rank = 0; rank < ranks(); ++rank) {
    const std::uint64_t wanted = layout.buffer_length(rank, Space::input);
    if (length(rank) == wanted) continue;
    throw Refusal("rank " + std::to_string(rank) + " has " + counted(length(rank), "element") +
                  " in \"ranks\" of --input; " + std::string(plan.collective->name) + " needs " +
                  std::to_string(wanted) + " there.");
  }
}

std::vector<Fault> RunInput::faults() const {
  std::vector<Fault> result;
  const auto given = json_.find("faults");
  if (given == json_.end()) return result;
  const std::string wanted = "a list of faults such as {\"rank\": 2, \"kind\": \"late\", \"ms\": 100}.";
  if (!given->is_array()) throw Refusal("\"faults\" in --input is no list; expected is " + wanted);
  for (const Json& entry : *given) {
    const std::string place = "faults[" + std::to_string(result.size()) + "]";
    if (!entry.is_object())
      throw Refusal(std::string(place).append(" in --input is no object; expected is ").append(wanted));
    for (const auto& [key, value] : entry.items()) {
      if (std::find(kFaultKeys.begin(), kFaultKeys.end(), key) == kFaultKeys.end() || value.is_structured()) {
        refuse_unknown("a key of " + place, key, {kFaultKeys.begin(), kFaultKeys.end()});
      }
    }
    const auto text = [&](const char* key, const char* otherwise) {
      const auto it = entry.find(key);
      if (it == entry.end()) return std::string(otherwise);
      return it->is_string() ? it->get<std::string>() : it->dump();
    };
    const auto rank = static_cast<int>(whole_number(place + ".rank", text("rank", ""), 0, ranks() - 1));
    const auto kind = value_named<FaultKind>(place + ".kind", text("kind", ""));
    const bool late = kind == FaultKind::late;  // by nothing at all would be no fault
    const auto ms = whole_number(place + ".ms", text("ms", late ? "" : "0"), late ? 1 : 0, kLongestFaultMs);
    result.push_back({.rank = rank, .kind = kind, .after = std::chrono::milliseconds(ms)});
  }
  return result;
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

std::vector<std::byte> RunInput::scalars(const Collective& collective, Operator op, DataType dtype) const {
  if (!collective.has_operator()) return {};
  const auto given = json_.find("scalars");
  const std::string wanted = "a list of " + counted(ranks(), "number") + ", one for each rank";
  if (op != Operator::premul_sum) {
    if (given == json_.end()) return {};
    throw Refusal("\"scalars\" in --input is for premul_sum, which multiplies by them; op is '" +
                  std::string(name(op)) + "'.");
  }
  if (given == json_.end()) {
    throw Refusal("op is 'premul_sum', which needs \"scalars\" in --input: " + wanted +
                  ", such as {\"ranks\": [[1], [2]], \"scalars\": [3, 4]}.");
  }
  if (!given->is_array() || given->size() != values().size()) {
    throw Refusal("\"scalars\" in --input is no " + wanted.substr(2) + ".");
  }
  std::vector<std::byte> result(given->size() * size_of(dtype));
  for (std::size_t rank = 0; rank < given->size(); ++rank) {
    store_element((*given)[rank], dtype, result.data() + rank * size_of(dtype), "scalar " + std::to_string(rank));
  }
  return result;
}

}  // namespace ringlet::cli
