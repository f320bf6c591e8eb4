// Other libraries' results, as tests/references/vectors keeps them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reference_runs.hpp"

namespace ringlet::references {

struct Vector {
  Case of;
  std::vector<Bytes> outputs;
};

struct Vectors {
  std::string file;  // its name without .json, which is the library's short name
  std::string library, version;
  std::vector<Vector> cases;
};

// Every .json file of a folder, by name; refuses a folder without any, and files of another form.
std::vector<Vectors> read_vectors(const std::filesystem::path& folder);

}  // namespace ringlet::references
