// The verifier: what it must accept, and for each rule what it must refuse and how it says so.
#include "ringlet/verify.hpp"

#include <set>

#include "../hand_plans.hpp"
#include "../support.hpp"

namespace ringlet::test {
namespace {

TEST_CASE("verify: every algorithm passes for 1 to 32 ranks, in place or not") {
  for (int ranks = 1; ranks <= 32; ++ranks) {
    for (const Form& form : plain_forms(ranks)) {
      const auto plan = make_plan(*form.algorithm, {form.collective, ranks, form.root, form.in_place});
      CAPTURE(form);
      REQUIRE(plan);
      CHECK(plan->algorithm == form.algorithm->name);
      CHECK(plan->in_place == form.in_place);
      CHECK(plan->root == form.root);
      const auto program = prepare(*plan);
      REQUIRE_MESSAGE(program.has_value(), program.error().message);
      CHECK(program->plan.lanes == plan->lanes);
      CHECK_FALSE(check(*program));
    }
  }
}

TEST_CASE("verify: the rules have names and say what they ask") {
  std::vector<std::string_view> names;
  for (const Rule& rule : rules()) {
    names.push_back(rule.name);
    CHECK_FALSE(rule.says.empty());
  }
  CHECK(names == std::vector<std::string_view>{"V1", "V2", "V3", "V4", "V7", "V8"});
}

struct Place {
  std::string_view rule;
  int rank;
  std::uint32_t step;
  std::uint32_t chunk;
};

// The sentence, once the violation names that rule and that place.
std::string refusal(Plan plan, const Place& place, std::uint32_t queue_slots = kQueueSlots) {
  const auto program = prepare(std::move(plan), queue_slots);
  REQUIRE_FALSE(program);
  const Violation& violation = program.error();
  CAPTURE(violation.message);
  CHECK(violation.rule == place.rule);
  CHECK(violation.rank == place.rank);
  CHECK(violation.step == place.step);
  CHECK(violation.chunk == place.chunk);
  CHECK(violation.message.find(std::string(place.rule)) == 0);
  CHECK(violation.message.find("rank " + std::to_string(place.rank)) != std::string::npos);
  CHECK(violation.message.find("step " + std::to_string(place.step)) != std::string::npos);
  CHECK(violation.message.find("chunk " + std::to_string(place.chunk)) != std::string::npos);
  CHECK(violation.message.back() == '.');
  return violation.message;
}

bool says(const std::string& sentence, std::string_view what) { return sentence.find(what) != std::string::npos; }

TEST_CASE("verify: the plan that the next cases spoil is right") {
  CHECK(prepare(hand_plan(all_reduce, {}, sum_of_two())));
  CHECK(prepare(hand_plan(all_reduce, {.in_place = true}, sum_of_two())));
}

TEST_CASE("verify V1: form") {
  auto lanes = sum_of_two();
  const auto refuse = [&](const Place& place, HandSize size = {}) {
    return refusal(hand_plan(all_reduce, size, lanes), place);
  };
  SUBCASE("a peer that does not exist") {
    lanes[1][0].peer = 2;
    CHECK(says(refuse({"V1", 1, 0, 0}), "peer 2"));
  }
  SUBCASE("a negative peer") {
    lanes[1][1].peer = -1;
    refuse({"V1", 1, 1, 0});
  }
  SUBCASE("itself") {
    lanes[0][1].peer = 0;
    CHECK(says(refuse({"V1", 0, 1, 0}), "itself"));
  }
  SUBCASE("a chunk that does not exist") {
    lanes[1][0].chunk = 1;
    CHECK(says(refuse({"V1", 1, 0, 1}), "chunk 1"));
  }
  SUBCASE("an input slot that does not exist") {
    lanes[1][0].src = input(1);
    CHECK(says(refuse({"V1", 1, 0, 0}), "input 1"));
  }
  SUBCASE("an output slot that does not exist") {
    lanes[0][0].dst = output(7);
    CHECK(says(refuse({"V1", 0, 0, 0}), "output 7"));
  }
  SUBCASE("a scratch slot that does not exist") {
    lanes[0][0].dst = scratch(2);
    CHECK(says(refuse({"V1", 0, 0, 0}, {.scratch_slots = 2}), "scratch 2"));
  }
  SUBCASE("an accumulator that does not exist") {
    lanes[0][0].acc = scratch(0);
    CHECK(says(refuse({"V1", 0, 0, 0}), "scratch 0"));
  }
  SUBCASE("writing the input") {
    lanes[1][1].dst = input(0);
    CHECK(says(refuse({"V1", 1, 1, 0}), "read only"));
  }
  SUBCASE("writing the input, in place") {
    lanes[1][1].dst = input(0);
    refuse({"V1", 1, 1, 0}, {.in_place = true});
  }
  SUBCASE("a send of nothing") {
    lanes[1][0].src = {};
    refuse({"V1", 1, 0, 0});
  }
  SUBCASE("a send into something") {
    lanes[1][0].dst = output(0);
    refuse({"V1", 1, 0, 0});
  }
  SUBCASE("a receive into nothing") {
    lanes[1][1].dst = {};
    refuse({"V1", 1, 1, 0});
  }
  SUBCASE("a receive from memory") {
    lanes[1][1].src = input(0);
    refuse({"V1", 1, 1, 0});
  }
  SUBCASE("a local step without source") {
    lanes[1].push_back(copy(0, {}, output(0)));
    refuse({"V1", 1, 2, 0});
  }
  SUBCASE("a message that goes on with nothing") {
    lanes[1].back().more = true;
    refuse({"V1", 1, 1, 0});
  }
  SUBCASE("a message that goes on with another kind") {
    lanes[1][0].more = true;
    refuse({"V1", 1, 0, 0});
  }
  SUBCASE("a local step that goes on") {
    lanes[1].push_back(with_next(copy(0, output(0), output(0))));
    lanes[1].push_back(copy(0, output(0), output(0)));
    refuse({"V1", 1, 2, 0});
  }
  SUBCASE("a message that goes on to somebody else") {
    std::vector<Lane> three{
        {receive(1, 0, output(0))},
        {with_next(send(0, 0, input(0))), send(2, 0, input(0))},
        {receive(1, 0, output(0))},
    };
    refusal(hand_plan(all_reduce, {}, three), {"V1", 1, 0, 0});
  }
}

TEST_CASE("verify V1: a slot that holds another chunk than the step names") {
  refusal(hand_plan(all_gather, {.chunks = 2},
                    {
                        {copy(0, input(0), output(0)), send(1, 0, output(0)), receive(1, 1, output(1))},
                        {copy(1, input(0), output(1)), receive(0, 0, output(0)), send(0, 1, output(0))},
                    }),
          {"V1", 1, 2, 1});
}

TEST_CASE("verify V1: plans that don't fit together as a whole") {
  const auto rule = [](Plan plan) {
    const auto program = prepare(std::move(plan));
    return program ? std::string_view("accepted") : program.error().rule;
  };
  SUBCASE("fewer lanes than ranks") {
    Plan plan = hand_plan(all_reduce, {}, sum_of_two());
    plan.ranks = 3;
    CHECK(rule(plan) == "V1");
  }
  SUBCASE("more lanes than ranks") {
    Plan plan = hand_plan(all_reduce, {}, sum_of_two());
    plan.ranks = 1;
    CHECK(rule(plan) == "V1");
  }
  SUBCASE("no ranks") {
    Plan plan = hand_plan(all_reduce, {}, std::vector<Lane>{});
    CHECK(rule(plan) == "V1");
  }
  SUBCASE("no chunks") { CHECK(rule(hand_plan(all_reduce, {.chunks = 0}, std::vector<Lane>(2))) == "V1"); }
  SUBCASE("chunks that are not slices of the ranks' parts") {
    CHECK(rule(hand_plan(reduce_scatter, {.chunks = 3}, std::vector<Lane>(2))) == "V1");
    CHECK(rule(hand_plan(all_gather, {.chunks = 2, .slices = 0}, std::vector<Lane>(2))) == "V1");
  }
  SUBCASE("a rank without lanes") {
    CHECK(rule(plan_of_lanes(all_reduce, {}, {{{copy(0, input(0), output(0))}}, {}})) == "V1");
  }
}

TEST_CASE("verify V2: pairs") {
  auto lanes = sum_of_two();
  const auto refuse = [&](const Place& place, HandSize size = {}) {
    return refusal(hand_plan(all_reduce, size, lanes), place);
  };
  SUBCASE("a send that nobody receives") {
    lanes[0].push_back(send(1, 0, output(0)));
    CHECK(says(refuse({"V2", 0, 2, 0}), "rank 1 never receives"));
  }
  SUBCASE("a receive that nobody serves") {
    lanes[0].push_back(receive(1, 0, output(0)));
    CHECK(says(refuse({"V2", 0, 2, 0}), "rank 1 never sends"));
  }
  SUBCASE("pairs that name different chunks") {
    lanes = {
        {send(1, 0, input(0)), send(1, 1, input(1)), receive(1, 0, output(0)), receive(1, 1, output(1))},
        {reduce(0, 0, input(0), output(0)), reduce(0, 1, input(1), output(1)), send(0, 1, output(1)),
         send(0, 0, output(0))},
    };
    CHECK(says(refuse({"V2", 0, 2, 0}, {.chunks = 2}), "sends chunk 1"));
  }
  SUBCASE("messages cut at different places") {
    lanes = {
        {with_next(send(1, 0, input(0))), send(1, 1, input(1)), receive(1, 0, output(0)), receive(1, 1, output(1))},
        {reduce(0, 0, input(0), output(0)), reduce(0, 1, input(1), output(1)), send(0, 0, output(0)),
         send(0, 1, output(1))},
    };
    refuse({"V2", 1, 0, 0}, {.chunks = 2});
  }
}

TEST_CASE("verify V3: deadlock") {
  SUBCASE("both receive first") {
    const std::vector<Lane> lanes{
        {reduce(1, 0, input(0), output(0)), send(1, 0, input(0))},
        {reduce(0, 0, input(0), output(0)), send(0, 0, input(0))},
    };
    const std::string sentence = refusal(hand_plan(all_reduce, {}, lanes), {"V3", 0, 0, 0});
    CHECK(says(sentence, "rank 0 waits for rank 1"));
    CHECK(says(sentence, "rank 1 waits for rank 0"));
  }
  SUBCASE("a circle of three") {
    const std::vector<Lane> lanes{
        {receive(2, 2, output(2)), send(1, 0, input(0))},
        {receive(0, 0, output(0)), send(2, 1, input(0))},
        {receive(1, 1, output(1)), send(0, 2, input(0))},
    };
    CHECK(says(refusal(hand_plan(all_gather, {.chunks = 3}, lanes), {"V3", 0, 0, 2}), "rank 0 waits for rank 2"));
  }
  SUBCASE("more messages ahead than the queue has slots") {
    std::vector<Lane> lanes(2);
    for (std::uint32_t chunk = 0; chunk < 5; ++chunk) {
      for (const int rank : {0, 1})
        lanes[static_cast<std::size_t>(rank)].push_back(send(1 - rank, chunk, input(chunk)));
    }
    for (std::uint32_t chunk = 0; chunk < 5; ++chunk) {
      for (const int rank : {0, 1}) {
        lanes[static_cast<std::size_t>(rank)].push_back(reduce(1 - rank, chunk, input(chunk), output(chunk)));
      }
    }
    const Plan plan = hand_plan(all_reduce, {.chunks = 5}, lanes);
    CHECK(says(refusal(plan, {"V3", 0, 4, 4}, 4), "4 queue slots"));
    CHECK(says(refusal(plan, {"V3", 0, 1, 1}, 1), "1 queue slot:"));
    CHECK(prepare(plan, 5));
    // As one message it takes one slot.
    Plan joined = plan;
    for (auto& rank : joined.lanes) {
      for (std::size_t i = 0; i < 10; ++i) rank[0][i].more = i % 5 != 4;
    }
    CHECK(prepare(joined, 1));
  }
}

TEST_CASE("verify V4: every contribution once") {
  SUBCASE("missing") {
    const std::vector<Lane> lanes{
        {reduce(1, 0, input(0), output(0)), send(1, 0, input(0))},
        {send(0, 0, input(0)), receive(0, 0, output(0))},
    };
    CHECK(says(refusal(hand_plan(all_reduce, {}, lanes), {"V4", 1, 2, 0}), "lacks the contribution of rank 1"));
  }
  SUBCASE("twice, from a peer") {
    auto lanes = sum_of_two();
    lanes[1].insert(lanes[1].begin(), send(0, 0, input(0)));
    lanes[0].insert(lanes[0].begin() + 1, reduce(1, 0, output(0), output(0)));
    CHECK(says(refusal(hand_plan(all_reduce, {}, lanes), {"V4", 0, 1, 0}), "rank 1"));
  }
  SUBCASE("twice, its own") {
    auto lanes = sum_of_two();
    lanes[0].insert(lanes[0].begin() + 1, add(0, output(0), input(0), output(0)));
    CHECK(says(refusal(hand_plan(all_reduce, {}, lanes), {"V4", 0, 1, 0}), "rank 0"));
  }
  SUBCASE("an empty output") {
    auto lanes = sum_of_two();
    lanes[1][1].dst = scratch(0);
    CHECK(says(refusal(hand_plan(all_reduce, {.scratch_slots = 1}, lanes), {"V4", 1, 2, 0}), "empty"));
  }
  SUBCASE("an output with another chunk") {
    const std::vector<Lane> lanes{
        {copy(0, input(0), output(0)), send(1, 0, output(0)), receive(1, 1, output(1))},
        {copy(1, input(0), output(0)), send(0, 1, output(0)), receive(0, 0, output(1))},
    };
    CHECK(says(refusal(hand_plan(all_gather, {.chunks = 2}, lanes), {"V4", 1, 3, 0}), "holds chunk 1"));
  }
  SUBCASE("something that is no gather's business: a sum") {
    const std::vector<Lane> lanes{
        {copy(0, input(0), output(0)), send(1, 0, output(0)), receive(1, 1, output(1))},
        {copy(1, input(0), output(1)), send(0, 1, output(1)), receive(0, 0, scratch(0)),
         add(0, scratch(0), scratch(0), output(0))},
    };
    refusal(hand_plan(all_gather, {.chunks = 2, .scratch_slots = 1}, lanes), {"V4", 1, 3, 0});
  }
  SUBCASE("reading what was never written") {
    auto lanes = sum_of_two();
    lanes[1][0].src = output(0);
    refusal(hand_plan(all_reduce, {}, lanes), {"V4", 1, 0, 0});
  }
}

TEST_CASE("verify: contributors of each step, by hand for the ring on three ranks") {
  const auto program = program_for(reduce_scatter, "ring", 3);
  const auto of = contributors(*program);
  using Ranks = std::vector<int>;
  // Rank 0: sends chunk 2 of its own; adds chunk 1 of rank 2 to its own; sends that on; completes chunk 0.
  CHECK(of[0][0] == std::vector<Ranks>{{0}, {0, 2}, {0, 2}, {0, 1, 2}});
  CHECK(of[1][0] == std::vector<Ranks>{{1}, {0, 1}, {0, 1}, {0, 1, 2}});
  CHECK(of[2][0] == std::vector<Ranks>{{2}, {1, 2}, {1, 2}, {0, 1, 2}});
}

// Where an average is divided. Ranks that all add up the same chunk complete it each for itself.
TEST_CASE("verify: every chunk becomes complete somewhere, and no more than once on a rank") {
  for (const int ranks : {2, 3, 8}) {
    for (const Form& form : plain_forms(ranks)) {
      const auto program = program_for(form);
      std::set<std::uint32_t> completed;
      bool once = true;
      for (std::size_t rank = 0; rank < program->notes.size(); ++rank) {
        std::set<std::uint32_t> here;
        for (std::size_t lane = 0; lane < program->notes[rank].size(); ++lane) {
          for (const std::uint32_t step : program->notes[rank][lane].completing) {
            once = here.insert(program->plan.lanes[rank][lane][step].chunk).second && once;
          }
        }
        completed.insert(here.begin(), here.end());
      }
      CAPTURE(form);
      CHECK(once);
      CHECK(completed.size() == (form.collective->reduces ? program->plan.chunks : 0));
    }
  }
}

}  // namespace
}  // namespace ringlet::test
