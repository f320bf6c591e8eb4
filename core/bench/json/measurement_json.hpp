// What `ringlet bench --json` says of a measurement.
#pragma once

#include "../../json/json.hpp"
#include "../measure.hpp"

namespace ringlet {

Json measurement_json(const bench::Question& question, const bench::Measurement& measured);

}  // namespace ringlet
