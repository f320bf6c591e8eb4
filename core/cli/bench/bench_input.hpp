// What `ringlet bench` is asked: lists, sizes with suffixes, and the questions that they make.
#pragma once

#include <string>
#include <vector>

#include "../../bench/question.hpp"
#include "../commands.hpp"

namespace ringlet::cli {

// Questions that differ in nothing but being in place or not, which share a row of the table.
struct BenchRow {
  bench::Question question;
  bool apart, in_place;  // which of the two are asked
};

// Every combination of what the options list that exists; refuses arguments that are wrong or leave nothing.
std::vector<BenchRow> bench_rows(const BenchOptions& options);
// Refuses sizes for which there is not enough memory: where the system grants more than it has, it ends whoever uses
// it.
void require_memory(const std::vector<BenchRow>& rows, const CostModel& costs);

}  // namespace ringlet::cli
