#include "call_board.hpp"

#include "ringlet/algorithms.hpp"

namespace ringlet {
namespace {

// FNV-1a over the bytes of a word; only to tell calls apart, and a collision is still caught by sizes.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (word >> (8 * byte) & 0xff)) * kPrime;
  return hash;
}
constexpr std::uint64_t kBasis = 0xcbf29ce484222325;

template <class T>
std::uint64_t address(const T* pointer) {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

constexpr int kOpShift = 8, kAccumulateShift = 16, kRootShift = 24;
constexpr std::uint64_t kOwnOperator = 0xff;

}  // namespace

std::uint32_t CallRecord::digest() const {
  std::uint64_t hash = kBasis;
  for (const std::uint64_t word : {address(collective), address(algorithm), count, details, parts}) {
    hash = mixed(hash, word);
  }
  return static_cast<std::uint32_t>(hash ^ hash >> 32) | 1;
}

CallRecord record_of(const Plan& plan, const Call& call) {
  const Collective& collective = *plan.collective;
  CallRecord record{.collective = &collective, .algorithm = find_algorithm(plan.algorithm), .count = call.count};
  const std::uint64_t op = !collective.reduces       ? 0
                           : call.user_op != nullptr ? kOwnOperator
                                                     : static_cast<std::uint64_t>(call.op);
  const std::uint64_t accumulate = collective.reduces ? static_cast<std::uint64_t>(call.accumulate) : 0;
  const std::uint64_t root = collective.rooted ? static_cast<std::uint64_t>(plan.root) : 0;
  record.details =
      static_cast<std::uint64_t>(call.dtype) | op << kOpShift | accumulate << kAccumulateShift | root << kRootShift;
  record.parts = kBasis;
  for (const std::uint64_t count : call.counts) {
    record.count += count;
    record.parts = mixed(record.parts, count);
  }
  return record;
}

std::string CallRecord::words() const {
  std::string text(collective->name);
  if (algorithm != nullptr) text += " (" + std::string(algorithm->name) + ")";
  text += " of " + std::to_string(count) + " " + std::string(name(static_cast<DataType>(details & 0xff)));
  if (collective->reduces) {
    const std::uint64_t op = details >> kOpShift & 0xff;
    text += op == kOwnOperator ? ", an operator of its own" : ", " + std::string(name(static_cast<Operator>(op)));
    if ((details >> kAccumulateShift & 0xff) != 0) text += " accumulated in float32";
  }
  if (collective->rooted) text += ", root " + std::to_string(details >> kRootShift);
  return text;
}

void CallBoard::post(int rank, std::uint32_t sequence, std::uint32_t digest, const CallRecord& record) noexcept {
  Entry& mine = rows_[static_cast<std::size_t>(rank)].entries[sequence % kDepth];
  mine.word.store(0, std::memory_order_relaxed);
  mine.collective.store(record.collective, std::memory_order_release);
  mine.algorithm.store(record.algorithm, std::memory_order_release);
  mine.count.store(record.count, std::memory_order_release);
  mine.details.store(record.details, std::memory_order_release);
  mine.parts.store(record.parts, std::memory_order_release);
  mine.word.store(std::uint64_t{sequence} << 32 | digest, std::memory_order_seq_cst);
}

bool CallBoard::differs(int rank, std::uint32_t sequence) const noexcept {
  const std::uint64_t mine = entry(rank, sequence).word.load(std::memory_order_relaxed);
  for (std::size_t other = 0; other < rows_.size(); ++other) {
    const std::uint64_t theirs = entry(static_cast<int>(other), sequence).word.load(std::memory_order_seq_cst);
    if (theirs >> 32 == sequence && theirs != mine) return true;
  }
  return false;
}

std::optional<CallRecord> CallBoard::posted(int rank, std::uint32_t sequence) const noexcept {
  const Entry& theirs = entry(rank, sequence);
  const std::uint64_t word = theirs.word.load(std::memory_order_seq_cst);
  if (word >> 32 != sequence) return std::nullopt;
  const CallRecord record{theirs.collective.load(std::memory_order_acquire),
                          theirs.algorithm.load(std::memory_order_acquire),
                          theirs.count.load(std::memory_order_acquire), theirs.details.load(std::memory_order_acquire),
                          theirs.parts.load(std::memory_order_acquire)};
  if (theirs.word.load(std::memory_order_seq_cst) != word) return std::nullopt;
  return record;
}

}  // namespace ringlet
