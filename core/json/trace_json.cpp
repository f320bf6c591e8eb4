#include "trace_json.hpp"

#include <algorithm>
#include <vector>

#include "json.hpp"

namespace ringlet {
namespace {

struct Event {
  int rank;
  const TraceRecord* record;
  const Step* step;
};

std::vector<Event> events_in_order(const Plan& plan, const Trace& trace) {
  std::vector<Event> events;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    const std::uint32_t count = trace.count(rank).load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < count; ++i) {
      const TraceRecord& record = trace.records(rank)[i];
      events.push_back({rank, &record, &plan.lanes[static_cast<std::size_t>(rank)][record.lane][record.step]});
    }
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.record->sequence < b.record->sequence; });
  return events;
}

Json slice(const std::string& title, int rank, double from_us, double to_us) {
  return {{"name", title}, {"ph", "X"}, {"pid", 0}, {"tid", rank}, {"ts", from_us}, {"dur", to_us - from_us}};
}

}  // namespace

std::string chrome_trace(const Plan& plan, const Trace& trace) {
  Json events = Json::array();
  for (int rank = 0; rank < plan.ranks; ++rank) {
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"tid", rank},
                      {"args", {{"name", "rank " + std::to_string(rank)}}}});
  }
  for (const auto& [rank, record, step] : events_in_order(plan, trace)) {
    if (record->start_us > record->waited_from_us) {
      events.push_back(slice("wait", rank, record->waited_from_us, record->start_us));
    }
    std::string title(name(step->kind));
    if (step->peer >= 0) title += (step->kind == StepKind::send ? " to " : " from ") + std::to_string(step->peer);
    Json entry = slice(title, rank, record->start_us, record->end_us);
    entry["args"] = {{"chunk", step->chunk}, {"bytes", record->bytes}, {"step", record->step}, {"round", step->round}};
    events.push_back(std::move(entry));
  }
  return Json{{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}}.dump() + "\n";
}

std::string byte_log(const Plan& plan, const Trace& trace) {
  std::string lines;
  for (const auto& [rank, record, step] : events_in_order(plan, trace)) {
    if (step->kind != StepKind::send) continue;
    lines += Json{{"time_us", record->start_us}, {"rank", rank},
                  {"peer", step->peer},          {"collective", plan.collective->name},
                  {"algorithm", plan.algorithm}, {"step", record->step},
                  {"chunk", step->chunk},        {"bytes", static_cast<std::uint64_t>(record->bytes)}}
                 .dump() +
             "\n";
  }
  return lines;
}

}  // namespace ringlet
