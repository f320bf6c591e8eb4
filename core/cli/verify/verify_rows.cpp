#include "verify_rows.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "../common/refusal.hpp"

namespace ringlet::cli {
namespace {

// Roots that differ in how trees fall.
std::set<int> roots(const Collective& collective, int ranks) {
  return collective.rooted ? std::set<int>{0, ranks / 2, ranks - 1} : std::set<int>{0};
}

void note_order(Row& row, const PlanRequest& request, const ReductionOrder& order) {
  if (!order.in_rank_order) {
    const bool fails_at_0 = request.root == 0;
    row.in_rank_order = fails_at_0 || row.in_rank_order == InRankOrder::no ? InRankOrder::no : InRankOrder::root_0;
  }
  row.same_on_all_ranks = row.same_on_all_ranks && order.same_on_all_ranks;
  row.same_for_all_elements = row.same_for_all_elements && order.same_for_all_elements;
  if (!request.collective->reduces || request.collective->parts(request.ranks) == 0) return;
  auto& fingerprint = row.fingerprints.try_emplace(request.ranks, order.fingerprint).first->second;
  // Where the order depends on the root no other row has it for all roots.
  if (fingerprint != order.fingerprint) fingerprint = fingerprint * 31 + order.fingerprint;
}

bool agree(const Row& a, const Row& b) {
  bool common = false;
  for (const auto& [ranks, fingerprint] : a.fingerprints) {
    const auto other = b.fingerprints.find(ranks);
    if (other == b.fingerprints.end()) continue;
    if (other->second != fingerprint) return false;
    common = true;
  }
  return common;
}

}  // namespace

// Out of place, then in place, for every number of ranks for which the algorithm exists.
Row verify_row(const Algorithm& algorithm, const Collective& collective, RanksRange ranks) {
  Row row{&collective, &algorithm};
  for (int n = ranks.first; n <= ranks.last; ++n) {
    if (!algorithm.serves(collective, n)) continue;
    for (const int root : roots(collective, n)) {
      for (const bool in_place : {false, true}) {
        if (in_place && !collective.in_place) continue;
        const PlanRequest request{.collective = &collective, .ranks = n, .root = root, .in_place = in_place};
        auto plan = make_plan(algorithm, request);
        if (!plan) throw Refusal(plan.error().message);
        const auto program = prepare(std::move(*plan));
        if (!program) {
          row.violation = counted(n, "rank") + ", root " + std::to_string(root) +
                          (in_place ? ", in place (V8): " : ": ") + program.error().message;
          return row;
        }
        ++row.plans;
        note_order(row, request, program->order);
      }
    }
  }
  return row;
}

void name_orders(std::vector<Row>& rows) {
  std::vector<std::vector<const Row*>> classes;
  for (Row& row : rows) {
    if (!row.violation.empty() || row.fingerprints.empty()) continue;
    auto same = std::find_if(classes.begin(), classes.end(), [&row](const auto& members) {
      return std::all_of(members.begin(), members.end(), [&row](const Row* member) { return agree(*member, row); });
    });
    if (same == classes.end()) same = classes.insert(classes.end(), std::vector<const Row*>{});
    same->push_back(&row);
    const auto index = same - classes.begin();
    row.order = static_cast<char>('A' + index % 26);
    if (index >= 26) row.order += std::to_string(index / 26 + 1);
  }
}

}  // namespace ringlet::cli
