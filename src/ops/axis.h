#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "pj/tensor/shape.h"

namespace pj {

/// One dimension of a shape seen from the buffer: x is (outer, size, inner).
struct TensorAxis {
  index_t at = 0;  ///< counted from the first dimension
  index_t outer = 1, size = 1, inner = 1;

  /// A negative axis counts from the last dimension; throws ShapeError naming `where` if there is
  /// none.
  TensorAxis(const char* where, const Shape& shape, index_t axis) {
    at = axis < 0 ? axis + shape.rank() : axis;
    require<ShapeError>(at >= 0 && at < shape.rank(), where, ": axis must exist, got ", axis,
                        " in ", shape);
    for (index_t i = 0; i < at; ++i) outer *= shape.dim(i);
    size = shape.dim(at);
    inner = shape.stride(at);
  }
};

/// The shape with dimension `at` (from the first) of another size.
inline Shape with_size(const Shape& shape, index_t at, index_t size) {
  std::array<index_t, Shape::kMaxRank> sizes{};
  std::copy(shape.sizes().begin(), shape.sizes().end(), sizes.begin());
  sizes[static_cast<std::size_t>(at)] = size;
  return Shape(std::span<const index_t>(sizes.data(), shape.sizes().size()));
}

}  // namespace pj
