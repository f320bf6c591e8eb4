#include "json_input.hpp"

#include <vector>

#include "refusal.hpp"

namespace ringlet::cli {
namespace {

class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::string from) : from_(std::move(from)) {}
  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  // Zero comes here only as -0, whose sign an integer would lose.
  bool number_integer(number_integer_t value) override { return value == 0 ? add("-0") : add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return add(text); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }  // JSON text has none
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (open_.back()->contains(name)) throw Refusal(from_ + " has the key '" + shown(name) + "' twice in one object.");
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& error) override {
    if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr) {
      throw Refusal(from_ + " holds a number that is too large for any type.");
    }
    throw Refusal(from_ + " is not valid JSON: it goes wrong at byte " + std::to_string(position) + ".");
  }

 private:
  Json* place(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& into = *open_.back();
    if (into.is_array()) {
      into.push_back(std::move(value));
      return &into.back();
    }
    return &(into[key_] = std::move(value));
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string from_;
  Json root_;
  std::vector<Json*> open_;  // from the outermost to the innermost
  std::string key_;
};

}  // namespace

Json parse_json(const std::string& text, const std::string& from) {
  Builder builder(from);
  Json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace ringlet::cli
