// What `ringlet verify` finds out about each algorithm of the catalogue.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../common/lists.hpp"
#include "ringlet/algorithms.hpp"

namespace ringlet::cli {

// How far an algorithm adds up in rank order (V5): for every root, for root 0 alone, or not for all numbers of ranks.
enum class InRankOrder : std::uint8_t { yes, root_0, no };

struct Row {
  const Collective* collective;
  const Algorithm* algorithm;
  std::string violation{};  // the first one; empty when every plan passes
  std::size_t plans = 0;    // that passed: each number of ranks, some roots, in place and not
  InRankOrder in_rank_order = InRankOrder::yes;
  bool same_on_all_ranks = true;
  bool same_for_all_elements = true;
  std::map<int, std::uint64_t> fingerprints{};  // by ranks, whatever the root; empty when nothing is reduced
  std::string order{};  // the letter that it shares with rows which give the same bits; empty when nothing is reduced
};

// Checks every plan of the algorithm for these ranks; stops at the first violation.
Row verify_row(const Algorithm& algorithm, const Collective& collective, RanksRange ranks);

// Gives rows the same letter when they give the same bits for every number of ranks that both have.
void name_orders(std::vector<Row>& rows);

}  // namespace ringlet::cli
