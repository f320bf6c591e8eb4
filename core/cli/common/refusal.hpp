// Bad arguments and input: one sentence that names argument, value and what is allowed. The command ends with exit 2.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ringlet::cli {

struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A user's text as it may be shown: without control characters, and shortened.
std::string shown(std::string_view text, std::size_t most = 60);

// "NAME is 'VALUE'; allowed are ALLOWED.", or that it is empty.
[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view allowed);

// "a, b, c" of the names that `name_of` gives the entries.
template <class Range, class NameOf>
std::string listed(const Range& range, NameOf&& name_of) {
  std::string result;
  for (const auto& entry : range) result.append(result.empty() ? "" : ", ").append(name_of(entry));
  return result;
}

// A whole number in that range, or a refusal.
long long whole_number(std::string_view name, const std::string& text, long long least, long long most);

}  // namespace ringlet::cli
