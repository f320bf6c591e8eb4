// What each collective promises: lengths, where buffers lie in place, and which inputs make up which output. Written
// from the contract alone, not from the tables and layouts under test, so that the two can disagree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ringlet/collective.hpp"

namespace ringlet::test {

template <class T>
using Table = std::vector<std::vector<T>>;  // [rank][element]

// A call as its contract sees it.
struct Asked {
  const Collective* collective = nullptr;
  int ranks = 1;
  int root = 0;
  std::uint64_t count = 0;
  std::vector<std::uint64_t>
      counts{};  // a v-variant's instead: of each rank's part; all_to_all_v's: [source * N + dest]
};

// Consecutive elements of an output: the fold, in rank order, of what ranks first to last - 1 have at `offset` of their
// inputs.
struct Piece {
  int first, last;
  std::size_t offset;
  std::size_t length;
};

// The rank's output from its first element to its last; nothing where the output must not be touched.
std::vector<Piece> promised(const Asked& asked, int rank);
// Elements of the rank's input; 0 where its input does not count.
std::size_t input_length(const Asked& asked, int rank);
// Elements that are written.
std::size_t output_length(const Asked& asked, int rank);
// Elements that the caller may own there, as on a rank that is not the root and allocates all the same.
std::size_t output_room(const Asked& asked, int rank);
// In place: elements from send to recv. None where the rank keeps separate buffers.
std::optional<std::ptrdiff_t> in_place_offset(const Asked& asked, int rank);

// What must come out when `combine` folds two elements.
template <class T, class Combine>
Table<T> expected(const Asked& asked, const Table<T>& inputs, Combine combine) {
  Table<T> outputs(static_cast<std::size_t>(asked.ranks));
  for (int rank = 0; rank < asked.ranks; ++rank) {
    auto& output = outputs[static_cast<std::size_t>(rank)];
    for (const Piece& piece : promised(asked, rank)) {
      for (std::size_t i = piece.offset; i < piece.offset + piece.length; ++i) {
        T value = inputs[static_cast<std::size_t>(piece.first)][i];
        for (int from = piece.first + 1; from < piece.last; ++from) {
          value = combine(value, inputs[static_cast<std::size_t>(from)][i]);
        }
        output.push_back(value);
      }
    }
  }
  return outputs;
}

}  // namespace ringlet::test
