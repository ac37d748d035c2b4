#pragma once

#include <array>
#include <initializer_list>
#include <iosfwd>
#include <span>

#include "pj/core/error.h"

namespace pj {

/// The sizes of a row-major tensor's dimensions, outermost first; rank 0 is a single number.
/// Prints as "(8, 16)".
class Shape {
 public:
  static constexpr index_t kMaxRank = 6;

  Shape() = default;
  /// Throws ShapeError if there are more than kMaxRank sizes or one is negative.
  Shape(std::initializer_list<index_t> sizes);
  explicit Shape(std::span<const index_t> sizes);

  index_t rank() const { return rank_; }
  /// Size of dimension i; negative i counts from the end. Throws ShapeError if there is none.
  index_t dim(index_t i) const;
  /// Number of elements: the product of the sizes.
  index_t size() const;
  /// Elements between neighbours along dimension i.
  index_t stride(index_t i) const;

  std::span<const index_t> sizes() const {
    return {sizes_.data(), static_cast<std::size_t>(rank_)};
  }
  bool operator==(const Shape&) const = default;

 private:
  std::array<index_t, kMaxRank> sizes_{};
  index_t rank_ = 0;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape);

/// The shape two operands stretch to: trailing dimensions are aligned, a size of 1 repeats.
/// Throws ShapeError naming `where` and both shapes if they do not fit.
Shape broadcast_shape(const char* where, const Shape& a, const Shape& b);

}  // namespace pj
