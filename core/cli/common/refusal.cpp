#include "refusal.hpp"

#include <charconv>

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
