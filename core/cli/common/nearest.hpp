// What somebody most likely meant who wrote a name that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringlet::cli {

// The name that is written most alike, whatever its case, underscores and hyphens; empty where none is near.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& names);

// " (did you mean NAME?)", or nothing where no name is near.
std::string did_you_mean(std::string_view text, const std::vector<std::string_view>& names);

}  // namespace ringlet::cli
