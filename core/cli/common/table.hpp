// Aligned columns for people.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace ringlet::cli {

class Table {
 public:
  explicit Table(std::vector<std::string> header) { add(std::move(header)); }

  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }

  friend std::ostream& operator<<(std::ostream& out, const Table& table) {
    for (const auto& row : table.rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += row[i];
        if (i + 1 < row.size()) line.append(table.widths_[i] - row[i].size() + 2, ' ');
      }
      out << line << '\n';
    }
    return out;
  }

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace ringlet::cli
