#include "elementwise.hpp"
#include "kernels.hpp"

namespace ringlet {
namespace {

template <class T>
CombineKernel kernel_of(Operator op) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum: return combine_elements<T, Sum>;
    case Operator::prod: return combine_elements<T, Product>;
    case Operator::min: return combine_elements<T, Minimum>;
    case Operator::max: return combine_elements<T, Maximum>;
    case Operator::band: return combine_elements<T, BitAnd>;
    case Operator::bor: return combine_elements<T, BitOr>;
    case Operator::bxor: return combine_elements<T, BitXor>;
    case Operator::land: return combine_elements<T, LogicalAnd>;
    case Operator::lor: return combine_elements<T, LogicalOr>;
  }
  return nullptr;
}

}  // namespace

CombineKernel integer_kernel(DataType type, Operator op) {
  switch (type) {
    case DataType::int8: return kernel_of<std::int8_t>(op);
    case DataType::uint8: return kernel_of<std::uint8_t>(op);
    case DataType::int32: return kernel_of<std::int32_t>(op);
    case DataType::uint32: return kernel_of<std::uint32_t>(op);
    case DataType::int64: return kernel_of<std::int64_t>(op);
    case DataType::uint64: return kernel_of<std::uint64_t>(op);
    default: return nullptr;
  }
}

}  // namespace ringlet
