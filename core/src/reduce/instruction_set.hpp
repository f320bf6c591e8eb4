// One loop compiled for several instruction sets of x86-64, and taken from the one that this machine has.
#pragma once

#include <cstdint>

#include "ringlet/types.hpp"

namespace ringlet {

// In rising order. Baseline is what the compiler's flags allow, and all that other processors have. AVX2 is F16C too.
enum class InstructionSet : std::uint8_t { baseline, avx2, avx512 };
template <>
inline constexpr std::array names<InstructionSet>{"baseline"sv, "avx2"sv, "avx512"sv};

// The best of this machine.
InstructionSet best_instruction_set();
// What loops are taken from: the best, unless a test or a measurement asked for less.
InstructionSet instruction_set();
void use(InstructionSet set);

// `Loop` is a function to be inlined always. What it calls may be inlined, and is baseline as a function of its own, so
// that the linker never keeps a copy of it that needs more.
template <auto Loop>
struct Compiled;

template <class... Args, void (*Loop)(Args...)>
struct Compiled<Loop> {
  static void baseline(Args... args) { Loop(args...); }
#ifdef __x86_64__
  [[gnu::target("avx2")]] static void avx2(Args... args) { Loop(args...); }
  [[gnu::target("avx512bw,avx512dq,avx512vl")]] static void avx512(Args... args) { Loop(args...); }
#endif
};

// The loop as a function of the instruction set in use.
template <auto Loop>
auto compiled() {
#ifdef __x86_64__
  switch (instruction_set()) {
    case InstructionSet::avx512: return Compiled<Loop>::avx512;
    case InstructionSet::avx2: return Compiled<Loop>::avx2;
    case InstructionSet::baseline: break;
  }
#endif
  return Compiled<Loop>::baseline;
}

}  // namespace ringlet
