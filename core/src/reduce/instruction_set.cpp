#include "instruction_set.hpp"

#include <atomic>
#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace ringlet {
namespace {

#ifdef __x86_64__

// Clang 14 does not know it by name.
bool has_f16c() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & static_cast<unsigned>(bit_F16C)) != 0;
}

InstructionSet found() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !has_f16c()) return InstructionSet::baseline;
  const bool wide =
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return wide ? InstructionSet::avx512 : InstructionSet::avx2;
}

#else

InstructionSet found() { return InstructionSet::baseline; }

#endif

std::atomic in_use{found()};  // baseline for what runs before it is initialised

}  // namespace

InstructionSet best_instruction_set() { return found(); }

InstructionSet instruction_set() { return in_use.load(std::memory_order_relaxed); }

void use(InstructionSet set) { in_use.store(set, std::memory_order_relaxed); }

}  // namespace ringlet
