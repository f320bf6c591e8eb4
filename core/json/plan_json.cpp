#include "plan_json.hpp"

#include <string>

#include "json.hpp"

namespace ringlet {
namespace {

Json slot_json(Slot slot) { return slot ? Json::array({name(slot.space), slot.index}) : Json(nullptr); }

Json step_json(const Step& step) {
  return {{"kind", name(step.kind)},    {"peer", step.peer},          {"chunk", step.chunk},
          {"src", slot_json(step.src)}, {"dst", slot_json(step.dst)}, {"acc", slot_json(step.acc)},
          {"reverse", step.reverse},    {"more", step.more},          {"round", step.round}};
}

}  // namespace

void write_plan_json(const Plan& plan, const std::function<void(std::string_view)>& write) {
  const std::string head = Json{
      {"collective", plan.collective->name},
      {"algorithm", plan.algorithm},
      {"ranks", plan.ranks},
      {"root", plan.root},
      {"chunks", plan.chunks},
      {"slices", plan.slices},
      {"scratch_slots", plan.scratch_slots},
      {"in_place", plan.in_place},
      {"lanes", Json::array()}}.dump();
  constexpr std::string_view kEnd = "]}";
  write(std::string_view(head).substr(0, head.size() - kEnd.size()));
  for (std::size_t rank = 0; rank < plan.lanes.size(); ++rank) {
    Json lanes = Json::array();
    for (const Lane& lane : plan.lanes[rank]) {
      Json& steps = lanes.emplace_back(Json::array());
      for (const Step& step : lane) steps.push_back(step_json(step));
    }
    write((rank > 0 ? "," : "") + lanes.dump());
  }
  write(kEnd);
}

}  // namespace ringlet
