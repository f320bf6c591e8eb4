// Every collective by every algorithm, on 1 to 33 ranks, with counts around everything that could matter, for all
// roots, types, operators, placements and drives: a sample in which every pair of these appears. With
// RINGLET_MATRIX=full in the environment every algorithm, number of ranks and count, which takes minutes.
#include <cstdlib>
#include <set>
#include <string>

#include "exact.hpp"
#include "matrix.hpp"
#include "pace.hpp"

namespace ringlet::test {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;

#if defined(__EMSCRIPTEN__)
constexpr bool kOtherBuild = true;
#else
constexpr bool kOtherBuild = kSanitized;
#endif

// The native build proves the values for every number of ranks. The other builds run the same plans: they look for
// wrong memory, races, and what WebAssembly does otherwise. These depend on the algorithm, the type, the operator, the
// placement and the drive, of which they still have every pair, and on whether the ranks are a power of two.
Matrix matrix() {
  if (kOtherBuild) return {{1, 2, 3, 4, 7, 8, 16, 33}, 2 * kMegabyte};
  return {{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 17, 24, 32, 33}, 8 * kMegabyte};
}

bool full() {
  const char* wanted = std::getenv("RINGLET_MATRIX");
  return wanted != nullptr && std::string_view(wanted) == "full";
}

TEST_CASE("conformance: a sample in which every pair of values appears or the full matrix") {
  const Matrix all = matrix();
  auto rows = all.every_pair();
  if (full()) {
    const auto more = all.every_size();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  // The same number of ranks together, so that one world serves many.
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a[kRanks] < b[kRanks]; });
  MESSAGE(rows.size(), " rows");
  Runner runner;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const Form form = all.form(row);
    const Asked asked = form.asked(all.count(row));
    INFO(form << ", count " << all.count(row) << ", " << name(all.op(row)) << " of " << name(all.dtype(row)) << ", "
              << name(all.accumulate(row)) << ", " << all.drive(row));
    const ExactCall exact = exact_call(asked, all.dtype(row), all.op(row), i);
    Call call{program_for(form), all.dtype(row), all.op(row), asked.count, kPatience, asked.counts};
    call.scalars = exact.scalars;
    call.accumulate = all.accumulate(row);
    const auto outcome = runner.run_bytes(call, exact.inputs, all.drive(row));
    REQUIRE_FALSE(outcome.error);
    REQUIRE(outcome.outputs == exact.outputs);
  }
}

// Whether any row has both values: all others are tried.
bool can_meet(const Matrix& all, std::size_t first, std::size_t i, std::size_t second, std::size_t j) {
  Row row{};
  for (;;) {
    row[first] = i;
    row[second] = j;
    if (all.exists(row)) return true;
    std::size_t factor = 0;
    for (; factor < kFactors; ++factor) {
      if (factor == first || factor == second) continue;
      // The drive decides nothing.
      if (factor != kDrive && ++row[factor] < all.values(factor)) break;
      row[factor] = 0;
    }
    if (factor == kFactors) return false;
  }
}

TEST_CASE("conformance: in the sample every pair of values appears that can") {
  const Matrix all = matrix();
  const auto rows = all.every_pair();
  for (std::size_t first = 0; first < kFactors; ++first) {
    for (std::size_t second = first + 1; second < kFactors; ++second) {
      std::set<std::pair<std::size_t, std::size_t>> met;
      for (const Row& row : rows) {
        REQUIRE(all.exists(row));
        met.insert({row[first], row[second]});
      }
      for (std::size_t i = 0; i < all.values(first); ++i) {
        for (std::size_t j = 0; j < all.values(second); ++j) {
          if (met.count({i, j}) != 0) continue;
          CAPTURE(first);
          CAPTURE(i);
          CAPTURE(second);
          CAPTURE(j);
          CHECK_FALSE(can_meet(all, first, i, second, j));
        }
      }
    }
  }
}

TEST_CASE("conformance: every collective, number of ranks, type and operator is in the sample") {
  const Matrix all = matrix();
  std::set<const Collective*> collectives_seen;
  std::set<const Algorithm*> algorithms_seen;
  std::set<DataType> types;
  std::set<Operator> operators;
  for (const Row& row : all.every_pair()) {
    collectives_seen.insert(all.form(row).collective);
    algorithms_seen.insert(all.form(row).algorithm);
    types.insert(all.dtype(row));
    operators.insert(all.op(row));
  }
  CHECK(collectives_seen.size() == collectives().size());
  CHECK(algorithms_seen.size() == algorithms().size());
  CHECK(types.size() == names<DataType>.size());
  CHECK(operators.size() == names<Operator>.size());
}

std::uint64_t pattern(DataType dtype, double value) {
  std::uint64_t bits = 0;
  const auto bytes = stored(dtype, value);
  for (std::size_t i = 0; i < bytes.size(); ++i) bits |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
  return bits;
}

// Bit patterns from IEEE 754 and OCP's paper on 8-bit floats.
TEST_CASE("conformance: the formats that the matrix compares with, by hand") {
  CHECK(pattern(DataType::float64, 1.0) == 0x3ff0000000000000);
  CHECK(pattern(DataType::float64, -0.1) == 0xbfb999999999999a);
  CHECK(pattern(DataType::float32, 1.0 / 3.0) == 0x3eaaaaab);
  CHECK(pattern(DataType::float32, -0.0) == 0x80000000);
  CHECK(pattern(DataType::float16, 1.0) == 0x3c00);
  CHECK(pattern(DataType::float16, 65504.0) == 0x7bff);
  CHECK(pattern(DataType::float16, 0x1p-24) == 0x0001);
  CHECK(pattern(DataType::float16, 2049.0) == 0x6800);  // halfway to 2050: to even
  CHECK(pattern(DataType::float16, 2047.5) == 0x6800);  // carried into the exponent
  CHECK(pattern(DataType::bfloat16, -2.0) == 0xc000);
  CHECK(pattern(DataType::bfloat16, 1.0 / 3.0) == 0x3eab);
  CHECK(pattern(DataType::float8_e4m3, 1.0) == 0x38);
  CHECK(pattern(DataType::float8_e4m3, 448.0) == 0x7e);
  CHECK(pattern(DataType::float8_e4m3, 0x1p-9) == 0x01);
  CHECK(pattern(DataType::float8_e5m2, 1.0) == 0x3c);
  CHECK(pattern(DataType::float8_e5m2, 57344.0) == 0x7b);
}

}  // namespace
}  // namespace ringlet::test
