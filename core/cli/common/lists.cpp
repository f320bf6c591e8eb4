#include "lists.hpp"

#include <algorithm>
#include <charconv>

#include "names.hpp"

namespace ringlet::cli {
namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 34;

}  // namespace

std::vector<std::string> split(std::string_view argument, const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char c : list) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.size() > 1 && std::find(parts.begin(), parts.end(), "") != parts.end()) {
    throw Refusal(std::string(argument) + " is '" + shown(list) + "'; it needs something on both sides of each comma.");
  }
  return parts;
}

std::uint64_t size_named(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  const std::string suffix(stopped, end);
  const auto unit = std::string("KMG").find(suffix);
  const bool known = failure == std::errc{} && suffix.size() <= 1 && unit != std::string::npos;
  const int shift = suffix.empty() ? 0 : 10 * static_cast<int>(unit + 1);
  if (!known || value == 0 || value > (kMostBytes >> shift)) {
    refuse("--bytes", text, "1 to 16G, whole numbers with K, M or G behind them for KiB, MiB or GiB");
  }
  return value << shift;
}

const Collective& measurable(const std::string& text) {
  const Collective* found = find_collective(text);
  if (found != nullptr && found->uniform == nullptr) return *found;
  std::vector<std::string_view> allowed;
  for (const Collective* each : collectives()) {
    if (each->uniform == nullptr) allowed.push_back(each->name);
  }
  refuse_unknown("--collective", text, allowed);
}

RanksRange ranks_range(std::string_view argument, const std::string& text) {
  const auto dots = text.find("..");
  const auto number = [&](const std::string& part) {
    return static_cast<int>(whole_number(argument, part, 1, kMaxRanks));
  };
  if (dots == std::string::npos) return {number(text), number(text)};
  try {
    const RanksRange range{number(text.substr(0, dots)), number(text.substr(dots + 2))};
    if (range.first <= range.last) return range;
  } catch (const Refusal&) {
    // The sentence below shows the whole range.
  }
  refuse(argument, text, "a number or a range A..B, 1 <= A <= B <= " + std::to_string(kMaxRanks));
}

std::vector<int> ranks_listed(std::string_view argument, const std::string& list) {
  std::vector<int> ranks;
  for (const std::string& text : split(argument, list)) {
    const RanksRange range = ranks_range(argument, text);
    for (int n = range.first; n <= range.last; ++n) ranks.push_back(n);
  }
  return ranks;
}

Algorithms candidates_listed(std::string_view argument, const std::string& list) {
  Algorithms result;
  if (list.empty()) return result;
  for (const std::string& text : split(argument, list)) {
    const auto take = [&](const Algorithm* each) {
      if (std::find(result.begin(), result.end(), each) == result.end()) result.push_back(each);
    };
    if (text == "all") {
      for (const Algorithm* each : algorithms()) take(each);
    } else if (const Algorithm* found = find_algorithm(text); found != nullptr) {
      take(found);
    } else {
      refuse_unknown(argument, text, names_of(algorithms(), [](auto* each) { return each->name; }, {"all"}));
    }
  }
  return result;
}

void require_choice(const std::string& candidates, const std::string& algorithm, bool chooses) {
  if (chooses || candidates.empty()) return;
  throw Refusal("--candidates is '" + shown(candidates) + "', but --algorithm names " + shown(algorithm) +
                "; only auto chooses among candidates.");
}

bool any_serves(const Algorithms& among, const Collective& collective, int ranks) {
  return std::any_of(among.begin(), among.end(), [&](auto* each) { return each->serves(collective, ranks); });
}

std::string size_text(std::uint64_t bytes) {
  for (const auto& [shift, unit] : {std::pair{30, "G"}, {20, "M"}, {10, "K"}}) {
    if (bytes > 0 && bytes % (1ULL << shift) == 0) return std::to_string(bytes >> shift) + unit;
  }
  return std::to_string(bytes);
}

}  // namespace ringlet::cli
