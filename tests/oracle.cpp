#include "oracle.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace ringlet::test {
namespace {

// The contract's name; a v-variant promises the same as its uniform form.
std::string_view contract(const Asked& asked) {
  std::string_view name = asked.collective->name;
  if (name.size() > 2 && name.substr(name.size() - 2) == "_v") name.remove_suffix(2);
  return name;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  for (const std::string_view each : names) {
    if (each == name) return true;
  }
  return false;
}

std::size_t part(const Asked& asked, int index) {
  return static_cast<std::size_t>(asked.counts.empty() ? asked.count
                                                       : asked.counts.at(static_cast<std::size_t>(index)));
}

// Elements in parts first to last - 1.
std::size_t parts(const Asked& asked, int first, int last) {
  std::size_t elements = 0;
  for (int index = first; index < last; ++index) elements += part(asked, index);
  return elements;
}

bool whole_tensor_only(std::string_view name) {
  return is_one_of(name, {"all_reduce", "reduce", "broadcast", "scan", "exscan"});
}

}  // namespace

std::vector<Piece> promised(const Asked& asked, int rank) {
  const std::string_view name = contract(asked);
  const int n = asked.ranks;
  const int root = asked.root;
  const auto count = static_cast<std::size_t>(asked.count);
  if (name == "all_reduce") return {{0, n, 0, count}};
  if (name == "reduce") return rank == root ? std::vector<Piece>{{0, n, 0, count}} : std::vector<Piece>{};
  if (name == "broadcast") return {{root, root + 1, 0, count}};
  if (name == "scan") return {{0, rank + 1, 0, count}};
  if (name == "exscan") return rank > 0 ? std::vector<Piece>{{0, rank, 0, count}} : std::vector<Piece>{};
  if (name == "reduce_scatter") return {{0, n, parts(asked, 0, rank), part(asked, rank)}};
  if (name == "scatter") return {{root, root + 1, parts(asked, 0, rank), part(asked, rank)}};
  std::vector<Piece> pieces;
  if (name == "all_gather" || (name == "gather" && rank == root)) {
    for (int source = 0; source < n; ++source) pieces.push_back({source, source + 1, 0, part(asked, source)});
  } else if (name == "all_to_all") {
    for (int source = 0; source < n; ++source) {
      const int first = source * n;
      pieces.push_back({source, source + 1, parts(asked, first, first + rank), part(asked, first + rank)});
    }
  } else {
    if (!is_one_of(name, {"gather", "barrier"})) {
      std::fprintf(stderr, "The oracle does not know %s.\n", std::string(name).c_str());
      std::abort();
    }
  }
  return pieces;
}

std::size_t input_length(const Asked& asked, int rank) {
  const std::string_view name = contract(asked);
  const int n = asked.ranks;
  if (name == "barrier") return 0;
  if (is_one_of(name, {"broadcast", "scatter"}) && rank != asked.root) return 0;
  if (whole_tensor_only(name)) return static_cast<std::size_t>(asked.count);
  if (is_one_of(name, {"reduce_scatter", "scatter"})) return parts(asked, 0, n);
  if (name == "all_to_all") return parts(asked, rank * n, rank * n + n);
  return part(asked, rank);
}

std::size_t output_length(const Asked& asked, int rank) {
  std::size_t elements = 0;
  for (const Piece& piece : promised(asked, rank)) elements += piece.length;
  return elements;
}

std::size_t output_room(const Asked& asked, int rank) {
  const std::string_view name = contract(asked);
  if (is_one_of(name, {"reduce", "gather"})) return output_length(asked, asked.root);
  return name == "exscan" ? static_cast<std::size_t>(asked.count) : output_length(asked, rank);
}

std::optional<std::ptrdiff_t> in_place_offset(const Asked& asked, int rank) {
  const std::string_view name = contract(asked);
  if (whole_tensor_only(name) || name == "barrier") return 0;
  const auto before = static_cast<std::ptrdiff_t>(name == "all_to_all" ? 0 : parts(asked, 0, rank));
  if (name == "reduce_scatter" || (name == "scatter" && rank == asked.root)) return before;
  if (name == "all_gather" || (name == "gather" && rank == asked.root)) return -before;
  return std::nullopt;
}

}  // namespace ringlet::test
