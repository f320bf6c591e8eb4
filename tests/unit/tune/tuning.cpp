// What plans ask for, costs fitted to what was measured, and the choice: right, the same everywhere, without a trace in
// the bits.
#include "ringlet/tuning.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "bench/calibrate.hpp"
#include "ringlet/communicator.hpp"
#include "world/program_cache.hpp"

using namespace ringlet;

namespace {

PlanWork work(const Collective& collective, std::string_view algorithm, int ranks) {
  const auto plan = make_plan(*find_algorithm(algorithm), {.collective = &collective, .ranks = ranks});
  REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
  return work_of(*plan);
}

template <class Each>
void for_each_plan(std::initializer_list<int> sizes, Each&& each) {
  for (const int ranks : sizes) {
    for (const Collective* collective : collectives()) {
      for (const Algorithm* algorithm : algorithms()) {
        const PlanRequest request{.collective = collective, .ranks = ranks, .root = collective->rooted ? ranks / 2 : 0};
        if (const auto plan = make_plan(*algorithm, request)) each(*plan);
      }
    }
  }
}

CostModel machine(int cores) {
  CostModel model = default_costs();
  model.cores = cores;
  return model;
}

const Algorithm& chosen(const CostModel& model, const Collective& collective, int ranks, std::uint64_t bytes,
                        const std::vector<const Algorithm*>& named = {}) {
  return choose(model, {.collective = &collective, .ranks = ranks}, bytes, named);
}

const CostModel kTruth{.cores = 4, .us = {1, 0.4, 3, 0.2, 10, 30, 60, 200, 120, 80, 90, 300, 50, 70, 20, 40}};

std::vector<Measured> measured_by(const CostModel& truth, std::initializer_list<int> sizes) {
  std::vector<Measured> points;
  for_each_plan(sizes, [&](const Plan& plan) {
    const PlanWork asked = work_of(plan);
    for (std::uint64_t bytes = 256; bytes <= 64 << 20; bytes *= 16) {
      points.push_back({asked, bytes, truth.predict(asked, bytes)});
    }
  });
  return points;
}

double worst(const CostModel& model, const std::vector<Measured>& points) {
  double result = 0;
  for (const Measured& point : points) {
    result = std::max(result, std::abs(model.predict(point.work, point.bytes) / point.us - 1));
  }
  return result;
}

}  // namespace

TEST_CASE("tuning: what plans ask for, by hand") {
  const PlanWork ring = work(all_gather, "ring", 4);
  CHECK(ring.hops == 3);
  CHECK(ring.by_messages.messages == 6);
  CHECK(ring.by_bytes.moved == doctest::Approx(1));
  CHECK(ring.by_bytes.fresh == doctest::Approx(0.5));  // all that it receives but the neighbour's own part
  CHECK(ring.of_all.moved == doctest::Approx(4));
  CHECK(ring.of_all.reduced == 0);

  const PlanWork direct = work(all_gather, "direct", 4);
  CHECK(direct.hops == 1);
  CHECK(direct.by_bytes.fresh == 0);

  const PlanWork shot = work(all_reduce, "one_shot", 4);
  CHECK(shot.hops == 1);
  CHECK(shot.by_messages.messages == 6);
  CHECK(shot.by_bytes.moved + shot.by_bytes.reduced >= 3);

  // The leaves of a tree wait for its whole height, its root sends to each child.
  const PlanWork tree = work(broadcast, "binomial", 8);
  CHECK(tree.hops == 3);
  CHECK(tree.by_bytes.moved == doctest::Approx(4));  // the root's own copy first
  CHECK(tree.of_all.moved == doctest::Approx(8));
  const PlanWork star = work(broadcast, "naive", 8);
  CHECK(star.hops == 1);
  CHECK(star.by_messages.messages == 8);

  CHECK(work(all_to_all, "pairwise", 4).by_bytes.moved == doctest::Approx(1));
  CHECK(work(barrier, "binomial", 4).by_bytes.moved == 0);
}

TEST_CASE("tuning: every plan is carried out to its end on paper") {
  for_each_plan({1, 2, 3, 5, 8, 12}, [](const Plan& plan) {
    double messages = 0;
    for (const auto& lanes : plan.lanes) {
      for (const Lane& lane : lanes) {
        messages += static_cast<double>(
            std::count_if(lane.begin(), lane.end(), [](auto& s) { return s.kind != StepKind::local && !s.more; }));
      }
    }
    const PlanWork asked = work_of(plan);
    CAPTURE(std::string(plan.collective->name));
    CAPTURE(plan.algorithm);
    CAPTURE(plan.ranks);
    CHECK(asked.of_all.messages == messages);
    CHECK(asked.by_messages.messages <= messages);
    CHECK(asked.hops <= messages / 2);
    CHECK((asked.hops > 0) == (plan.ranks > 1));
  });
}

TEST_CASE("tuning: costs are recovered from what calls took, for other numbers of ranks too") {
  const auto points = measured_by(kTruth, {2, 4, 8});
  CostModel start = machine(4);
  const CostModel found = fitted(points, start);
  CHECK(worst(found, points) < 0.02);
  CHECK(worst(found, measured_by(kTruth, {3, 6, 12})) < 0.03);
  for (const double each : found.us) CHECK(each >= 0);
  CHECK(found.cores == 4);
}

TEST_CASE("tuning: a few calls that something else disturbed do not change the costs much") {
  auto points = measured_by(kTruth, {2, 4, 8});
  for (std::size_t i = 0; i < points.size(); i += 20) points[i].us *= 20;
  const CostModel found = fitted(points, machine(4));
  CHECK(worst(found, measured_by(kTruth, {2, 4, 8})) < 0.2);
}

TEST_CASE("tuning: of what was not measured the costs stay as they were") {
  const CostModel start = machine(2);
  CHECK(fitted({}, start).us == start.us);
  const std::vector<Measured> one{{work(barrier, "binomial", 2), 0, 3}};
  const CostModel found = fitted(one, start);
  CHECK(found.predict(one[0].work, 0) == doctest::Approx(3).epsilon(0.01));
  for (auto i = static_cast<std::size_t>(Cost::moved); i < found.us.size(); ++i) {
    CHECK(found.us.at(i) == start.us.at(i));
  }
}

TEST_CASE("tuning: more bytes never take less time, and no size jumps") {
  for (const CostModel& model : {machine(1), machine(2), machine(64), kTruth}) {
    for_each_plan({2, 7, 8}, [&](const Plan& plan) {
      const PlanWork asked = work_of(plan);
      double before = 0;
      for (std::uint64_t bytes = 1; bytes < 1ULL << 40; bytes += bytes / 3 + 1) {
        const double us = model.predict(asked, bytes);
        CHECK(us >= before);
        before = us;
      }
      for (const std::uint64_t edge : {1ULL << 16, 1ULL << 20, 1ULL << 24}) {
        CHECK(model.predict(asked, edge + 1) - model.predict(asked, edge - 1) < 1);
      }
    });
  }
}

TEST_CASE("tuning: the smallest all_reduce goes in one shot, the largest direct") {
  for (const int ranks : {2, 4}) {
    CHECK(chosen(machine(ranks), all_reduce, ranks, 64).name == "one_shot");
    CHECK(chosen(machine(ranks), all_reduce, ranks, 64 << 20).name == "direct");
  }
  CHECK(chosen(machine(2), all_reduce, 8, 64 << 20).name == "direct");
}

TEST_CASE("tuning: the first candidate stays, unless another leads by so much") {
  const auto candidates = candidates_of({.collective = &all_reduce, .ranks = 4},
                                        std::array{find_algorithm("direct"), find_algorithm("one_shot")});
  const CostModel model = default_costs();
  const auto us = [&](const Candidate& each) { return model.predict(each.work, 1024); };
  const double lead = us(candidates[0]) / us(candidates[1]);
  REQUIRE(lead > 1.1);
  CHECK(fastest(model, candidates, 1024).name == "one_shot");
  CHECK(fastest(model, candidates, 1024, lead - 0.01).name == "one_shot");
  CHECK(fastest(model, candidates, 1024, lead + 0.01).name == "direct");
}

TEST_CASE("tuning: among named candidates, else among all; beyond 64 ranks nothing is chosen") {
  const Algorithm* ring = find_algorithm("ring");
  const Algorithm* binomial = find_algorithm("binomial");
  CHECK(&chosen(machine(4), all_reduce, 8, 64, {ring, binomial}) == binomial);
  CHECK(&chosen(machine(8), all_reduce, 8, 64 << 20, {ring, binomial}) == ring);
  CHECK(&chosen(machine(4), all_reduce, 3, 64, {ring}) == ring);
  CHECK(chosen(machine(4), all_reduce, 3, 64, {find_algorithm("recursive_doubling")}).name != "pairwise");
  // Neither serves: only powers of two, and no all_gather.
  const auto other = &chosen(machine(4), all_gather, 3, 64, {find_algorithm("recursive_doubling"), binomial});
  CHECK(other == &chosen(machine(4), all_gather, 3, 64));
  CHECK(&chosen(machine(2), all_reduce, 65, 8) == &default_algorithm(all_reduce));
  CHECK(&chosen(machine(2), all_reduce, 65, 8, {binomial, ring}) == binomial);
}

TEST_CASE("tuning: all that is chosen among by itself adds up alike, in rank order") {
  for (const Collective* collective : collectives()) {
    if (!collective->reduces || collective->parts(2) == 0) continue;
    for (const int ranks : {1, 2, 3, 4, 7, 8, 16, 33}) {
      for (const int root : collective->rooted ? std::set{0, ranks - 1} : std::set{0}) {
        std::set<std::uint64_t> orders;
        for (const Algorithm* each : default_candidates(*collective, ranks)) {
          const auto program = make_program({.collective = collective, .ranks = ranks, .root = root}, each, false);
          REQUIRE_MESSAGE(program.has_value(), program.error().message);
          orders.insert(program->order.fingerprint);
        }
        CAPTURE(std::string(collective->name));
        CAPTURE(ranks);
        CHECK(orders.size() == 1);
      }
    }
  }
  CHECK(default_candidates(all_reduce, 4).size() == 3);
  CHECK(default_candidates(all_gather, 3).size() > 3);
}

TEST_CASE("tuning: calls take what choose says, once for all ranks") {
  ProgramCache programs(machine(2));
  for (const Collective* collective : collectives()) {
    for (const std::uint64_t bytes : {8ULL, 30'000ULL, 1ULL << 26}) {
      const auto program = programs.get(nullptr, *collective, 6, 0, true, bytes);
      REQUIRE(program);
      CHECK((*program)->plan.algorithm == chosen(machine(2), *collective, 6, bytes).name);
      CHECK(programs.get(nullptr, *collective, 6, 0, true, bytes)->get() == program->get());
    }
  }
  const std::vector<std::uint64_t> counts{1, 2, 6};
  CHECK(longest_buffer(all_gather, 3, 3, {}, 4) == 36);
  CHECK(longest_buffer(all_gather_v, 3, 0, counts, 4) == 36);
  CHECK(longest_buffer(all_to_all, 3, 2, {}, 1) == 6);
  CHECK(longest_buffer(barrier, 3, 0, {}, 4) == 0);
}

TEST_CASE("tuning: all_reduce is bitwise reduce_scatter then all_gather, whatever was chosen for each") {
  if (!has_threads()) return;
  constexpr int kRanks = 4;
  CostModel model = machine(kRanks);
  World world(kRanks, model);
  std::set<std::string_view> taken;
  for (const std::size_t part : {2U, 1000U, 100'000U}) {
    taken.insert(chosen(model, all_reduce, kRanks, part * kRanks * sizeof(float)).name);
    const auto run = run_ranks(world, [&](Communicator& self) -> Result<void> {
      std::vector<float> mine(part * kRanks);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        const int exponent = (static_cast<int>(i) + self.rank() * 7) % 40 - 20;
        mine[i] = std::ldexp(1.0F + static_cast<float>(i % 97) / 97, exponent);
      }
      std::vector<float> whole(mine.size());
      std::vector<float> scattered(part);
      std::vector<float> gathered(mine.size());
      if (auto done = self.all_reduce(std::span<const float>(mine), std::span(whole)); !done) return done;
      if (auto done = self.reduce_scatter(std::span<const float>(mine), std::span(scattered)); !done) return done;
      if (auto done = self.all_gather(std::span<const float>(scattered), std::span(gathered)); !done) return done;
      if (std::memcmp(whole.data(), gathered.data(), whole.size() * sizeof(float)) != 0)
        return error(ErrorCode::invalid, "other bits");
      return {};
    });
    CHECK_MESSAGE(run.has_value(), run.error().message);
  }
  CHECK(taken.size() > 1);
}

TEST_CASE("tuning: a calibration measures every question and is fitted to what it found") {
  if (!has_threads()) return;
  const std::vector<int> ranks{2};
  auto questions = bench::calibration(ranks);
  CHECK(questions.size() > 20);
  questions.resize(4);
  std::vector<std::size_t> heard;
  const bench::Effort shortly{.batch = std::chrono::microseconds(0), .batches = 1, .warm_up = {}};
  const auto points = bench::measured_points(questions, shortly, [&](std::size_t done) {
    heard.push_back(done);
    return true;
  });
  REQUIRE(points);
  CHECK(points->size() == 4);
  CHECK(heard == std::vector<std::size_t>{1, 2, 3, 4});
  CHECK(bench::median_error(bench::fitted_to(*points), *points) < 1);
  CHECK(bench::median_error(default_costs(), {}) == 0);
  const auto ended = bench::measured_points(questions, shortly, [](std::size_t) { return false; });
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == ErrorCode::aborted);
}
