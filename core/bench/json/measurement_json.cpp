#include "measurement_json.hpp"

namespace ringlet {

Json measurement_json(const bench::Question& question, const bench::Measurement& measured) {
  return {{"collective", question.collective->name},
          {"algorithm", measured.algorithm->name},
          {"auto", question.algorithm == nullptr},
          {"ranks", question.ranks},
          {"bytes", measured.bytes},
          {"count", measured.count},
          {"dtype", name(question.dtype)},
          {"op", question.collective->has_operator() ? Json(name(question.op)) : Json(nullptr)},
          {"root", question.collective->rooted ? Json(question.root) : Json(nullptr)},
          {"in_place", question.in_place},
          {"median_us", measured.median_us},
          {"min_us", measured.min_us},
          {"calls", measured.calls},
          {"algbw_GBps", measured.algbw_GBps},
          {"busbw_GBps", measured.busbw_GBps ? Json(*measured.busbw_GBps) : Json(nullptr)},
          {"wrong", measured.wrong}};
}

}  // namespace ringlet
