#include "workspace.hpp"

#include <algorithm>
#include <cstring>

#include "../reduce/kernels.hpp"

namespace ringlet {

DataType wire_type(const Plan& plan, const Call& call) {
  return plan.collective->reduces ? wire_type(call.dtype, call.accumulate) : call.dtype;
}

Workspace::Workspace(const Plan& plan, const Call& call, const Layout& layout, int rank)
    : dtype_(call.dtype),
      wire_(wire_type(plan, call)),
      scales_(plan.collective->reduces && call.user_op == nullptr && call.op == Operator::premul_sum),
      needed_(scales_ || wire_ != dtype_) {
  if (!needed_) return;
  in_ = layout.buffer_length(rank, Space::input);
  out_ = layout.buffer_length(rank, Space::output);
  const std::int64_t offset = plan.in_place ? layout.in_place_offset(rank) : static_cast<std::int64_t>(in_);
  const auto before_input = static_cast<std::uint64_t>(std::max<std::int64_t>(-offset, 0));
  const auto before_output = static_cast<std::uint64_t>(std::max<std::int64_t>(offset, 0));
  const std::uint64_t whole = std::max(before_input + in_, before_output + out_);
  memory_ = raw_memory(static_cast<std::size_t>(whole * size_of(wire_)));
  input_ = memory_.get() + before_input * size_of(wire_);
  output_ = memory_.get() + before_output * size_of(wire_);
}

void Workspace::use(RankBuffers buffers, const std::byte* scalar) {
  outer_ = buffers;
  if (scales_) std::memcpy(scalar_.data(), scalar, size_of(dtype_));
}

void Workspace::load_input() {
  if (!needed_ || in_ == 0) return;
  const auto* from = static_cast<const std::byte*>(outer_.send);
  if (wire_ == dtype_) return scale(dtype_, input_, from, scalar_.data(), in_);
  to_float32(dtype_, reinterpret_cast<float*>(input_), from, in_);
  if (!scales_) return;
  float wide = 0;
  to_float32(dtype_, &wide, scalar_.data(), 1);
  scale(wire_, input_, input_, reinterpret_cast<const std::byte*>(&wide), in_);
}

void Workspace::store_output() {
  if (!needed_ || out_ == 0) return;
  auto* to = static_cast<std::byte*>(outer_.recv);
  if (wire_ == dtype_) {
    std::memcpy(to, output_, static_cast<std::size_t>(out_ * size_of(dtype_)));
  } else {
    from_float32(dtype_, to, reinterpret_cast<const float*>(output_), out_);
  }
}

}  // namespace ringlet
