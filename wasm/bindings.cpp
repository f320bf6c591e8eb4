// The module's JavaScript interface; web/engine/module.ts is its other half.
#include <emscripten/bind.h>

#include <string>

#include "../core/json/plan_json.hpp"
#include "objects.hpp"
#include "request.hpp"
#include "session.hpp"

namespace ringlet::wasm {
namespace {

using emscripten::val;

val plan(const val& request) {
  const auto bound = bind_request(request);
  if (!bound) return failure_object(bound.error());
  const Program& program = *bound->call.program;
  return plan_object(program, bound->layout, wire_type(program.plan, bound->call));
}

// As `ringlet plan --json` prints it.
val plan_text(const val& request) {
  const auto bound = bind_request(request);
  if (!bound) return failure_object(bound.error());
  std::string text;
  write_plan_json(bound->call.program->plan, [&text](std::string_view piece) { text += piece; });
  return val(text + "\n");
}

}  // namespace

EMSCRIPTEN_BINDINGS(ringlet) {
  emscripten::function("catalogue", catalogue_object);
  emscripten::function("plan", plan);
  emscripten::function("planJson", plan_text);
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
