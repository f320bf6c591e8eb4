#include "elementwise.hpp"

namespace ringlet {
namespace {

template <class T>
CombineKernel kernel_of(Operator op, std::size_t operands) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum: return kernel_of_up_to_four<T, Sum>(operands);
    case Operator::prod: return kernel_of_two<T, Product>();
    case Operator::min: return kernel_of_two<T, Minimum>();
    case Operator::max: return kernel_of_two<T, Maximum>();
    case Operator::band: return kernel_of_two<T, BitAnd>();
    case Operator::bor: return kernel_of_two<T, BitOr>();
    case Operator::bxor: return kernel_of_two<T, BitXor>();
    case Operator::land: return kernel_of_two<T, LogicalAnd>();
    case Operator::lor: return kernel_of_two<T, LogicalOr>();
  }
  return nullptr;
}

}  // namespace

CombineKernel integer_kernel(DataType type, Operator op, std::size_t operands) {
  switch (type) {
    case DataType::int8: return kernel_of<std::int8_t>(op, operands);
    case DataType::uint8: return kernel_of<std::uint8_t>(op, operands);
    case DataType::int32: return kernel_of<std::int32_t>(op, operands);
    case DataType::uint32: return kernel_of<std::uint32_t>(op, operands);
    case DataType::int64: return kernel_of<std::int64_t>(op, operands);
    case DataType::uint64: return kernel_of<std::uint64_t>(op, operands);
    default: return nullptr;
  }
}

}  // namespace ringlet
