// What the page asks for, checked: a request names everything by the names that users see.
#pragma once

#include <emscripten/val.h>

#include "ringlet/run.hpp"

namespace ringlet::wasm {

// The call without what only a run needs, and where its chunks lie.
struct Bound {
  Call call;
  Layout layout;
};

// The verified plan for a PlanRequest of web/engine/engine.ts; `invalid` names the field and what is allowed.
Result<Bound> bind_request(const emscripten::val& request);

}  // namespace ringlet::wasm
