// What really happened, step by step, kept where another thread (or a page, in shared memory) can read it live.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ringlet/layout.hpp"
#include "ringlet/observer.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

// One executed step. Its layout in wasm is what the page reads.
struct alignas(64) TraceRecord {
  std::uint32_t sequence;  // a causal order over all ranks: a send comes before its receive
  std::uint32_t step;      // index into the rank's lane
  std::uint32_t lane;
  const std::byte* values;  // send: what was sent; otherwise what dst then held. Null when values are not kept.
  double bytes;
  double waited_from_us;  // since the run began: when the rank turned to the step,
  double start_us;        // when it could act,
  double end_us;          // when it was done
  std::uint32_t values_bytes;
};
#ifdef __wasm__
static_assert(sizeof(TraceRecord) == 64 && offsetof(TraceRecord, values) == 12 && offsetof(TraceRecord, bytes) == 16 &&
              offsetof(TraceRecord, values_bytes) == 48);
#endif

class Trace final : public Observer {
 public:
  enum class Values : bool { drop, keep };

  // Room for every step of the plan, made before the run.
  Trace(const Plan& plan, const Layout& layout, DataType dtype, Values values);

  // A run begins now: forgets the last one, and times count from here.
  void begin() noexcept;
  bool each_step() const noexcept override { return values_ == Values::keep; }
  void on_step(const StepEvent& event) noexcept override;

  // Records of a rank so far: the first `count` of `records` are complete.
  const std::atomic<std::uint32_t>& count(int rank) const { return ranks_[static_cast<std::size_t>(rank)].count; }
  const TraceRecord* records(int rank) const { return ranks_[static_cast<std::size_t>(rank)].records.data(); }

 private:
  struct alignas(64) PerRank {
    std::atomic<std::uint32_t> count{0};
    std::size_t values_used = 0;
    std::vector<TraceRecord> records;
    std::vector<std::byte> values;
  };
  double since_begin_us(std::uint64_t time_ns) const;

  Values values_;
  std::vector<PerRank> ranks_;
  std::atomic<std::uint32_t> sequence_{0};
  std::uint64_t begin_ns_ = 0;
};

}  // namespace ringlet
