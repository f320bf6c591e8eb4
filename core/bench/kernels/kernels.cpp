// Bytes per second that each kernel reads and writes, on each instruction set of this machine, beside memcpy:
//   ringlet_kernels --benchmark_filter=float32/sum
#include "reduce/kernels.hpp"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

#include "reduce/instruction_set.hpp"
#include "ringlet/reduction.hpp"

namespace ringlet {
namespace {

constexpr std::array<std::int64_t, 3> kOperandBytes{16 << 10, 256 << 10, 64 << 20};

// Floats near one in every type, since some processors are slow where a product is subnormal.
std::vector<std::byte> operand(std::size_t bytes) {
  std::vector<std::byte> result(bytes);
  for (std::size_t i = 0; i < bytes; ++i) result[i] = static_cast<std::byte>(0x38 + i * 7 % 13);
  return result;
}

// A byte read or written counts as one. Results are complete ones, of four ranks.
void measure_combine(benchmark::State& state, DataType type, Operator op, InstructionSet set) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::vector<std::byte> to(bytes);
  const std::vector<std::byte> left = operand(bytes);
  const std::vector<std::byte> right = operand(bytes);
  use(set);
  for (auto _ : state) {
    combine(type, op, to.data(), left.data(), right.data(), bytes / size_of(type), 4);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0) * 3);
}

void measure_memcpy(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::vector<std::byte> to(bytes);
  const std::vector<std::byte> from = operand(bytes);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0) * 2);
}

void register_all() {
  for (const std::int64_t bytes : kOperandBytes) benchmark::RegisterBenchmark("memcpy", measure_memcpy)->Arg(bytes);
  for (std::size_t t = 0; t < names<DataType>.size(); ++t) {
    for (std::size_t o = 0; o < names<Operator>.size(); ++o) {
      const auto type = static_cast<DataType>(t);
      const auto op = static_cast<Operator>(o);
      if (!exists(op, type)) continue;
      for (std::size_t s = 0; s <= static_cast<std::size_t>(best_instruction_set()); ++s) {
        const auto set = static_cast<InstructionSet>(s);
        const std::string label = std::string(name(type)) + "/" + std::string(name(op)) + "/" + std::string(name(set));
        auto* measured = benchmark::RegisterBenchmark(label.c_str(), measure_combine, type, op, set);
        for (const std::int64_t bytes : kOperandBytes) measured->Arg(bytes);
      }
    }
  }
}

}  // namespace
}  // namespace ringlet

int main(int argc, char** argv) {
  ringlet::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
