// What the C++ references share: the cases, how long each rank's buffers are, and the file of results.
#pragma once

#include <fstream>
#include <iostream>
#include <numeric>
#include <stdexcept>

#include "reference_inputs.hpp"

namespace ringlet::references {

using Bytes = std::vector<std::byte>;

inline Bytes allocated(const Case& of, std::uint64_t elements) {
  return Bytes(elements * find_format(of.dtype)->bytes);
}

// What a collective reads and writes on one rank, in elements; stated here and not taken from Ringlet.
struct Lengths {
  std::uint64_t input, output;
};

inline Lengths lengths(const Case& of, int rank) {
  const auto ranks = static_cast<std::uint64_t>(of.ranks);
  const auto own = static_cast<std::uint64_t>(rank);
  const std::string& name = of.collective;
  const std::uint64_t n = of.count;
  const std::uint64_t all = std::accumulate(of.counts.begin(), of.counts.end(), std::uint64_t{0});
  const auto at_root = [&](std::uint64_t length) { return rank == of.root ? length : 0; };
  if (name == "all_reduce" || name == "scan") return {n, n};
  if (name == "exscan") return {n, rank == 0 ? 0 : n};
  if (name == "reduce") return {n, at_root(n)};
  if (name == "reduce_scatter") return {ranks * n, n};
  if (name == "reduce_scatter_v") return {all, of.counts.at(own)};
  if (name == "broadcast") return {at_root(n), n};
  if (name == "all_gather") return {n, ranks * n};
  if (name == "all_gather_v") return {of.counts.at(own), all};
  if (name == "gather") return {n, at_root(ranks * n)};
  if (name == "gather_v") return {of.counts.at(own), at_root(all)};
  if (name == "scatter") return {at_root(ranks * n), n};
  if (name == "scatter_v") return {at_root(all), of.counts.at(own)};
  if (name == "all_to_all") return {ranks * n, ranks * n};
  if (name == "all_to_all_v") {
    Lengths result{0, 0};
    for (std::uint64_t peer = 0; peer < ranks; ++peer) {
      result.input += of.counts.at(own * ranks + peer);
      result.output += of.counts.at(peer * ranks + own);
    }
    return result;
  }
  throw std::runtime_error("no lengths are known for " + name);
}

inline Bytes input_of(const Case& of, int rank) {
  Bytes input = allocated(of, lengths(of, rank).input);
  fill_input(of, *find_format(of.dtype), rank, input);
  return input;
}

inline std::vector<Json> read_cases(const char* file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(std::string(file) + " cannot be read");
  return Json::parse(stream).get<std::vector<Json>>();
}

// One case a line, its outputs in hexadecimal; "=" for a rank whose output is that of the rank before.
class Results {
 public:
  Results(const char* file, const std::string& library, const std::string& version) : stream_(file) {
    const Json header{{"library", library}, {"version", version}, {"made_by", "npm run test:reference"}};
    stream_ << header.dump().substr(0, header.dump().size() - 1) << ",\"cases\":[";
  }
  void add(Json json, const std::vector<Bytes>& outputs) {
    const Format& format = *find_format(json.at("dtype").get<std::string>());
    std::string before = "none";
    for (const Bytes& output : outputs) {
      const std::string text = hex_of(format, output);
      json["outputs"].push_back(text == before ? "=" : text);
      before = text;
    }
    stream_ << (first_ ? "\n" : ",\n") << json.dump();
    first_ = false;
  }
  ~Results() { stream_ << "\n]}\n"; }

 private:
  std::ofstream stream_;
  bool first_ = true;
};

}  // namespace ringlet::references
