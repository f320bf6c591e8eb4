#include "mutants.hpp"

#include <utility>
#include <vector>

namespace ringlet::test {
namespace {

class Spoiler {
 public:
  Spoiler(const Plan& plan, const std::function<void(const Mutant&)>& visit) : mutant_(plan), visit_(visit) {}

  void spoil_all() {
    for (int rank = 0; rank < mutant_.ranks; ++rank) {
      for (Lane& lane : mutant_.lanes[static_cast<std::size_t>(rank)]) {
        for (std::size_t i = 0; i < lane.size(); ++i) {
          spoil_order(rank, lane, i);
          spoil_step(rank, lane[i]);
        }
      }
    }
  }

 private:
  void spoil_order(int rank, Lane& lane, std::size_t i) {
    const Lane right = lane;
    const auto here = static_cast<std::ptrdiff_t>(i);
    lane.erase(lane.begin() + here);
    visit_({Spoilt::dropped, mutant_, rank, right[i], nullptr});
    lane = right;
    lane.insert(lane.begin() + here, right[i]);
    visit_({Spoilt::doubled, mutant_, rank, right[i], &lane[i]});
    lane = right;
    if (i + 1 == lane.size() || lane[i] == lane[i + 1]) return;
    std::swap(lane[i], lane[i + 1]);
    visit_({Spoilt::swapped, mutant_, rank, right[i], &lane[i]});
    lane = right;
  }

  void spoil_step(int rank, Step& step) {
    const Step right = step;
    const auto visit = [&](Spoilt kind) {
      if (step != right) visit_({kind, mutant_, rank, right, &step});
      step = right;
    };
    step.more = !step.more;
    visit(Spoilt::joined);
    for (int peer = 0; step.kind != StepKind::local && peer < mutant_.ranks; ++peer) {
      step.peer = peer;
      visit(Spoilt::peer);
    }
    for (std::uint32_t chunk = 0; chunk < mutant_.chunks; ++chunk) {
      step.chunk = chunk;
      visit(Spoilt::chunk);
    }
    for (const Slot other : slots(rank)) {
      if (step.src) {
        step.src = other;
        visit(Spoilt::source);
      }
      if (step.dst && other.space != Space::input) {
        step.dst = other;
        visit(Spoilt::destination);
      }
      if (step.kind != StepKind::send) {
        step.acc = other;
        visit(Spoilt::accumulator);
      }
    }
    if (!step.acc) return;
    step.acc = {};
    visit(Spoilt::accumulator);
    step.reverse = !step.reverse;
    visit(Spoilt::reversed);
  }

  std::vector<Slot> slots(int rank) const {
    std::vector<Slot> all;
    const auto add = [&all](Space space, std::uint32_t count) {
      for (std::uint32_t i = 0; i < count; ++i) all.push_back({space, i});
    };
    add(Space::input, mutant_.collective->input(mutant_.shape(), rank).count);
    add(Space::output, mutant_.collective->output(mutant_.shape(), rank).count);
    add(Space::scratch, mutant_.scratch_slots);
    return all;
  }

  Plan mutant_;
  const std::function<void(const Mutant&)>& visit_;
};

}  // namespace

void for_each_mutant(const Plan& plan, const std::function<void(const Mutant&)>& visit) {
  Spoiler(plan, visit).spoil_all();
}

}  // namespace ringlet::test
