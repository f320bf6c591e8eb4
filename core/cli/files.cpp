#include "files.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "refusal.hpp"

namespace ringlet::cli {

Json read_json(const std::string& argument, const std::string& file) {
  std::string text;
  if (file == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::error_code failure;
    if (std::filesystem::is_directory(file, failure))
      throw Refusal(argument + ": " + shown(file) + " is a folder, not a file.");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Refusal(argument + ": the file " + shown(file) + " cannot be read.");
    text.assign(std::istreambuf_iterator<char>(stream), {});
  }
  const std::string from = argument + (file == "-" ? " (standard input)" : " " + shown(file));
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw Refusal(from + " is empty; JSON was expected.");
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw Refusal(from + " is not valid JSON: it goes wrong at byte " + std::to_string(error.byte) + ".");
  } catch (const Json::out_of_range&) {
    throw Refusal(from + " holds a number that is too large for any type.");
  }
}

void write_file(const std::string& argument, const std::string& file, const std::string& content) {
  std::ofstream stream(file, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) throw Refusal(argument + ": the file " + shown(file) + " cannot be written.");
}

}  // namespace ringlet::cli
