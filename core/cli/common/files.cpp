#include "files.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "json_input.hpp"
#include "refusal.hpp"

namespace ringlet::cli {
namespace {

constexpr std::size_t kMostMegabytes = 512;

std::string read_all(std::istream& stream, const std::string& from) {
  std::string text;
  std::array<char, 1 << 16> block{};
  while (stream.read(block.data(), block.size()), stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostMegabytes << 20) {
      throw Refusal(from + " is larger than " + std::to_string(kMostMegabytes) + " MiB, the most that is read.");
    }
  }
  return text;
}

}  // namespace

Json read_json(const std::string& argument, const std::string& file) {
  const std::string from = argument + (file == "-" ? " (standard input)" : " " + shown(file));
  std::string text;
  if (file == "-") {
    text = read_all(std::cin, from);
  } else {
    std::error_code failure;
    if (std::filesystem::is_directory(file, failure))
      throw Refusal(argument + ": " + shown(file) + " is a folder, not a file.");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Refusal(argument + ": the file " + shown(file) + " cannot be read.");
    text = read_all(stream, from);
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw Refusal(from + " is empty; JSON was expected.");
  return parse_json(text, from);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failure;
  const auto place = [&](const std::string& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(name, failure), failure);
  };
  return a == b || (place(a) == place(b) && !failure);
}

void write_file(const std::string& argument, const std::string& file, const std::string& content) {
  std::ofstream stream(file, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) throw Refusal(argument + ": the file " + shown(file) + " cannot be written.");
}

}  // namespace ringlet::cli
