#include "reference_vectors.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "../common/files.hpp"
#include "../common/names.hpp"

namespace ringlet::references {
namespace {

[[noreturn]] void refuse_case(const std::filesystem::path& file, std::size_t number, const std::string& wrong) {
  throw cli::Refusal("--references: case " + std::to_string(number) + " of " + cli::shown(file.string()) + " " + wrong +
                     ".");
}

// The elements that the digits tell, or none if they are no whole elements of that format.
bool read_hex(const Format& format, const std::string& text, Bytes& elements) {
  const std::size_t digits = format.bytes * 2;
  if (text.size() % digits != 0) return false;
  elements.resize(text.size() / 2);
  for (std::size_t i = 0; i < text.size() / digits; ++i) {
    std::uint64_t bits = 0;
    const char* first = text.data() + i * digits;
    const auto [stopped, failure] = std::from_chars(first, first + digits, bits, 16);
    if (failure != std::errc{} || stopped != first + digits) return false;
    std::memcpy(elements.data() + i * format.bytes, &bits, format.bytes);
  }
  return true;
}

constexpr std::uint64_t kMostElements = 1 << 20;  // of a part

Vector vector_from(const Json& json, const std::filesystem::path& file, std::size_t number) {
  Vector result{case_from(json), {}};
  const Format* format = find_format(result.of.dtype);
  if (format == nullptr) refuse_case(file, number, "has the unknown dtype '" + cli::shown(result.of.dtype) + "'");
  const Collective& collective = cli::collective_named("--references: a collective", result.of.collective);
  if (result.of.ranks < 1 || result.of.ranks > kMaxRanks)
    refuse_case(file, number, "has not 1 to " + std::to_string(kMaxRanks) + " ranks");
  const bool has_counts = collective.uniform != nullptr;
  if (result.of.counts.size() != (has_counts ? collective.parts(result.of.ranks) : 0)) {
    refuse_case(file, number, "has not the counts that " + result.of.collective + " needs");
  }
  for (const std::uint64_t count : has_counts ? result.of.counts : std::vector{result.of.count}) {
    if (count > kMostElements) refuse_case(file, number, "has a count above " + std::to_string(kMostElements));
  }
  for (const Json& output : json.at("outputs")) {
    const auto text = output.get<std::string>();
    if (text == "=" && !result.outputs.empty()) {
      result.outputs.push_back(result.outputs.back());
    } else if (!read_hex(*format, text, result.outputs.emplace_back())) {
      refuse_case(file, number, "has an output that is not in hexadecimal digits of " + result.of.dtype);
    }
  }
  if (result.outputs.size() != static_cast<std::size_t>(result.of.ranks)) {
    refuse_case(file, number, "has not one output for each rank");
  }
  return result;
}

Vectors vectors_from(const std::filesystem::path& file) {
  const Json json = cli::read_json("--references", file.string());
  Vectors result{file.stem().string(), {}, {}, {}};
  try {
    json.at("library").get_to(result.library);
    json.at("version").get_to(result.version);
    for (const Json& each : json.at("cases")) {
      result.cases.push_back(vector_from(each, file, result.cases.size() + 1));
    }
  } catch (const Json::exception& wrong) {
    throw cli::Refusal("--references: " + cli::shown(file.string()) +
                       " is not in the form of reference results: " + wrong.what() + ".");
  }
  return result;
}

}  // namespace

std::vector<Vectors> read_vectors(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) {
    throw cli::Refusal("--references: " + cli::shown(folder.string()) +
                       " is not a folder with results of other libraries; the stored ones are found from the "
                       "project's own folder, in tests/references/vectors.");
  }
  std::sort(files.begin(), files.end());
  std::vector<Vectors> result;
  result.reserve(files.size());
  for (const auto& file : files) result.push_back(vectors_from(file));
  return result;
}

}  // namespace ringlet::references
