// What this machine was found to cost, kept from one command to the next: a file of JSON in the user's cache folder,
// named after processor, cores and version.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../bench/calibrate.hpp"
#include "../../json/json.hpp"

namespace ringlet::cli {

struct Calibration {
  CostModel costs;
  std::vector<bench::Point> points;  // that the costs were fitted to
};

// {"cores": 2, "us": {"call": 0.5, ...}}
Json costs_json(const CostModel& costs);

// Where this machine's calibration is kept; empty where the environment names no folder for it.
std::string calibration_file();
// What is kept, if anything is. A file that is something else is told of on standard error, in one sentence that ends
// in `instead`.
std::optional<Calibration> stored_calibration(const std::string& instead);
// Keeps it, or tells on standard error why not.
void store(const Calibration& calibration);

// The costs by which the command chooses: those that are kept, else the built-in ones.
struct CostsHere {
  CostModel model;
  bool kept;
};
CostsHere costs_here();

}  // namespace ringlet::cli
