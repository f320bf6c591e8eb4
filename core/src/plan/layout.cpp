#include "ringlet/layout.hpp"

#include <algorithm>

namespace ringlet {
namespace {

// floor(index * length / pieces) without a product that could overflow 64 bits.
std::uint64_t piece_start(std::uint64_t length, std::uint64_t pieces, std::uint64_t index) {
  return length / pieces * index + length % pieces * index / pieces;
}

}  // namespace

Layout::Layout(const Plan& plan, std::uint64_t count)
    : collective_(plan.collective), shape_(plan.shape()), elements_(count * plan.collective->parts(plan.ranks)) {}

Layout::Layout(const Plan& plan, std::span<const std::uint64_t> counts)
    : collective_(plan.collective), shape_(plan.shape()), part_starts_{0} {
  for (const std::uint64_t count : counts) part_starts_.push_back(elements_ += count);
}

std::uint64_t Layout::start(std::uint32_t chunk) const {
  if (part_starts_.empty()) return piece_start(elements_, shape_.chunks, chunk);
  const std::uint32_t part = chunk / shape_.slices;
  if (part + 1 == part_starts_.size()) return elements_;
  return part_starts_[part] +
         piece_start(part_starts_[part + 1] - part_starts_[part], shape_.slices, chunk % shape_.slices);
}

std::uint64_t Layout::longest() const {
  if (part_starts_.empty()) return (elements_ + shape_.chunks - 1) / shape_.chunks;
  std::uint64_t most = 0;
  for (std::uint32_t chunk = 0; chunk < shape_.chunks; ++chunk) most = std::max(most, length(chunk));
  return most;
}

ChunkRange Layout::range(int rank, Space space) const {
  return space == Space::input ? collective_->input(shape_, rank) : collective_->output(shape_, rank);
}

Extent Layout::extent(int rank, Slot slot) const {
  const ChunkRange chunks = range(rank, slot.space);
  const std::uint32_t chunk = chunks.chunk(slot.index);
  // Within a block chunks follow each other; the blocks before it have to be added up.
  const std::uint32_t block = slot.index / chunks.block;
  std::uint64_t offset = start(chunk) - start(chunks.chunk(block * chunks.block));
  for (std::uint32_t before = 0; before < block; ++before) {
    const std::uint32_t first = chunks.chunk(before * chunks.block);
    offset += start(first + chunks.block) - start(first);
  }
  return {offset, length(chunk)};
}

std::int64_t Layout::in_place_offset(int rank) const {
  const ChunkRange in = range(rank, Space::input);
  const ChunkRange out = range(rank, Space::output);
  if (in.count == 0 || out.count == 0) return 0;
  return static_cast<std::int64_t>(start(out.first)) - static_cast<std::int64_t>(start(in.first));
}

std::uint64_t Layout::buffer_length(int rank, Space space) const {
  const ChunkRange chunks = range(rank, space);
  if (chunks.count == 0) return 0;
  const Extent last = extent(rank, {space, chunks.count - 1});
  return last.offset + last.length;
}

}  // namespace ringlet
