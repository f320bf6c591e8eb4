#include "stored_costs.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "refusal.hpp"

namespace ringlet::cli {
namespace {

namespace fs = std::filesystem;

// "AMD EPYC"; "unknown" where the system does not tell as Linux does.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets the environment
  return value != nullptr ? value : "";
}

Json calibration_json(const Calibration& calibration) {
  Json points = Json::array();
  for (const bench::Point& point : calibration.points) {
    points.push_back({{"collective", point.collective->name},
                      {"algorithm", point.algorithm->name},
                      {"ranks", point.ranks},
                      {"bytes", point.bytes},
                      {"us", point.us}});
  }
  return {{"costs", costs_json(calibration.costs)}, {"points", std::move(points)}};
}

// Throws what nlohmann's library throws, or std::runtime_error, where it is no calibration.
Calibration calibration_of(const Json& json) {
  const auto duration = [](const Json& value) {
    const auto us = value.get<double>();
    if (!std::isfinite(us) || us < 0) throw std::runtime_error("no duration");
    return us;
  };
  Calibration result;
  result.costs.cores = json.at("costs").at("cores").get<int>();
  if (result.costs.cores < 1) throw std::runtime_error("no cores");
  const Json& us = json.at("costs").at("us");
  for (std::size_t i = 0; i < result.costs.us.size(); ++i) {
    result.costs.us.at(i) = duration(us.at(std::string(names<Cost>.at(i))));
  }
  for (const Json& each : json.at("points")) {
    const bench::Point point{find_collective(each.at("collective").get<std::string>()),
                             find_algorithm(each.at("algorithm").get<std::string>()), each.at("ranks").get<int>(),
                             each.at("bytes").get<std::uint64_t>(), duration(each.at("us"))};
    if (point.collective == nullptr || point.algorithm == nullptr) throw std::runtime_error("an unknown name");
    if (point.ranks < 1 || point.ranks > kMostRanksToChoose) throw std::runtime_error("ranks that nobody measures");
    result.points.push_back(point);
  }
  return result;
}

}  // namespace

Json costs_json(const CostModel& costs) {
  Json us = Json::object();
  for (std::size_t i = 0; i < costs.us.size(); ++i) us[std::string(names<Cost>.at(i))] = costs.us.at(i);
  return {{"cores", costs.cores}, {"us", std::move(us)}};
}

std::string calibration_file() {
  const std::string cache = environment("XDG_CACHE_HOME");
  const std::string home = environment("HOME");
  // An address that is not absolute does not count (XDG Base Directory Specification).
  if (!cache.starts_with('/') && home.empty()) return "";
  std::string name =
      "costs-" + processor() + "-" + std::to_string(default_costs().cores) + "-" + RINGLET_VERSION + ".json";
  for (char& c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.';
    if (!plain) c = '-';
  }
  const fs::path folder = cache.starts_with('/') ? fs::path(cache) : fs::path(home) / ".cache";
  return (folder / "ringlet" / name).string();
}

std::optional<Calibration> stored_calibration(const std::string& instead) {
  const std::string file = calibration_file();
  std::error_code failure;
  if (file.empty() || !fs::exists(file, failure)) return std::nullopt;
  try {
    std::ifstream stream(file, std::ios::binary);
    return calibration_of(Json::parse(std::string(std::istreambuf_iterator<char>(stream), {})));
  } catch (const std::exception&) {
    std::cerr << "The file " << shown(file, 200) << " is no calibration of this version; " << instead << ".\n";
    return std::nullopt;
  }
}

void store(const Calibration& calibration) {
  const std::string file = calibration_file();
  const std::string nowhere = "The calibration could not be kept: ";
  if (file.empty()) {
    std::cerr << nowhere << "neither XDG_CACHE_HOME nor HOME names a folder.\n";
    return;
  }
  std::error_code failure;
  fs::create_directories(fs::path(file).parent_path(), failure);
  // Whole or not at all, whoever reads or writes it meanwhile.
  const std::string part = file + "." + std::to_string(std::random_device{}()) + ".part";
  std::ofstream stream(part, std::ios::binary);
  stream << calibration_json(calibration) << '\n';
  stream.close();
  if (stream) fs::rename(part, file, failure);
  if (stream && !failure) return;
  std::cerr << nowhere << "the file " << shown(file, 200) << " cannot be written.\n";
  fs::remove(part, failure);
}

CostsHere costs_here() {
  const auto stored = stored_calibration("the built-in costs serve until ringlet tune has made it anew");
  return {stored ? stored->costs : default_costs(), stored.has_value()};
}

}  // namespace ringlet::cli
