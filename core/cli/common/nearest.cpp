#include "nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

// Letters to insert, take out or replace, and neighbours to swap (optimal string alignment).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last.back();
}

// Whether it is the name with letters left out, such as bf16 of bfloat16.
bool shortens(const std::string& text, const std::string& name) {
  if (text.size() < 3 || name.empty() || text[0] != name[0]) return false;
  std::size_t met = 0;
  for (const char c : name)
    if (met < text.size() && text[met] == c) ++met;
  return met == text.size();
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
  if (!best.empty()) return best;
  const auto whole = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view name) { return shortens(letters, letters_of(name)); });
  return whole == names.end() ? std::string_view{} : *whole;
}

std::string did_you_mean(std::string_view text, const std::vector<std::string_view>& names) {
  const std::string_view meant = nearest(text, names);
  return meant.empty() ? "" : " (did you mean " + std::string(meant) + "?)";
}

}  // namespace ringlet::cli
