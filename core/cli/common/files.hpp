#pragma once

#include <string>

#include "elements.hpp"

namespace ringlet::cli {

// The JSON in a file, or on standard input for "-"; refuses, in the argument's name, what cannot be read.
Json read_json(const std::string& argument, const std::string& file);
// Whether two names are of one file, which need not exist yet.
bool same_file(const std::string& a, const std::string& b);
// Writes a file that an argument names, or refuses.
void write_file(const std::string& argument, const std::string& file, const std::string& content);

}  // namespace ringlet::cli
