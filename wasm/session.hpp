// One run as the page drives it: prepare, write the inputs, start, step or hold, read memory while it goes on.
#pragma once

#include <emscripten/val.h>

#include <memory>

#include "ringlet/buffers.hpp"
#include "ringlet/byte_counter.hpp"
#include "ringlet/run.hpp"
#include "ringlet/stepper.hpp"
#include "ringlet/trace.hpp"

namespace ringlet::wasm {

// One world serves all sessions in turn: its threads are started once and reused.
World& shared_world(int ranks);

class Session {
 public:
  explicit Session(int ranks);

  // A Call of web/engine/engine.ts without its inputs. Gives the addresses of inputs, outputs, trace and status, or
  // {error}.
  emscripten::val prepare(const emscripten::val& call);
  // Returns at once. In turn, nothing moves before pump.
  void start();
  // Whether all ranks have ended; in turn this takes steps first, for a few milliseconds.
  bool pump();

  void step_all() { run_->stepper.step_all(); }
  void step(int rank) { run_->stepper.step(rank); }
  void resume() { run_->stepper.resume(); }
  void pause() { run_->stepper.pause(); }
  void hold(int rank, bool held) { run_->stepper.hold(rank, held); }
  void cancel();

  // Counters, the error and, where the call asked for them, the instruments' texts, once all ranks have ended.
  emscripten::val result() const;

 private:
  struct Prepared {
    Prepared(World& world, const Call& call, const Layout& layout, bool paused)
        : program(call.program),
          buffers(program->plan, layout, call.dtype),
          counter(program->plan.ranks),
          trace(program->plan, layout, wire_type(program->plan, call), Trace::Values::keep),
          stepper(world, paused) {}
    std::shared_ptr<const Program> program;
    Buffers buffers;
    ByteCounter counter;
    Trace trace;
    Stepper stepper;
    std::unique_ptr<Run> run;  // last, so that it ends before what it uses
  };

  World& world_;
  std::unique_ptr<Prepared> run_;
  bool instruments_ = false;
};

}  // namespace ringlet::wasm
