// What the page asks for, checked: a request names everything by the names that users see.
#pragma once

#include <emscripten/val.h>

#include <memory>

#include "ringlet/algorithms.hpp"
#include "ringlet/verify.hpp"

namespace ringlet::wasm {

struct Bound {
  std::shared_ptr<const Program> program;
  Layout layout;
  DataType dtype;
  std::uint64_t count;
};

// The verified plan for a PlanRequest of web/engine/engine.ts; `invalid` names the field and what is allowed.
Result<Bound> bind_request(const emscripten::val& request);

}  // namespace ringlet::wasm
