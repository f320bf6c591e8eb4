#include "player.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "../support.hpp"

namespace ringlet::test {
namespace {

// What a piece of memory holds: contributions from left to right, as rank and chunk.
struct Held {
  std::vector<std::pair<int, std::uint32_t>> contributions;
  bool divided = false;

  bool operator==(const Held&) const = default;
};

using Place = std::pair<Space, std::uint32_t>;

struct Part {
  const Held* place;
  Held copy;
};

struct Connection {
  std::deque<std::vector<Part>> waiting;
  std::uint32_t taken = 0;
};

struct Process {
  int rank, lane;
  std::uint64_t priority;
  std::size_t next = 0;
};

class Game {
 public:
  Game(const Program& program, std::uint64_t schedule, std::uint32_t queue_slots)
      : program_(program), plan_(program.plan), copies_(schedule % 3 == 2), queue_slots_(queue_slots) {
    const RankRange summed = plan_.collective->contributors(plan_.shape(), 0, 0);
    averages_ = plan_.collective->reduces && summed.first == 0 && summed.last == plan_.ranks;
    Random random(schedule + 17);
    memory_.resize(static_cast<std::size_t>(plan_.ranks));
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      const ChunkRange in = plan_.collective->input(plan_.shape(), rank);
      for (std::uint32_t i = 0; i < in.count; ++i) at(rank, input(i)) = {{{rank, in.chunk(i)}}, false};
      const std::size_t lanes = plan_.lanes[static_cast<std::size_t>(rank)].size();
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        processes_.push_back({rank, static_cast<int>(lane), schedule < 2 ? 0 : random.next()});
      }
    }
  }

  Played play(std::uint64_t schedule) {
    Random random(schedule + 5);
    for (;;) {
      std::vector<Process*> ready;
      bool done = true;
      for (Process& process : processes_) {
        done = done && process.next == steps(process).size();
        if (can_move(process)) ready.push_back(&process);
      }
      if (done) return result();
      if (ready.empty()) return {"deadlock", false};
      if (schedule == 0) {
        for (Process* process : ready) move(*process);
      } else if (schedule == 1) {
        move(*ready[static_cast<std::size_t>(random.below(ready.size()))]);
      } else {
        move(**std::max_element(ready.begin(), ready.end(),
                                [](const Process* a, const Process* b) { return a->priority < b->priority; }));
      }
      if (!fault_.empty()) return {fault_, false};
    }
  }

 private:
  const Lane& steps(const Process& process) const {
    return plan_.lanes[static_cast<std::size_t>(process.rank)][static_cast<std::size_t>(process.lane)];
  }
  Note note(const Process& process, std::size_t index) const {
    return program_.notes[static_cast<std::size_t>(process.rank)][static_cast<std::size_t>(process.lane)][index];
  }
  Connection& connection(int source, int destination, int lane) { return connections_[{{source, destination}, lane}]; }

  // In place, a chunk of the input is the same memory as that chunk of the output.
  Held& at(int rank, Slot slot) {
    const Shape shape = plan_.shape();
    Place place{slot.space, slot.index};
    if (plan_.in_place && slot.space == Space::input) {
      place = {Space::none, plan_.collective->input(shape, rank).chunk(slot.index)};
    }
    if (plan_.in_place && slot.space == Space::output) {
      place = {Space::none, plan_.collective->output(shape, rank).chunk(slot.index)};
    }
    return memory_[static_cast<std::size_t>(rank)][place];
  }

  bool can_move(const Process& process) {
    if (process.next == steps(process).size()) return false;
    for (const Fence& fence : note(process, process.next).fences) {
      if (connection(process.rank, fence.peer, process.lane).taken <= fence.message) return false;
    }
    const Step& step = steps(process)[process.next];
    if (step.kind == StepKind::local) return true;
    if (step.kind == StepKind::recv) return !connection(step.peer, process.rank, process.lane).waiting.empty();
    return connection(process.rank, step.peer, process.lane).waiting.size() < queue_slots_;
  }

  void move(Process& process) {
    const std::size_t first = process.next;
    const Lane& lane = steps(process);
    while (lane[process.next].more) ++process.next;
    ++process.next;
    const int peer = lane[first].peer;
    std::vector<Part> message;
    if (lane[first].kind == StepKind::recv) {
      Connection& from = connection(peer, process.rank, process.lane);
      message = std::move(from.waiting.front());
      from.waiting.pop_front();
    }
    for (std::size_t i = first; i < process.next; ++i) {
      const Step& step = lane[i];
      if (step.kind == StepKind::send) {
        const Held& held = at(process.rank, step.src);
        message.push_back({copies_ || note(process, first).copied ? nullptr : &held, held});
      } else if (step.kind == StepKind::recv) {
        const Part& part = message[i - first];
        store(process, i, part.place != nullptr ? *part.place : part.copy);
      } else {
        store(process, i, at(process.rank, step.src));
      }
    }
    if (lane[first].kind == StepKind::recv) ++connection(peer, process.rank, process.lane).taken;
    if (lane[first].kind == StepKind::send) {
      connection(process.rank, peer, process.lane).waiting.push_back(std::move(message));
    }
  }

  void store(const Process& process, std::size_t index, Held value) {
    const Step& step = steps(process)[index];
    if (step.acc) {
      const Held& acc = at(process.rank, step.acc);
      if (value.divided || acc.divided) fault_ = "an average is added to";
      Held left = step.reverse ? value : acc;
      const Held& right = step.reverse ? acc : value;
      left.contributions.insert(left.contributions.end(), right.contributions.begin(), right.contributions.end());
      value = std::move(left);
    }
    if (averages_ && note(process, index).completes) {
      if (value.divided) fault_ = "an average is divided twice";
      value.divided = true;
    }
    at(process.rank, step.dst) = std::move(value);
  }

  Played result() {
    Played played;
    const Shape shape = plan_.shape();
    for (int rank = 0; rank < plan_.ranks; ++rank) {
      const ChunkRange in = plan_.collective->input(shape, rank);
      for (std::uint32_t i = 0; !plan_.in_place && i < in.count; ++i) {
        if (at(rank, input(i)) != Held{{{rank, in.chunk(i)}}, false}) return {"an input was written", false};
      }
      const ChunkRange out = plan_.collective->output(shape, rank);
      for (std::uint32_t i = 0; i < out.count; ++i) {
        const RankRange wanted = plan_.collective->contributors(shape, rank, out.chunk(i));
        Held right{{}, averages_};
        for (int from = wanted.first; from < wanted.last; ++from) right.contributions.emplace_back(from, out.chunk(i));
        Held& held = at(rank, output(i));
        if (held != right) played.in_rank_order = false;
        std::sort(held.contributions.begin(), held.contributions.end());
        if (held != right)
          return {"output " + std::to_string(i) + " of rank " + std::to_string(rank) + " is wrong", false};
      }
    }
    return played;
  }

  const Program& program_;
  const Plan& plan_;
  bool copies_;
  bool averages_ = false;  // a scan has none: each rank would divide by another number
  std::uint32_t queue_slots_;
  std::vector<std::map<Place, Held>> memory_;
  std::map<std::pair<std::pair<int, int>, int>, Connection> connections_;
  std::vector<Process> processes_;
  std::string fault_;
};

}  // namespace

Played play(const Program& program, std::uint64_t schedule, std::uint32_t queue_slots) {
  return Game(program, schedule, queue_slots).play(schedule);
}

}  // namespace ringlet::test
