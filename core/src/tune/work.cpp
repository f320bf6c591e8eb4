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
  return {a.hops + b.hops, a.messages + b.messages, a.moved + b.moved, a.reduced + b.reduced};
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

  // What a step takes of its rank.
  Work work(const Step& step) const {
    Work result{.messages = step.kind == StepKind::local || step.more ? 0.0 : 1.0};
    if (step.kind == StepKind::send) return result;
    (step.acc ? result.reduced : result.moved) = chunk_;
    return result;
  }

  // The longest chain of steps that have to come one after the other.
  Work longest_chain(Measure measure) const {
    struct Place {
      int rank;
      std::size_t lane, step = 0;
      Work clock{};
    };
    std::deque<Place> lanes;
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      for (std::size_t lane = 0; lane < lanes_of(rank).size(); ++lane) lanes.push_back({rank, lane});
    }
    std::map<std::tuple<int, int, std::size_t>, std::deque<Work>> on_their_way;  // by sender, receiver and lane
    Work longest;
    for (std::size_t stuck = 0; stuck < lanes.size();) {
      Place place = lanes.front();
      lanes.pop_front();
      const Lane& lane = lanes_of(place.rank)[place.lane];
      const std::size_t first = place.step;
      for (; place.step < lane.size(); ++place.step) {
        const Step& step = lane[place.step];
        if (step.kind == StepKind::recv) {
          auto& queue = on_their_way[{step.peer, place.rank, place.lane}];
          if (queue.empty()) break;
          place.clock = longer(place.clock, queue.front() + Work{.hops = 1}, measure);
          queue.pop_front();
        }
        place.clock = place.clock + work(step);
        if (step.kind == StepKind::send) on_their_way[{place.rank, step.peer, place.lane}].push_back(place.clock);
      }
      longest = longer(longest, place.clock, measure);
      stuck = place.step > first ? 0 : stuck + 1;
      if (place.step < lane.size()) lanes.push_back(place);
    }
    return longest;
  }

  Work of_rank(int rank) const {
    Work sum;
    for (const Lane& lane : lanes_of(rank)) {
      for (const Step& step : lane) sum = sum + work(step);
    }
    return sum;
  }

  // The longest chain or, where the lanes of a rank have more to do together, that rank.
  Work most(Measure measure) const {
    Work result = longest_chain(measure);
    for (int rank = 0; rank < plan_.ranks; ++rank) result = longer(result, of_rank(rank), measure);
    return result;
  }

 private:
  const std::vector<Lane>& lanes_of(int rank) const { return plan_.lanes[static_cast<std::size_t>(rank)]; }

  const Plan& plan_;
  double chunk_;
};

}  // namespace

PlanWork work_of(const Plan& plan) {
  const OnPaper paper(plan);
  PlanWork result{.ranks = plan.ranks,
                  .hops = paper.longest_chain(hops).hops,
                  .by_messages = paper.most(messages),
                  .by_bytes = paper.most(bytes),
                  .of_all = {}};
  for (int rank = 0; rank < plan.ranks; ++rank) result.of_all = result.of_all + paper.of_rank(rank);
  return result;
}

}  // namespace ringlet
