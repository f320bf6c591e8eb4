// What each rank of a group says that it calls, so that ranks which call different things find out before data is used.
//
// A rank posts its call, then reads what the others posted. Posts and reads are sequentially consistent: of two ranks
// at least the later one sees the other's post, whoever of them ever sends to the other.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../transport/spsc_queue.hpp"
#include "ringlet/run.hpp"

namespace ringlet {

// The parts of a call on which all ranks must agree.
struct CallRecord {
  const Collective* collective = nullptr;
  const Algorithm* algorithm = nullptr;  // null for a plan that is not of the catalogue
  std::uint64_t count = 0;               // of all parts together for a v-variant
  std::uint64_t details = 0;             // dtype, operator, root and what else counts, packed
  std::uint64_t parts = 0;               // a digest of the counts of a v-variant

  bool operator==(const CallRecord&) const = default;
  // Never 0. Equal for equal records; the same on all ranks of a process.
  std::uint32_t digest() const;
  // "all_reduce (direct) of 4 int32, sum"
  std::string words() const;
};

// What `call` looks like to the other ranks.
CallRecord record_of(const Plan& plan, const Call& call);

class CallBoard {
 public:
  explicit CallBoard(int ranks) : rows_(static_cast<std::size_t>(ranks)) {}

  // Rank `rank` makes its call number `sequence` (from 1), `digest` being the record's. By that rank only, in order.
  void post(int rank, std::uint32_t sequence, std::uint32_t digest, const CallRecord& record) noexcept;
  // Whether another rank's call of that number is known to differ from this rank's.
  bool differs(int rank, std::uint32_t sequence) const noexcept;
  // What a rank posted under that number, if it did and has not gone far beyond.
  std::optional<CallRecord> posted(int rank, std::uint32_t sequence) const noexcept;

 private:
  // A rank runs ahead of another by a few messages per connection between them, rarely by this many calls. Where one
  // does, what a message says of its call still tells.
  static constexpr std::uint32_t kDepth = 16;

  // Written by one rank; a reader takes the fields for whole if the word is the same before and after.
  struct Entry {
    std::atomic<std::uint64_t> word{0};  // sequence << 32 | digest
    std::atomic<const Collective*> collective{nullptr};
    std::atomic<const Algorithm*> algorithm{nullptr};
    std::atomic<std::uint64_t> count{0}, details{0}, parts{0};
  };
  struct alignas(kCacheLine) Row {
    std::array<Entry, kDepth> entries;
  };
  const Entry& entry(int rank, std::uint32_t sequence) const {
    return rows_[static_cast<std::size_t>(rank)].entries[sequence % kDepth];
  }

  std::vector<Row> rows_;
};

}  // namespace ringlet
