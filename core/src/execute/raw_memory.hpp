// Memory that nobody fills before it is used: large unused parts of it cost nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "../transport/spsc_queue.hpp"

namespace ringlet {

// Bytes, rounded up so that what follows begins on a cache line of its own.
constexpr std::size_t padded(std::size_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

struct FreeMemory {
  void operator()(std::byte* memory) const noexcept { std::free(memory); }
  std::size_t bytes = 0;  // that it has
};
using RawMemory = std::unique_ptr<std::byte[], FreeMemory>;

// Begins on a cache line. Null for no bytes; ends the process where there is no memory, as `new` does without
// exceptions.
inline RawMemory raw_memory(std::size_t bytes) {
  if (bytes == 0) return {};
  void* memory = std::aligned_alloc(kCacheLine, padded(bytes));
  if (memory == nullptr) std::abort();
  return RawMemory(static_cast<std::byte*>(memory), FreeMemory{padded(bytes)});
}

}  // namespace ringlet
