#include "measure.hpp"

#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "measure_rank.hpp"
#include "ringlet/communicator.hpp"

namespace ringlet::bench {
namespace {

// A call of the largest size on a busy machine is no mistake.
constexpr CallOptions kPatient{.timeout = std::chrono::minutes(2)};

// What timing needs of the ranks, by the communicator itself. Keeps the first error.
class Ranks {
 public:
  Ranks(Communicator& self, const Effort& effort, const Watcher& watcher)
      : self_(&self), batches_(effort.batches), watcher_(&watcher) {}

  bool kept(Result<void> ended) {
    if (!ended && result_) result_ = std::move(ended);
    return result_.has_value();
  }
  bool meet() { return kept(self_->barrier(kPatient)); }
  std::optional<double> slowest(double us, int done) {
    const bool goes_on = self_->rank() != 0 || !*watcher_ || (*watcher_)({done, batches_});
    const auto most = all<2>({us, goes_on ? 0.0 : 1.0}, Operator::max);
    if (most) ended_ = most->back() > 0;
    return most && !ended_ ? std::optional(most->front()) : std::nullopt;
  }
  std::optional<double> sum(double mine) {
    const auto total = all<1>({mine}, Operator::sum);
    return total ? std::optional(total->front()) : std::nullopt;
  }

  bool ended_by_watcher() const { return ended_; }
  Result<void> result() { return std::move(result_); }

 private:
  template <std::size_t N>
  std::optional<std::array<double, N>> all(std::array<double, N> mine, Operator op) {
    std::array<double, N> theirs{};
    if (!kept(self_->all_reduce(std::span<const double>(mine), std::span<double>(theirs), op, kPatient)))
      return std::nullopt;
    return theirs;
  }

  Communicator* self_;
  int batches_;
  const Watcher* watcher_;
  bool ended_ = false;
  Result<void> result_;
};

// One rank's code: false through `ranks` where it failed.
std::optional<RankMeasurement> measure_on(Communicator& self, const Workload& workload, const Algorithm* algorithm,
                                          const Effort& effort, Ranks& ranks) {
  Memory memory(workload, self.rank());
  if (!memory.good()) {
    ranks.kept(error(ErrorCode::invalid, "bytes is " + std::to_string(workload.bytes) +
                                             ", for which there is not enough memory on rank " +
                                             std::to_string(self.rank()) + "."));
    return std::nullopt;
  }
  return measure_rank(workload, memory, effort, ranks, [&](const Memory& mine) {
    const RankCall call{.send = mine.input().data(),
                        .recv = mine.output().data(),
                        .count = count_of(workload),
                        .dtype = workload.dtype,
                        .op = workload.op,
                        .root = workload.root,
                        .scalar = workload.op == Operator::premul_sum ? scalar_of(workload.dtype).data() : nullptr,
                        .options = {.algorithm = algorithm, .timeout = kPatient.timeout}};
    return [&self, &workload, &ranks, call] { return ranks.kept(self.call(*workload.collective, call)); };
  });
}

}  // namespace

std::optional<Error> refused(const Workload& workload, const Effort& effort) {
  const auto invalid = [](std::string message) { return Error{ErrorCode::invalid, std::move(message), {}, {}}; };
  const auto listed = [](int first, int last) { return std::to_string(first) + " to " + std::to_string(last); };
  if (workload.collective == nullptr) return invalid("collective is missing.");
  const Collective& collective = *workload.collective;
  const std::string name(collective.name);
  if (collective.uniform != nullptr) {
    return invalid("collective is " + name + "; those with counts are not measured, " +
                   std::string(collective.uniform->name) + " is.");
  }
  if (workload.ranks < 1 || workload.ranks > kMaxRanks) {
    return invalid("ranks is " + std::to_string(workload.ranks) + "; allowed are " + listed(1, kMaxRanks) + ".");
  }
  if (workload.root < 0 || workload.root >= workload.ranks) {
    return invalid("root is " + std::to_string(workload.root) + "; allowed are " + listed(0, workload.ranks - 1) + ".");
  }
  if (workload.in_place && !collective.in_place) return invalid(name + " has no form in place.");
  if (collective.reduces) {
    for (auto& sentence : {refusal(workload.op, workload.dtype), refusal(workload.op, collective)}) {
      if (!sentence.empty()) return invalid(sentence);
    }
  }
  if (effort.batches < 1) return invalid("batches is " + std::to_string(effort.batches) + "; allowed are 1 and more.");
  if (&collective != &barrier && count_of(workload) == 0) {
    Workload one = workload;
    for (one.bytes = 1; count_of(one) == 0;) one.bytes *= 2;
    return invalid("bytes is " + std::to_string(workload.bytes) + "; " + name + " of " +
                   counted(workload.ranks, "rank") + " with " + std::string(ringlet::name(workload.dtype)) + " needs " +
                   std::to_string(bytes_of(one)) + " or more.");
  }
  return std::nullopt;
}

Result<Measurement> measure(World& world, const Workload& workload, const Effort& effort, const Watcher& watcher) {
  if (auto wrong = refused(workload, effort)) return tl::unexpected(std::move(*wrong));
  // Where nobody named any, the calls choose for themselves.
  const bool by_itself = workload.algorithm == nullptr && workload.candidates.empty();
  const Algorithm& algorithm = algorithm_for(workload, world.costs());
  if (auto plan = make_plan(algorithm, request_of(workload)); !plan) return tl::unexpected(std::move(plan.error()));
  if (world.ranks() != workload.ranks || world.failed()) world.rebuild(workload.ranks);

  const Algorithm* named = by_itself ? nullptr : &algorithm;
  std::optional<RankMeasurement> measured;
  std::atomic<bool> ended = false;
  const auto run = run_ranks(world, [&](Communicator& self) {
    Ranks ranks(self, effort, watcher);
    auto part = measure_on(self, workload, named, effort, ranks);
    if (ranks.ended_by_watcher()) ended = true;
    if (self.rank() == 0) measured = std::move(part);
    return ranks.result();
  });
  if (!run) return tl::unexpected(run.error());
  if (ended || !measured) return error(ErrorCode::aborted, "The measurement was ended before it was done.");

  const Times& times = measured->times;
  Measurement result{.algorithm = &algorithm,
                     .count = count_of(workload),
                     .bytes = bytes_of(workload),
                     .median_us = times.median_us(),
                     .min_us = times.min_us(),
                     .calls = times.calls,
                     .wrong = measured->wrong};
  result.algbw_GBps = bandwidth(result.bytes, result.median_us);
  if (const auto factor = bus_factor(*workload.collective, workload.ranks)) {
    result.busbw_GBps = *factor * result.algbw_GBps;
  }
  return result;
}

}  // namespace ringlet::bench
