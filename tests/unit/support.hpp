// What the tests share: runs a collective between guard bytes and says what came out.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "oracle.hpp"
#include "random.hpp"
#include "ringlet/algorithms.hpp"
#include "ringlet/run.hpp"
#include "ringlet/verify.hpp"

namespace ringlet::test {

// How the ranks are driven: the two drivers, threads (or turns) behind a stepper that is stepped to the end, and turns
// in an order that is random but repeatable, with ranks that dash ahead and ranks that lag far behind.
enum class Drive : std::uint8_t { in_turn, threads, stepper, shuffled };

inline std::ostream& operator<<(std::ostream& out, Drive drive) {
  constexpr std::array kNames{"in turn", "threads", "stepper", "shuffled"};
  return out << kNames.at(static_cast<std::size_t>(drive));
}

// The drives that exist in this build.
inline std::vector<Drive> drives() {
  if (has_threads()) return {Drive::in_turn, Drive::threads, Drive::stepper, Drive::shuffled};
  return {Drive::in_turn, Drive::stepper, Drive::shuffled};
}

// The drivers that exist in this build.
inline std::vector<Driver> drivers() {
  if (has_threads()) return {Driver::in_turn, Driver::threads};
  return {Driver::in_turn};
}

// Wide enough for a loaded machine; the tests that are about deadlines choose their own.
inline constexpr std::chrono::seconds kPatience{30};

template <class T>
constexpr DataType dtype_of() {
  if constexpr (std::is_same_v<T, std::int32_t>) return DataType::int32;
  if constexpr (std::is_same_v<T, std::int64_t>) return DataType::int64;
  if constexpr (std::is_same_v<T, float>) return DataType::float32;
  if constexpr (std::is_same_v<T, double>) return DataType::float64;
}

// The same bits, so that NaN equals itself and -0 differs from +0.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}
template <class T>
bool same_bits(const Table<T>& a, const Table<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto& x, auto& y) { return same_bits(x, y); });
}

// A plan that the catalogue has.
struct Form {
  const Collective* collective;
  const Algorithm* algorithm;
  int ranks;
  int root;
  bool in_place;

  // The call of that form with `count` elements in each part; the parts of a v-variant are uneven, some empty.
  Asked asked(std::uint64_t count) const;
};
std::ostream& operator<<(std::ostream& out, const Form& form);

// The algorithms that serve the collective on so many ranks.
std::vector<const Algorithm*> algorithms_for(const Collective& collective, int ranks);
// The roots worth trying: the first, the middle and the last rank; just 0 where there is no root.
std::vector<int> roots_for(const Collective& collective, int ranks);
// Prefix sums have no average: each rank would divide by another number.
inline bool has_average(const Collective& collective) { return &collective != &scan && &collective != &exscan; }
// Every form on so many ranks.
std::vector<Form> forms_for(const Collective& collective, int ranks);
std::vector<Form> forms(int ranks);
// The same without v-variants, whose plans are those of their uniform forms, and for one root: for what looks at plans
// more than at calls.
std::vector<Form> plain_forms(int ranks);

// A plan of the catalogue, verified.
std::shared_ptr<const Program> program_for(const Collective& collective, std::string_view algorithm, int ranks,
                                           bool in_place = false, int root = 0);
std::shared_ptr<const Program> program_for(const Form& form);
// A plan written by hand, verified.
std::shared_ptr<const Program> verified(Plan plan, std::uint32_t queue_slots = kQueueSlots);

template <class T>
struct Outcome {
  Table<T> outputs;
  std::vector<std::uint64_t> sent, received;  // payload bytes per rank
  std::optional<Error> error;
};

// What a program was made for, with a count or with counts.
inline Asked asked_of(const Program& program, std::uint64_t count, std::vector<std::uint64_t> counts = {}) {
  return {program.plan.collective, program.plan.ranks, program.plan.root, count, std::move(counts)};
}

// Runs collectives in one world, which is rebuilt when another number of ranks is asked for or when it has failed.
class Runner {
 public:
  World& world(int ranks);

  // Checks on the way that nothing but the output was written: guards, the input, in place the rest of it, and all of
  // an output that the contract leaves alone.
  template <class T>
  Outcome<T> run(const std::shared_ptr<const Program>& program, Operator op, const Asked& asked, const Table<T>& inputs,
                 Drive drive = Drive::in_turn, std::vector<Observer*> observers = {}) {
    Table<std::byte> raw;
    for (const auto& row : inputs) {
      const auto* begin = reinterpret_cast<const std::byte*>(row.data());
      raw.emplace_back(begin, begin + row.size() * sizeof(T));
    }
    auto bytes =
        run_bytes({program, dtype_of<T>(), op, asked.count, kPatience, asked.counts}, raw, drive, std::move(observers));
    Outcome<T> outcome{{}, std::move(bytes.sent), std::move(bytes.received), std::move(bytes.error)};
    for (const auto& row : bytes.outputs) {
      auto& values = outcome.outputs.emplace_back(row.size() / sizeof(T));
      if (!row.empty()) std::memcpy(values.data(), row.data(), row.size());
    }
    return outcome;
  }
  template <class T>
  Outcome<T> run(const std::shared_ptr<const Program>& program, Operator op, std::size_t count, const Table<T>& inputs,
                 Drive drive = Drive::in_turn, std::vector<Observer*> observers = {}) {
    return run(program, op, asked_of(*program, count), inputs, drive, std::move(observers));
  }
  Outcome<std::byte> run_bytes(const Call& call, const Table<std::byte>& inputs, Drive drive,
                               std::vector<Observer*> observers = {});

 private:
  std::unique_ptr<World> world_;
  std::uint64_t seed_ = 0;  // of the next shuffled run
};

// Inputs that no order of summing rounds: whole numbers from -8 to 8.
template <class T>
Table<T> whole_numbers(const Asked& asked, std::uint64_t seed = 1) {
  Random random(seed);
  Table<T> inputs;
  for (int rank = 0; rank < asked.ranks; ++rank) {
    for (T& value : inputs.emplace_back(input_length(asked, rank))) {
      value = static_cast<T>(static_cast<std::int64_t>(random.below(17)) - 8);
    }
  }
  return inputs;
}
template <class T>
Table<T> whole_numbers(const Collective& collective, int ranks, std::size_t count, std::uint64_t seed = 1) {
  return whole_numbers<T>({&collective, ranks, 0, count}, seed);
}

// The right outputs for a sum, or for what only moves.
template <class T>
Table<T> summed(const Asked& asked, const Table<T>& inputs) {
  return expected(asked, inputs, [](T a, T b) { return static_cast<T>(a + b); });
}
template <class T>
Table<T> summed(const Collective& collective, std::size_t count, const Table<T>& inputs) {
  return summed<T>({&collective, static_cast<int>(inputs.size()), 0, count}, inputs);
}

}  // namespace ringlet::test
