#include "measurement_json.hpp"

namespace ringlet {

Json measurement_json(const bench::Workload& workload, const bench::Measurement& measured) {
  return {{"collective", workload.collective->name},
          {"algorithm", measured.algorithm->name},
          {"auto", workload.algorithm == nullptr},
          {"ranks", workload.ranks},
          {"bytes", measured.bytes},
          {"count", measured.count},
          {"dtype", name(workload.dtype)},
          {"op", workload.collective->has_operator() ? Json(name(workload.op)) : Json(nullptr)},
          {"root", workload.collective->rooted ? Json(workload.root) : Json(nullptr)},
          {"in_place", workload.in_place},
          {"median_us", measured.median_us},
          {"min_us", measured.min_us},
          {"calls", measured.calls},
          {"algbw_GBps", measured.algbw_GBps},
          {"busbw_GBps", measured.busbw_GBps ? Json(*measured.busbw_GBps) : Json(nullptr)},
          {"wrong", measured.wrong}};
}

}  // namespace ringlet
