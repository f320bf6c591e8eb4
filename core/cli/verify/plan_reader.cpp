#include "plan_reader.hpp"

#include "../common/names.hpp"

namespace ringlet::cli {
namespace {

constexpr std::int64_t kMostSlots = 1 << 20;  // per rank
constexpr std::int64_t kMostCells = 1 << 23;  // all ranks together

// Reads fields and names the place of whatever is wrong.
class Reader {
 public:
  Reader(const Json& object, std::string place) : object_(object), place_(std::move(place)) {
    if (!object.is_object()) throw Refusal(place_ + " is no JSON object.");
  }

  const Json& field(const char* key) const {
    const auto it = object_.find(key);
    if (it == object_.end()) throw Refusal(place_ + " has no '" + key + "'.");
    return *it;
  }
  std::int64_t number(const char* key, std::int64_t least, std::int64_t most) const {
    const Json& value = field(key);
    const auto allowed = "whole numbers from " + std::to_string(least) + " to " + std::to_string(most);
    if (!value.is_number_integer())
      refuse(place_ + ": " + key, value.is_structured() ? "no number" : value.dump(), allowed);
    const auto result = value.get<std::int64_t>();
    const bool wraps = value.is_number_unsigned() && result < 0;
    if (wraps || result < least || result > most) refuse(place_ + ": " + key, value.dump(), allowed);
    return result;
  }
  bool flag(const char* key) const {
    const Json& value = field(key);
    if (!value.is_boolean()) throw Refusal(place_ + ": " + key + " is neither true nor false.");
    return value.get<bool>();
  }
  std::string text(const char* key) const {
    const Json& value = field(key);
    if (!value.is_string()) throw Refusal(place_ + ": " + key + " is no string.");
    return value.get<std::string>();
  }
  const Json& list(const char* key) const { return list(field(key), place_ + ": " + key); }
  static const Json& list(const Json& value, const std::string& what) {
    if (!value.is_array()) throw Refusal(what + " is no list.");
    return value;
  }
  Slot slot(const char* key) const {
    const Json& value = field(key);
    if (value.is_null()) return {};
    const std::string what = place_ + ": " + key;
    if (!value.is_array() || value.size() != 2 || !value[0].is_string() || !value[1].is_number_unsigned()) {
      throw Refusal(what + " is neither null nor a pair of space and index.");
    }
    const auto space = value_named<Space>(what, value[0].get<std::string>());
    const auto index = value[1].get<std::uint64_t>();
    if (index >= static_cast<std::uint64_t>(kMostSlots))
      refuse(what, value[1].dump(), "indices below " + std::to_string(kMostSlots));
    return {space, static_cast<std::uint32_t>(index)};
  }

 private:
  const Json& object_;
  std::string place_;
};

Step step_from(const Json& json, const std::string& place) {
  const Reader read(json, place);
  Step step;
  step.kind = value_named<StepKind>(place + ": kind", read.text("kind"));
  step.more = read.flag("more");
  step.reverse = read.flag("reverse");
  step.peer = static_cast<std::int32_t>(read.number("peer", -1, kMaxRanks));
  step.chunk = static_cast<std::uint32_t>(read.number("chunk", 0, kMostSlots));
  step.src = read.slot("src");
  step.acc = read.slot("acc");
  step.dst = read.slot("dst");
  step.round = static_cast<std::uint32_t>(read.number("round", 0, 1 << 30));
  return step;
}

}  // namespace

Plan plan_from_json(const Json& json, const std::string& argument) {
  const Reader read(json, argument);
  Plan plan;
  plan.collective = &collective_named(argument + ": collective", read.text("collective"));
  plan.algorithm = shown(read.text("algorithm"));
  plan.ranks = static_cast<int>(read.number("ranks", 1, kMaxRanks));
  plan.root = static_cast<int>(read.number("root", 0, plan.ranks - 1));
  plan.chunks = static_cast<std::uint32_t>(read.number("chunks", 1, kMostSlots));
  plan.slices = static_cast<std::uint32_t>(read.number("slices", 1, kMostSlots));
  plan.scratch_slots = static_cast<std::uint32_t>(read.number("scratch_slots", 0, kMostSlots));
  plan.in_place = read.flag("in_place");
  if ((2 * std::int64_t{plan.chunks} + plan.scratch_slots) * plan.ranks > kMostCells) {
    throw Refusal(argument + ": ranks * (2 * chunks + scratch_slots) is more than " + std::to_string(kMostCells) + ".");
  }
  const Json& ranks = read.list("lanes");
  if (ranks.size() != static_cast<std::size_t>(plan.ranks)) {
    refuse(argument + ": the length of lanes", std::to_string(ranks.size()),
           "only " + std::to_string(plan.ranks) + ", one entry per rank");
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const std::string of_rank = argument + ": lanes of rank " + std::to_string(rank);
    auto& lanes = plan.lanes.emplace_back();
    if (Reader::list(ranks[rank], of_rank).size() > kMaxLanes) {
      refuse("the number of " + of_rank, std::to_string(ranks[rank].size()), "at most " + std::to_string(kMaxLanes));
    }
    for (const Json& steps : Reader::list(ranks[rank], of_rank)) {
      Lane& lane = lanes.emplace_back();
      for (const Json& step : Reader::list(steps, of_rank)) {
        lane.push_back(step_from(step, of_rank + ", step " + std::to_string(lane.size())));
      }
    }
  }
  return plan;
}

}  // namespace ringlet::cli
