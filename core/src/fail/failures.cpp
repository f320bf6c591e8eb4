#include "failures.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../wait/clock.hpp"
#include "sentences.hpp"

namespace ringlet {
namespace {

std::string title_of(const Plan* plan) {
  if (plan == nullptr) return "send and receive";
  return std::string(plan->collective->name) + " (" + plan->algorithm + ")";
}

// What keeps a rank from doing what another waits for. Only a gate is a step that it is known to stand before.
std::string what_it_does(const RankStatus& status) {
  switch (status.state) {
    case RankState::gate_held: return " is held back at its step " + std::to_string(status.step);
    case RankState::gate: return " is paused at its step " + std::to_string(status.step);
    case RankState::idle: return " has not begun it";
    case RankState::done: return " has already ended";
    case RankState::failed: return " has failed";
    default: return " is still at work";
  }
}

struct WaitingRank {
  int rank = 0;
  RankStatus status;
  const Plan* plan = nullptr;
  const Group* group = nullptr;
};

// "rank 0 waits for rank 3 (step 2)", with what it waits in where that is not the call that the sentence is about.
std::string words_of(const WaitingRank& wait, const World::Core& world, const Operation& about) {
  std::string text = "rank " + std::to_string(wait.rank);
  if (wait.plan != about.plan() || wait.group != &about.group()) {
    text += ", in " + title_of(wait.plan);
    const std::string where = wait.group != nullptr ? wait.group->words(world.ranks) : std::string();
    if (!where.empty()) text += " of " + where;
    text += ",";
  }
  return text + " waits for rank " + std::to_string(wait.status.peer) + " (step " + std::to_string(wait.status.step) +
         ")";
}

std::vector<WaitingRank> waits_in(const World::Core& world) {
  std::vector<WaitingRank> waits;
  for (int rank = 0; rank < world.ranks; ++rank) {
    const RankStatus status = world.read_status(rank);
    if (status.state != RankState::waiting) continue;
    const World::Core::Doing& doing = world.doing[static_cast<std::size_t>(rank)];
    waits.push_back(
        {rank, status, doing.plan.load(std::memory_order_acquire), doing.group.load(std::memory_order_acquire)});
  }
  return waits;
}

// Ranks that wait for each other in a circle, in the order of waiting, or none.
std::vector<int> circle_in(const std::vector<WaitingRank>& waits, int ranks) {
  std::vector<int> waits_for(static_cast<std::size_t>(ranks), -1);
  for (const WaitingRank& wait : waits) waits_for[static_cast<std::size_t>(wait.rank)] = wait.status.peer;
  std::vector<int> visited_from(static_cast<std::size_t>(ranks), -1);
  for (const WaitingRank& start : waits) {
    int at = start.rank;
    while (at >= 0 && visited_from[static_cast<std::size_t>(at)] < 0) {
      visited_from[static_cast<std::size_t>(at)] = start.rank;
      at = waits_for[static_cast<std::size_t>(at)];
    }
    if (at < 0 || visited_from[static_cast<std::size_t>(at)] != start.rank) continue;
    std::vector<int> circle{at};
    for (int next = waits_for[static_cast<std::size_t>(at)]; next != at;
         next = waits_for[static_cast<std::size_t>(next)]) {
      circle.push_back(next);
    }
    return circle;
  }
  return {};
}

std::string circle_words(const std::vector<int>& circle, const std::vector<WaitingRank>& waits) {
  std::string text = "; they wait in a circle: ";
  for (const int rank : circle) text += std::to_string(rank) + " -> ";
  text += std::to_string(circle.front());
  const auto wait_of = [&](int rank) {
    return *std::find_if(waits.begin(), waits.end(), [&](const WaitingRank& wait) { return wait.rank == rank; });
  };
  const WaitingRank first = wait_of(circle.front());
  const bool calls_cross = std::any_of(circle.begin(), circle.end(), [&](int rank) {
    return wait_of(rank).plan != first.plan || wait_of(rank).group != first.group;
  });
  return calls_cross ? text + "; these ranks make their calls in different orders" : text;
}

}  // namespace

std::string title_of(const Operation& operation) { return title_of(operation.plan()); }

std::optional<Error> missing_threads(World::Core& world) {
  const int threads = world.threads.reserve(world.ranks);
  if (threads >= world.ranks) return std::nullopt;
  return Error{ErrorCode::failed,
               "The system gives " + counted(threads, "thread") + ", and " + std::to_string(world.ranks) +
                   " ranks need one each.",
               {},
               {}};
}

Error deadline_error(const World::Core& world, const Operation& operation, std::chrono::nanoseconds timeout) {
  Error error{ErrorCode::deadline, {}, {}, {}};
  const std::vector<WaitingRank> waits = waits_in(world);
  std::vector<bool> waited_for(static_cast<std::size_t>(world.ranks));
  std::string sentence;
  for (const WaitingRank& wait : waits) {
    error.waiting.push_back({wait.rank, wait.status.peer, wait.status.step,
                             wait.plan != nullptr ? std::string(wait.plan->collective->name) : std::string(),
                             wait.plan != nullptr ? wait.plan->algorithm : std::string()});
    waited_for[static_cast<std::size_t>(wait.status.peer)] = true;
    sentence += (sentence.empty() ? "" : ", ") + words_of(wait, world, operation);
  }
  for (int rank = 0; rank < world.ranks; ++rank) {
    const RankStatus status = world.read_status(rank);
    if (status.state == RankState::waiting || !waited_for[static_cast<std::size_t>(rank)]) continue;
    error.culprits.push_back(rank);
    sentence += "; rank " + std::to_string(rank) + what_it_does(status);
  }
  if (error.culprits.empty()) {
    error.culprits = circle_in(waits, world.ranks);
    if (!error.culprits.empty()) sentence += circle_words(error.culprits, waits);
  }
  const std::string where = operation.group().words(world.ranks);
  error.message = title_of(operation) + (where.empty() ? "" : " of " + where) + " passed its deadline of " +
                  milliseconds_of(timeout) + ": " + sentence + ".";
  return error;
}

Error ended_error(int rank, int peer, const Operation& operation) {
  return {ErrorCode::aborted,
          title_of(operation) + ": rank " + std::to_string(rank) + " waits for rank " + std::to_string(peer) +
              ", which has ended and will not come.",
          {},
          {peer}};
}

std::optional<Error> left_undone(const World::Core& world, const Group& group) {
  const std::string name = group.words(world.ranks);
  const std::string where = name.empty() ? std::string() : " in " + name;
  const auto words = [&](int rank) { return "rank " + std::to_string(group.world_rank(rank)); };
  const auto [fewest, most] =
      std::minmax_element(group.calls.begin(), group.calls.end(),
                          [](const auto& left, const auto& right) { return left.made < right.made; });
  if (fewest->made != most->made) {
    const auto few = static_cast<int>(fewest - group.calls.begin());
    const auto many = static_cast<int>(most - group.calls.begin());
    return Error{ErrorCode::mismatch,
                 "All ranks have ended, but " + words(many) + " made " + counted(most->made, "call") + where + " and " +
                     words(few) + " made " + std::to_string(fewest->made) + ".",
                 {},
                 {group.world_rank(few)}};
  }
  for (int source = 0; source < group.size(); ++source) {
    for (int destination = 0; destination < group.size(); ++destination) {
      const std::uint32_t unread = group.direct.unread(source, destination);
      if (unread == 0) continue;
      return Error{ErrorCode::mismatch,
                   "All ranks have ended, but " + words(destination) + " never received " + counted(unread, "message") +
                       " of " + words(source) + where + ".",
                   {},
                   {group.world_rank(destination)}};
    }
  }
  return std::nullopt;
}

std::optional<Error> calls_differ(const World::Core& world, const Group& group, std::uint32_t sequence,
                                  std::chrono::nanoseconds left) {
  constexpr std::chrono::nanoseconds kLeast = std::chrono::milliseconds(50);
  constexpr std::chrono::nanoseconds kMost = std::chrono::milliseconds(200);
  constexpr std::chrono::microseconds kLook{50};
  struct Party {
    CallRecord record;
    std::vector<int> ranks;  // of the world
  };
  std::vector<Party> parties;
  for (const std::uint64_t until = now_ns() + static_cast<std::uint64_t>(std::clamp(left, kLeast, kMost).count());;) {
    parties.clear();
    int posted = 0;
    for (int rank = 0; rank < group.size(); ++rank) {
      const auto record = group.board.posted(rank, sequence);
      if (!record) continue;
      ++posted;
      auto party = std::find_if(parties.begin(), parties.end(), [&](const Party& p) { return p.record == *record; });
      if (party == parties.end()) party = parties.insert(party, Party{*record, {}});
      party->ranks.push_back(group.world_rank(rank));
    }
    if (posted == group.size() || world.failed.load(std::memory_order_seq_cst) || now_ns() >= until) break;
    std::this_thread::sleep_for(kLook);
  }
  if (parties.size() < 2) return std::nullopt;

  std::stable_sort(parties.begin(), parties.end(),
                   [](const Party& a, const Party& b) { return a.ranks.size() > b.ranks.size(); });
  Error error{ErrorCode::mismatch, {}, {}, {}};
  const std::string where = group.words(world.ranks);
  error.message = "Ranks disagree about their call " + std::to_string(sequence) +
                  (where.empty() ? std::string() : " in " + where) + ": ";
  // Where no party is larger than the others, nobody can say who is wrong.
  const std::size_t most = parties[0].ranks.size();
  const bool tied = parties[1].ranks.size() == most;
  for (const Party& party : parties) {
    if (&party != &parties.front()) error.message += "; ";
    if (tied || party.ranks.size() < most) {
      error.culprits.insert(error.culprits.end(), party.ranks.begin(), party.ranks.end());
    }
    error.message +=
        ranks_listed(party.ranks) + (party.ranks.size() == 1 ? " makes " : " make ") + party.record.words();
  }
  error.message += parties[0].record.words() == parties[1].record.words() ? "; the counts of the parts differ." : ".";
  std::sort(error.culprits.begin(), error.culprits.end());
  return error;
}

}  // namespace ringlet
