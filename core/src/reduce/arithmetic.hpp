// The operators on one element each, written so that a loop over them vectorises: no branches, no calls.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "small_float.hpp"

namespace ringlet {

// Signed integers wrap as unsigned ones do. Narrow ones are widened first, or two uint16 would multiply as int.
template <class T>
using Wrapping = std::make_unsigned_t<decltype(T{} + 0U)>;

struct Sum {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
    } else {
      return a + b;
    }
  }
};

struct Product {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
    } else {
      return a * b;
    }
  }
};

template <class T>
T canonical(T value) {
  return value != value ? std::numeric_limits<T>::quiet_NaN() : value;
}

// An integer that orders small floats as their values do, with -0 below +0.
template <class T>
auto order_key(T value) {
  if constexpr (std::is_integral_v<T>) {
    return value;
  } else {
    using Key = std::make_signed_t<typename T::Stored>;
    const auto bits = static_cast<Key>(value.bits);
    return static_cast<Key>(bits ^ (bits >> (8 * sizeof(T) - 1) & std::numeric_limits<Key>::max()));
  }
}

// NaN wins over everything, whichever side it is on.
template <class T>
T chosen(T a, T b, bool first) {
  if constexpr (std::is_integral_v<T>) {
    return first ? a : b;
  } else {
    return T::settled({first ? a.bits : b.bits}, T::is_nan(a) || T::is_nan(b));
  }
}

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
T unless_nan(T a, T b, Bits<T> otherwise) {
  return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : bits_as<T>(otherwise);
}

// Of equal floats either is chosen once: what they differ in is the sign of zero, which | and & set and clear.
struct Minimum {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return unless_nan(a, b, bits_as<Bits<T>>(a < b ? a : b) | bits_as<Bits<T>>(b < a ? b : a));
    } else {
      return chosen(a, b, order_key(a) < order_key(b));
    }
  }
};

struct Maximum {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return unless_nan(a, b, bits_as<Bits<T>>(a > b ? a : b) & bits_as<Bits<T>>(b > a ? b : a));
    } else {
      return chosen(a, b, order_key(a) > order_key(b));
    }
  }
};

struct BitAnd {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct BitOr {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct BitXor {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

struct LogicalAnd {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a != 0 && b != 0);
  }
};

struct LogicalOr {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a != 0 || b != 0);
  }
};

// The same operator where the result is complete.
template <class Op>
struct Completing : Op {
  template <class T>
  static T completed(T value) {
    return canonical(value);
  }
};

// The same operator on small floats: widened, combined, rounded.
template <class Op>
struct Rounded {
  template <class Small>
  static Small apply(Small a, Small b) {
    return Small::narrow(Op::apply(Small::widen(a), Small::widen(b)));
  }
};

}  // namespace ringlet
