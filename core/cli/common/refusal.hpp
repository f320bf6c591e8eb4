// Bad arguments and input: one sentence that names argument, value and what is allowed. The command ends with exit 2.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ringlet::cli {

struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A user's text as it may be shown: without control characters, and shortened.
std::string shown(std::string_view text, std::size_t most = 60);

// "NAME is 'VALUE'; allowed are ALLOWED.", or that it is empty.
[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view allowed);

// The same for a name that is none of the known ones; says which was most likely meant.
[[noreturn]] void refuse_unknown(std::string_view name, std::string_view value,
                                 const std::vector<std::string_view>& known);

// The names that `name_of` gives the entries, behind the first ones.
template <class Range, class NameOf>
std::vector<std::string_view> names_of(const Range& range, NameOf&& name_of, std::vector<std::string_view> first = {}) {
  for (const auto& entry : range) first.push_back(name_of(entry));
  return first;
}

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
