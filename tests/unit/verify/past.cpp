// What the verifier knows of the past without vector clocks, against vector clocks, in random runs.
#include "verify/past.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "random.hpp"
#include "verify/rank_sets.hpp"

namespace ringlet::test {
namespace {

// What happens in a run: ranks send, take what was sent to them, and wait until something of theirs was taken.
struct Happening {
  StepKind kind;  // `local` waits
  int rank, peer;
  std::uint32_t message = 0;  // that was waited for
};

// Few ranks have much to say to each other, many have little: the ways of knowledge are short, or long.
std::vector<Happening> random_run(Random& random, int ranks, int links) {
  std::vector<std::pair<int, int>> pairs;
  for (int link = 0; link < links; ++link) {
    const auto from = static_cast<int>(random.below(static_cast<std::uint64_t>(ranks)));
    const auto step = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(ranks - 1)));
    pairs.emplace_back(from, (from + step) % ranks);
  }
  std::map<std::pair<int, int>, std::uint32_t> sent;
  std::map<std::pair<int, int>, std::uint32_t> taken;
  std::vector<Happening> run;
  for (int i = 0; i < 120; ++i) {
    const auto pair = pairs[static_cast<std::size_t>(random.below(pairs.size()))];
    const auto [from, to] = pair;
    const std::uint64_t what = random.below(5);
    if (what < 2) {
      run.push_back({StepKind::send, from, to});
      ++sent[pair];
    } else if (what < 4 && taken[pair] < sent[pair]) {
      run.push_back({StepKind::recv, to, from});
      ++taken[pair];
    } else if (taken[pair] > 0) {
      run.push_back({StepKind::local, from, to, static_cast<std::uint32_t>(random.below(taken[pair]))});
    }
  }
  return run;
}

Plan plan_of(const std::vector<Happening>& run, int ranks) {
  Plan plan{.collective = &barrier, .ranks = ranks};
  plan.lanes.resize(static_cast<std::size_t>(ranks), std::vector<Lane>(1));
  for (const Happening& each : run) {
    if (each.kind == StepKind::local) continue;
    plan.lanes[static_cast<std::size_t>(each.rank)][0].push_back({.kind = each.kind, .peer = each.peer});
  }
  return plan;
}

using Times = std::vector<std::uint32_t>;

void learn(Times& mine, const Times& theirs) {
  std::transform(mine.begin(), mine.end(), theirs.begin(), mine.begin(),
                 [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}

// Both at once, the second in the plainest way.
class Both {
 public:
  explicit Both(const Plan& plan)
      : connections_(plan),
        past_(plan, 0, connections_),
        clocks_(static_cast<std::size_t>(plan.ranks), Times(static_cast<std::size_t>(plan.ranks))) {}

  void happen(const Happening& each) {
    past_.begin(each.rank);
    Times& mine = clock(each.rank);
    ++mine[static_cast<std::size_t>(each.rank)];
    const auto from_here = std::pair{each.rank, each.peer};
    const auto to_here = std::pair{each.peer, each.rank};
    if (each.kind == StepKind::send) {
      sent_[from_here].emplace_back(past_.send(each.rank, each.peer), mine);
      ++connections_.between(each.rank, each.peer, 0).sent;
    } else if (each.kind == StepKind::recv) {
      learn(mine, sent_[to_here].front().second);
      taken_[to_here].push_back(mine[static_cast<std::size_t>(each.rank)]);
      Connection& from = connections_.between(each.peer, each.rank, 0);
      from.received_at[from.received++] = past_.receive(each.rank, each.peer, sent_[to_here].front().first);
      sent_[to_here].pop_front();
    } else {
      std::uint32_t& heard = mine[static_cast<std::size_t>(each.peer)];
      heard = std::max(heard, taken_[from_here][each.message]);
      past_.wait(each.rank, each.peer, each.message);
    }
  }

  // Every question that can be asked, with and without each message that might be taken next.
  void compare(int ranks) {
    for (const auto& [connection, taken] : taken_) {
      const auto [rank, peer] = connection;
      for (std::uint32_t message = 0; message < taken.size(); ++message) {
        ask(rank, peer, message, -1);
        for (int source = 0; source < ranks; ++source) {
          if (const auto it = sent_.find({source, rank}); it != sent_.end() && !it->second.empty()) {
            ask(rank, peer, message, source);
          }
        }
      }
    }
  }

  std::size_t known = 0, unknown = 0;

 private:
  void ask(int rank, int peer, std::uint32_t message, int source) {
    Past::Incoming incoming{source, {}};
    Times times = clock(rank);
    if (source >= 0) {
      incoming.sent = sent_[{source, rank}].front().first;
      learn(times, sent_[{source, rank}].front().second);
    }
    const bool wanted = times[static_cast<std::size_t>(peer)] >= taken_[{rank, peer}][message];
    CHECK(past_.knows(rank, peer, message, incoming) == wanted);
    ++(wanted ? known : unknown);
  }

  Times& clock(int rank) { return clocks_[static_cast<std::size_t>(rank)]; }

  Connections connections_;
  Past past_;
  std::vector<Times> clocks_;
  std::map<std::pair<int, int>, std::deque<std::pair<Moment, Times>>> sent_;
  std::map<std::pair<int, int>, std::vector<std::uint32_t>> taken_;
};

TEST_CASE("past: who knows of a receive, as vector clocks have it") {
  std::size_t known = 0;
  std::size_t unknown = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto ranks = static_cast<int>(2 + random.below(7));
    const auto run =
        random_run(random, ranks, static_cast<int>(1 + random.below(static_cast<std::uint64_t>(2 * ranks))));
    Both both(plan_of(run, ranks));
    // Questions asked late find a past that nobody kept clocks of.
    const std::uint64_t first_asked = random.below(run.size() + 1);
    for (std::size_t i = 0; i < run.size(); ++i) {
      both.happen(run[i]);
      if (i >= first_asked) both.compare(ranks);
    }
    known += both.known;
    unknown += both.unknown;
  }
  CHECK(known > 1000);
  CHECK(unknown > 1000);
}

TEST_CASE("rank sets: unions, common ranks and members are those of sets, and equal sets are equal") {
  for (const int ranks : {1, 2, 3, 63, 64, 65, 128, 200}) {
    Random random(static_cast<std::uint64_t>(ranks));
    const auto a_rank = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(ranks))); };
    RankSets sets(ranks);
    std::vector<std::pair<RankSet, std::set<int>>> made{{RankSet{}, {}}};
    for (int rank = 0; rank < ranks; ++rank) made.push_back({RankSets::range(rank, rank + 1), {rank}});
    for (int i = 0; i < 300; ++i) {
      const auto& [a, in_a] = made[static_cast<std::size_t>(random.below(made.size()))];
      const auto& [b, in_b] = made[static_cast<std::size_t>(random.below(made.size()))];
      std::set<int> wanted = in_a;
      wanted.insert(in_b.begin(), in_b.end());
      std::vector<int> twice;
      std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(), std::back_inserter(twice));
      const RankSets::Union both = sets.united(a, b);
      CHECK(both.twice == (twice.empty() ? -1 : twice.front()));
      CHECK(sets.members(both.set) == std::vector<int>(wanted.begin(), wanted.end()));
      const int rank = a_rank();
      CHECK(sets.contains(both.set, rank) == wanted.contains(rank));
      CHECK((both.set == sets.everyone()) == (wanted.size() == static_cast<std::size_t>(ranks)));
      for (const auto& [other, members] : made) CHECK((both.set == other) == (wanted == members));
      made.emplace_back(both.set, wanted);
    }
  }
}

}  // namespace
}  // namespace ringlet::test
