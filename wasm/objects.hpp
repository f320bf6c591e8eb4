// Plain JavaScript objects from the core's types, in the shapes of web/engine/engine.ts.
#pragma once

#include <emscripten/val.h>

#include "ringlet/error.hpp"
#include "ringlet/layout.hpp"
#include "ringlet/verify.hpp"

namespace ringlet::wasm {

emscripten::val catalogue_object();
// `wire` is the type of the elements that travel.
emscripten::val plan_object(const Program& program, const Layout& layout, DataType wire);
emscripten::val error_object(const Error& error);
// {error: ...}
emscripten::val failure_object(const Error& error);

template <class Range, class Convert>
emscripten::val array_of(const Range& range, Convert&& convert) {
  auto result = emscripten::val::array();
  for (const auto& element : range) result.call<void>("push", convert(element));
  return result;
}

// An array of convert(0) to convert(count - 1).
template <class Convert>
emscripten::val array_of_ranks(int count, Convert&& convert) {
  auto result = emscripten::val::array();
  for (int rank = 0; rank < count; ++rank) result.call<void>("push", convert(rank));
  return result;
}

}  // namespace ringlet::wasm
