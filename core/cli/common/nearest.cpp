#include "nearest.hpp"

#include <algorithm>
#include <numeric>

namespace ringlet::cli {
namespace {

constexpr std::size_t kLongest = 60;  // no name of ours is longer

std::string letters_of(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '_' || c == '-') continue;
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

// Levenshtein's: letters to insert, take out or replace.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& names) {
  if (text.empty() || text.size() > kLongest) return {};
  const std::string letters = letters_of(text);
  std::string_view best;
  std::size_t least = kLongest;
  for (const std::string_view name : names) {
    const std::string its = letters_of(name);
    const std::size_t away = distance(letters, its);
    if (away > std::max(letters.size(), its.size()) / 3 || away >= least) continue;
    best = name;
    least = away;
  }
  return best;
}

std::string did_you_mean(std::string_view text, const std::vector<std::string_view>& names) {
  const std::string_view meant = nearest(text, names);
  return meant.empty() ? "" : " (did you mean " + std::string(meant) + "?)";
}

}  // namespace ringlet::cli
