#include "refusal.hpp"

#include <charconv>

#include "nearest.hpp"

namespace ringlet::cli {

std::string shown(std::string_view text, std::size_t most) {
  std::string result;
  for (const char c : text.substr(0, most)) {
    const auto code = static_cast<unsigned char>(c);
    result += code < 0x20 || code == 0x7f ? '?' : c;
  }
  if (text.size() > most) result += "...";
  return result;
}

void refuse(std::string_view name, std::string_view value, std::string_view allowed) {
  const std::string given = value.empty() ? "empty" : "'" + shown(value) + "'";
  throw Refusal(std::string(name) + " is " + given + "; allowed are " + std::string(allowed) + ".");
}

void refuse_unknown(std::string_view name, std::string_view value, const std::vector<std::string_view>& known) {
  const std::string given = value.empty() ? "empty" : "'" + shown(value) + "'" + did_you_mean(value, known);
  throw Refusal(std::string(name) + " is " + given + "; allowed are " +
                listed(known, [](std::string_view each) { return each; }) + ".");
}

long long whole_number(std::string_view name, const std::string& text, long long least, long long most) {
  long long value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  if (text.empty() || failure != std::errc{} || stopped != end || value < least || value > most) {
    refuse(name, text, "whole numbers from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

}  // namespace ringlet::cli
