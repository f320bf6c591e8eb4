// `ringlet bench` for the page, in a module that has the page's own as a part and more memory.
#include <emscripten/bind.h>

#include <atomic>

#include "../../core/bench/json/measurement_json.hpp"
#include "../fields.hpp"
#include "../objects.hpp"
#include "../session.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

constexpr double kMostBytes = 1 << 30;
constexpr double kMostBatchMs = 60'000;
constexpr double kMostBatches = 100'000;

// What the page sees while a measurement blocks the worker, and how it ends one.
struct Words {
  std::atomic<std::uint32_t> done, ended;
};
Words words;

template <class Enum>
Result<Enum> enum_of(const val& object, const char* field) {
  const std::string text = text_of(object, field);
  const auto value = named<Enum>(text);
  if (!value) return refused(field, text, listed(names<Enum>, [](auto each) { return each; }));
  return *value;
}

Result<double> whole_of(const val& object, const char* field, double least, double most) {
  const double value = number_of(object, field);
  if (!whole(value, least, most)) return refused(field, shown(value), shown(least) + " to " + shown(most));
  return value;
}

Result<bench::Question> read_question(const val& asked) {
  bench::Question question;
  const std::string collective = text_of(asked, "collective");
  question.collective = find_collective(collective);
  if (question.collective == nullptr) {
    return refused("collective", collective, listed(collectives(), [](auto* each) { return each->name; }));
  }
  const std::string algorithm = text_of(asked, "algorithm");
  question.algorithm = find_algorithm(algorithm);
  if (question.algorithm == nullptr && algorithm != "auto") {
    return refused("algorithm", algorithm, "auto, " + listed(algorithms(), [](auto* each) { return each->name; }));
  }
  const auto dtype = enum_of<DataType>(asked, "dtype");
  if (!dtype) return tl::unexpected(dtype.error());
  const auto op = enum_of<Operator>(asked, "op");
  if (!op) return tl::unexpected(op.error());
  const auto ranks = whole_of(asked, "ranks", 1, kMostRanks);
  if (!ranks) return tl::unexpected(ranks.error());
  const auto root = whole_of(asked, "root", 0, *ranks - 1);
  if (!root) return tl::unexpected(root.error());
  const auto bytes = whole_of(asked, "bytes", 0, kMostBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  question.dtype = *dtype;
  question.op = *op;
  question.ranks = static_cast<int>(*ranks);
  question.root = static_cast<int>(*root);
  question.bytes = static_cast<std::uint64_t>(*bytes);
  question.in_place = asked["in_place"].isTrue();
  return question;
}

Result<bench::Effort> read_effort(const val& asked) {
  const auto batch_ms = whole_of(asked, "batchMs", 0, kMostBatchMs);
  if (!batch_ms) return tl::unexpected(batch_ms.error());
  const auto batches = whole_of(asked, "batches", 1, kMostBatches);
  if (!batches) return tl::unexpected(batches.error());
  return bench::Effort{.batch = std::chrono::milliseconds(static_cast<int>(*batch_ms)),
                       .batches = static_cast<int>(*batches)};
}

// The row of `ringlet bench --json` as text, or {error}.
val measure(const val& asked, const val& with) {
  const auto question = read_question(asked);
  if (!question) return failure_object(question.error());
  const auto effort = read_effort(with);
  if (!effort) return failure_object(effort.error());
  const auto measured =
      bench::measure(shared_world(question->ranks), *question, *effort, [](const bench::Progress& progress) {
        words.done = static_cast<std::uint32_t>(progress.done);
        return words.ended == 0;
      });
  if (!measured) return failure_object(measured.error());
  return val(measurement_json(*question, *measured).dump());
}

val measure_words() { return val(reinterpret_cast<std::uintptr_t>(&words)); }

}  // namespace

EMSCRIPTEN_BINDINGS(ringlet_measure) {
  emscripten::function("measure", measure);
  emscripten::function("measureWords", measure_words);
}

}  // namespace ringlet::wasm
