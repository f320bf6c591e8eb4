// The trace tells what happened: complete, causal, and with the very numbers that moved.
#include "ringlet/trace.hpp"

#include <map>
#include <thread>

#include "../hand_plans.hpp"
#include "../support.hpp"
#include "../watched.hpp"

namespace ringlet::test {
namespace {

struct Event {
  int rank;
  const TraceRecord* record;
  const Step* step;
};

std::vector<Event> in_sequence(const Plan& plan, const Trace& trace) {
  std::vector<Event> events;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const auto& lanes = plan.lanes[static_cast<std::size_t>(rank)];
    for (std::uint32_t i = 0; i < trace.count(rank).load(); ++i) {
      const TraceRecord& record = trace.records(rank)[i];
      events.push_back({rank, &record, &lanes.at(record.lane).at(record.step)});
    }
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.record->sequence < b.record->sequence; });
  return events;
}

std::vector<std::int64_t> values_of(const TraceRecord& record) {
  std::vector<std::int64_t> values(record.values_bytes / sizeof(std::int64_t));
  if (!values.empty()) std::memcpy(values.data(), record.values, record.values_bytes);
  return values;
}

// Every step once, in each lane's order; sequence numbers without gaps; times that make sense.
void check_complete(const Plan& plan, const std::vector<Event>& events) {
  std::size_t steps = 0;
  for (const auto& lanes : plan.lanes) {
    for (const Lane& lane : lanes) steps += lane.size();
  }
  REQUIRE(events.size() == steps);
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> next;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    REQUIRE(event.record->sequence == i);
    REQUIRE(event.record->step == next[{event.rank, event.record->lane}]++);
    REQUIRE(event.record->waited_from_us >= 0.0);
    REQUIRE(event.record->waited_from_us <= event.record->start_us);
    REQUIRE(event.record->start_us <= event.record->end_us);
  }
}

// Memory as the trace tells it: what each receive or local step left in its slot. Each send must have sent what its
// slot held, each receive must come after its send, and in the end the outputs are there.
void check_replay(const Plan& plan, const std::vector<Event>& events, const Table<std::int64_t>& inputs,
                  const Table<std::int64_t>& outputs, std::size_t count) {
  const Layout layout(plan, count);
  std::map<std::pair<int, Slot>, std::vector<std::int64_t>> memory;
  std::map<std::tuple<int, int, std::uint32_t>, int> under_way;
  const auto held = [&](int rank, Slot slot) {
    if (slot.space != Space::input) return memory[{rank, slot}];
    const Extent extent = layout.extent(rank, slot);
    const auto begin = inputs[static_cast<std::size_t>(rank)].begin() + static_cast<std::ptrdiff_t>(extent.offset);
    return std::vector<std::int64_t>(begin, begin + static_cast<std::ptrdiff_t>(extent.length));
  };
  for (const Event& event : events) {
    const Step& step = *event.step;
    const auto values = values_of(*event.record);
    REQUIRE(values.size() == layout.length(step.chunk));
    REQUIRE(event.record->bytes == static_cast<double>(values.size() * 8));
    if (step.kind == StepKind::send) {
      REQUIRE(values == held(event.rank, step.src));
      ++under_way[{event.rank, step.peer, event.record->lane}];
      continue;
    }
    if (step.kind == StepKind::recv) REQUIRE(under_way[{step.peer, event.rank, event.record->lane}]-- > 0);
    memory[{event.rank, step.dst}] = values;
  }
  for (int rank = 0; rank < plan.ranks; ++rank) {
    std::vector<std::int64_t> output_values;
    const std::uint32_t slots = plan.collective->output(plan.shape(), rank).count;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      const auto part = held(rank, output(slot));
      output_values.insert(output_values.end(), part.begin(), part.end());
    }
    REQUIRE(output_values == outputs[static_cast<std::size_t>(rank)]);
  }
}

TEST_CASE("trace: complete, causal and replayable, for every algorithm and driver, small and large") {
  Runner runner;
  for (const int ranks : {1, 3, 4}) {
    for (const Form& form : plain_forms(ranks)) {
      if (form.in_place) continue;
      const auto program = program_for(form);
      for (const std::size_t count : {0U, 5U, 1201U}) {
        const Asked asked = form.asked(count);
        const auto inputs = whole_numbers<std::int64_t>(asked);
        for (const Drive drive : drives()) {
          CAPTURE(form);
          CAPTURE(count);
          CAPTURE(drive);
          Trace trace(program->plan, Layout(program->plan, count), DataType::int64, Trace::Values::keep);
          trace.begin();
          const auto outcome = runner.run(program, Operator::sum, asked, inputs, drive, {&trace});
          const auto events = in_sequence(program->plan, trace);
          check_complete(program->plan, events);
          check_replay(program->plan, events, inputs, outcome.outputs, count);
        }
      }
    }
  }
}

TEST_CASE("trace: lanes, copies and averages are told as they were") {
  Runner runner;
  for (const auto& program : {verified(two_way_ring(4)), verified(recursive_doubling(4, false))}) {
    for (const std::size_t count : {3U, 2001U}) {
      const auto inputs = whole_numbers<std::int64_t>(*program->plan.collective, 4, count);
      for (const Drive drive : drives()) {
        Trace trace(program->plan, Layout(program->plan, count), DataType::int64, Trace::Values::keep);
        trace.begin();
        const auto outcome = runner.run(program, Operator::avg, count, inputs, drive, {&trace});
        const auto events = in_sequence(program->plan, trace);
        check_complete(program->plan, events);
        check_replay(program->plan, events, inputs, outcome.outputs, count);
      }
    }
  }
}

TEST_CASE("trace: without values it still counts bytes") {
  Runner runner;
  const auto program = program_for(all_reduce, "ring", 3);
  Trace trace(program->plan, Layout(program->plan, 9), DataType::int64, Trace::Values::drop);
  trace.begin();
  runner.run(program, Operator::sum, 9, whole_numbers<std::int64_t>(all_reduce, 3, 9), Drive::in_turn, {&trace});
  for (const Event& event : in_sequence(program->plan, trace)) {
    CHECK(event.record->values == nullptr);
    CHECK(event.record->values_bytes == 0);
    CHECK(event.record->bytes == 24.0);
  }
}

TEST_CASE("trace: a second run begins anew") {
  Runner runner;
  const auto program = program_for(all_reduce, "ring", 3);
  Trace trace(program->plan, Layout(program->plan, 9), DataType::int64, Trace::Values::keep);
  for (std::uint64_t round = 0; round < 3; ++round) {
    const auto inputs = whole_numbers<std::int64_t>(all_reduce, 3, 9, round);
    trace.begin();
    const auto outcome = runner.run(program, Operator::sum, 9, inputs, drives().back(), {&trace});
    const auto events = in_sequence(program->plan, trace);
    check_complete(program->plan, events);
    check_replay(program->plan, events, inputs, outcome.outputs, 9);
  }
}

TEST_CASE("trace: a record is one cache line") { CHECK(sizeof(TraceRecord) == 64); }

// As the page does: counts are read live, and what they cover is whole.
TEST_CASE("trace: another thread may read it while the run goes on") {
  if (!has_threads()) return;
  constexpr int kRanks = 4;
  const auto program = program_for(all_reduce, "ring", kRanks);
  const auto inputs = whole_numbers<std::int64_t>(all_reduce, kRanks, 4000);
  World world(kRanks);
  for (int round = 0; round < 20; ++round) {
    Table<std::int64_t> outputs(kRanks, std::vector<std::int64_t>(4000));
    std::vector<RankBuffers> buffers;
    for (std::size_t r = 0; r < kRanks; ++r) buffers.push_back({inputs[r].data(), outputs[r].data()});
    Trace trace(program->plan, Layout(program->plan, 4000), DataType::int64, Trace::Values::keep);
    const auto run = Run::prepare(world, {program, DataType::int64, Operator::sum, 4000, kPatience}, buffers, {&trace});
    REQUIRE(run);
    trace.begin();
    (*run)->start();
    bool whole = true;
    while (!(*run)->finished()) {
      for (int rank = 0; rank < kRanks; ++rank) {
        const std::uint32_t count = trace.count(rank).load(std::memory_order_acquire);
        if (count == 0) continue;
        const TraceRecord& last = trace.records(rank)[count - 1];
        whole = whole && last.step == count - 1 && last.values_bytes == 8000 && values_of(last).size() == 1000;
      }
    }
    CHECK(whole);
  }
}

}  // namespace
}  // namespace ringlet::test
