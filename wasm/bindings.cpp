// The module's JavaScript interface; web/engine/module.ts is its other half.
#include <emscripten/bind.h>

#include "objects.hpp"
#include "request.hpp"
#include "session.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

val plan(const val& request) {
  const auto bound = bind_request(request);
  return bound ? plan_object(*bound->program, bound->layout, bound->dtype) : failure_object(bound.error());
}

}  // namespace

EMSCRIPTEN_BINDINGS(ringlet) {
  emscripten::function("catalogue", catalogue_object);
  emscripten::function("plan", plan);
  emscripten::function("hasThreads", has_threads);
  emscripten::class_<Session>("Session")
      .constructor<int>()
      .function("prepare", &Session::prepare)
      .function("start", &Session::start)
      .function("pump", &Session::pump)
      .function("stepAll", &Session::step_all)
      .function("step", &Session::step)
      .function("resume", &Session::resume)
      .function("pause", &Session::pause)
      .function("hold", &Session::hold)
      .function("cancel", &Session::cancel)
      .function("result", &Session::result);
}

}  // namespace ringlet::wasm
