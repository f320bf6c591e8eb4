// Sleeping until a word changes, with a timeout. std::atomic::wait has none, and polls in wasm.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#if defined(__EMSCRIPTEN_PTHREADS__)
#elif defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>
#else
#include <thread>
#endif

namespace ringlet {

#if defined(__EMSCRIPTEN_PTHREADS__)
// V8's baseline compiler loses locals that live across the wait instruction (seen in Node 20): it gets a frame of its
// own, and a pointer that no optimiser sees through keeps it there.
using AtomicWait = int (*)(int*, int, long long);
inline const volatile AtomicWait wait_in_own_frame = [](int* word, int seen, long long timeout) {
  return __builtin_wasm_memory_atomic_wait32(word, seen, timeout);
};
#endif

// Sleeps while `word` is `seen`, for at most `timeout`; may wake early. Never on a browser's page thread.
inline void park(std::atomic<std::uint32_t>& word, std::uint32_t seen, std::chrono::nanoseconds timeout) noexcept {
  static_assert(sizeof(word) == sizeof(std::uint32_t));
#if defined(__EMSCRIPTEN_PTHREADS__)
  wait_in_own_frame(reinterpret_cast<int*>(&word), static_cast<int>(seen), timeout.count());
#elif defined(__linux__)
  const timespec limit{timeout.count() / 1'000'000'000, timeout.count() % 1'000'000'000};
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT_PRIVATE, seen, &limit, nullptr, 0);
#else
  if (word.load() == seen)
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(timeout, std::chrono::microseconds(100)));
#endif
}

// Wakes whoever sleeps on `word`.
inline void unpark(std::atomic<std::uint32_t>& word) noexcept {
#if defined(__EMSCRIPTEN_PTHREADS__)
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&word), 1);
#elif defined(__linux__)
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
#else
  (void)word;
#endif
}

}  // namespace ringlet
