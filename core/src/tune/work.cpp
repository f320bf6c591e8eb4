// A plan carried out on paper, where every step costs one message or the bytes that it handles.
#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "ringlet/tuning.hpp"
#include "sizes.hpp"

namespace ringlet {
namespace {

Work operator+(const Work& a, const Work& b) {
  return {a.hops + b.hops, a.messages + b.messages, a.moved + b.moved, a.reduced + b.reduced, a.fresh + b.fresh};
}

double hops(const Work& work) { return work.hops; }
double messages(const Work& work) { return work.messages; }
double bytes(const Work& work) { return work.moved + work.reduced; }
using Measure = double (*)(const Work&);

const Work& longer(const Work& a, const Work& b, Measure measure) { return measure(a) < measure(b) ? b : a; }

class OnPaper {
 public:
  explicit OnPaper(const Plan& plan)
      : plan_(plan),
        chunk_(buffers_in_tensor(*plan.collective, plan.ranks) / static_cast<double>(std::max(plan.chunks, 1U))) {}

  // What a step takes of its rank, `fresh` being whether it receives what the sender wrote in this call.
  Work work(const Step& step, bool fresh) const {
    Work result{.messages = step.kind == StepKind::local || step.more ? 0.0 : 1.0};
    if (step.kind == StepKind::send) return result;
    (step.acc ? result.reduced : result.moved) = chunk_;
    if (fresh) result.fresh = chunk_;
    return result;
  }

  // Carries the plan out: `clock` is the work of the longest chain of steps that have to come one after the other, up
  // to and with the step that is told of.
  template <class Told>
  void carry_out(Measure measure, Told&& told) const {
    struct Place {
      int rank;
      std::size_t lane, step = 0;
      Work clock{};
    };
    struct Message {
      Work sent;
      bool fresh;
    };
    std::deque<Place> lanes;
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      for (std::size_t lane = 0; lane < lanes_of(rank).size(); ++lane) lanes.push_back({rank, lane});
    }
    std::map<std::tuple<int, int, std::size_t>, std::deque<Message>> on_their_way;  // by sender, receiver and lane
    for (std::size_t stuck = 0; stuck < lanes.size();) {
      Place place = lanes.front();
      lanes.pop_front();
      const Lane& lane = lanes_of(place.rank)[place.lane];
      const std::size_t first = place.step;
      for (; place.step < lane.size(); ++place.step) {
        const Step& step = lane[place.step];
        bool fresh = false;
        if (step.kind == StepKind::recv) {
          auto& queue = on_their_way[{step.peer, place.rank, place.lane}];
          if (queue.empty()) break;
          place.clock = longer(place.clock, queue.front().sent + Work{.hops = 1}, measure);
          fresh = queue.front().fresh;
          queue.pop_front();
        }
        const Work work = this->work(step, fresh);
        place.clock = place.clock + work;
        told(place.rank, work, place.clock);
        if (step.kind == StepKind::send) {
          on_their_way[{place.rank, step.peer, place.lane}].push_back({place.clock, step.src.space != Space::input});
        }
      }
      stuck = place.step > first ? 0 : stuck + 1;
      if (place.step < lane.size()) lanes.push_back(place);
    }
  }

 private:
  const std::vector<Lane>& lanes_of(int rank) const { return plan_.lanes[static_cast<std::size_t>(rank)]; }

  const Plan& plan_;
  double chunk_;
};

}  // namespace

PlanWork work_of(const Plan& plan) {
  const OnPaper paper(plan);
  PlanWork result{.ranks = plan.ranks};
  // The longest chain or, where the lanes of a rank have more to do together, that rank.
  const auto most = [&](Measure measure) {
    std::vector<Work> of_rank(static_cast<std::size_t>(plan.ranks));
    Work longest;
    paper.carry_out(measure, [&](int rank, const Work& work, const Work& clock) {
      Work& sum = of_rank[static_cast<std::size_t>(rank)];
      sum = sum + work;
      longest = longer(longest, clock, measure);
    });
    result.of_all = {};
    for (const Work& each : of_rank) {
      result.of_all = result.of_all + each;
      longest = longer(longest, each, measure);
    }
    return longest;
  };
  result.hops = most(hops).hops;
  result.by_messages = most(messages);
  result.by_bytes = most(bytes);
  return result;
}

}  // namespace ringlet
