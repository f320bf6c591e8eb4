#include "elementwise.hpp"

namespace ringlet {
namespace {

template <class T>
CombineKernel kernel_of(Operator op, std::size_t operands, bool complete) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum:
      return complete ? kernel_of_up_to_four<T, Completing<Sum>>(operands) : kernel_of_up_to_four<T, Sum>(operands);
    case Operator::prod: return complete ? kernel_of_two<T, Completing<Product>>() : kernel_of_two<T, Product>();
    case Operator::min: return kernel_of_two<T, Minimum>();
    case Operator::max: return kernel_of_two<T, Maximum>();
    default: return nullptr;
  }
}

}  // namespace

CombineKernel float_kernel(DataType type, Operator op, std::size_t operands, bool complete) {
  return type == DataType::float32 ? kernel_of<float>(op, operands, complete)
                                   : kernel_of<double>(op, operands, complete);
}

}  // namespace ringlet
