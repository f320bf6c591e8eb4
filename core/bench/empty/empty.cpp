/**
 * The least module with threads that Embind makes. What a browser takes until its threads are there depends on the
 * machine; the playground is measured beside it (core/bench/page.mjs).
 */
#include <emscripten/bind.h>

namespace {
void nothing() {}
}  // namespace

EMSCRIPTEN_BINDINGS(empty) { emscripten::function("nothing", &nothing); }
