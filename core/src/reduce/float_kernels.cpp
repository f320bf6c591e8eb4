#include "elementwise.hpp"
#include "kernels.hpp"

namespace ringlet {
namespace {

template <class T>
CombineKernel kernel_of(Operator op, bool complete) {
  switch (op) {
    case Operator::sum:
    case Operator::avg:
    case Operator::premul_sum: return complete ? combine_elements<T, Completing<Sum>> : combine_elements<T, Sum>;
    case Operator::prod: return complete ? combine_elements<T, Completing<Product>> : combine_elements<T, Product>;
    case Operator::min: return combine_elements<T, Minimum>;
    case Operator::max: return combine_elements<T, Maximum>;
    default: return nullptr;
  }
}

}  // namespace

CombineKernel float_kernel(DataType type, Operator op, bool complete) {
  return type == DataType::float32 ? kernel_of<float>(op, complete) : kernel_of<double>(op, complete);
}

}  // namespace ringlet
