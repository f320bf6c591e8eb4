#include "plan_json.hpp"

namespace ringlet {
namespace {

Json slot_json(Slot slot) { return slot ? Json::array({name(slot.space), slot.index}) : Json(nullptr); }

}  // namespace

Json plan_json(const Plan& plan) {
  Json result{{"collective", plan.collective->name},
              {"algorithm", plan.algorithm},
              {"ranks", plan.ranks},
              {"root", plan.root},
              {"chunks", plan.chunks},
              {"slices", plan.slices},
              {"scratch_slots", plan.scratch_slots},
              {"in_place", plan.in_place},
              {"lanes", Json::array()}};
  for (const auto& lanes : plan.lanes) {
    Json rank = Json::array();
    for (const Lane& lane : lanes) {
      Json steps = Json::array();
      for (const Step& step : lane) {
        steps.push_back({{"kind", name(step.kind)},
                         {"peer", step.peer},
                         {"chunk", step.chunk},
                         {"src", slot_json(step.src)},
                         {"dst", slot_json(step.dst)},
                         {"acc", slot_json(step.acc)},
                         {"reverse", step.reverse},
                         {"more", step.more},
                         {"round", step.round}});
      }
      rank.push_back(std::move(steps));
    }
    result["lanes"].push_back(std::move(rank));
  }
  return result;
}

}  // namespace ringlet
