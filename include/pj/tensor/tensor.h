#pragma once

#include <memory>
#include <span>
#include <vector>

#include "pj/core/buffer.h"
#include "pj/tensor/real.h"
#include "pj/tensor/shape.h"

namespace pj {

/// A row-major array of `real`: a value handle on a shared, contiguous buffer. Copying a Tensor
/// copies the handle; `clone` copies the numbers. A default-made Tensor is undefined: it has no
/// buffer.
class Tensor {
 public:
  Tensor() = default;

  /// A tensor whose numbers are not set yet.
  static Tensor empty(const Shape& shape);
  static Tensor zeros(const Shape& shape);
  static Tensor full(const Shape& shape, real value);
  /// Row-major values; throws ShapeError if their count is not the shape's size.
  static Tensor from(const Shape& shape, std::span<const real> values);
  static Tensor from(const Shape& shape, std::initializer_list<real> values);

  bool defined() const { return buffer_ != nullptr; }
  const Shape& shape() const { return shape_; }
  index_t rank() const { return shape_.rank(); }
  index_t dim(index_t i) const { return shape_.dim(i); }
  index_t size() const { return shape_.size(); }

  real* data() { return reinterpret_cast<real*>(buffer_.get()); }
  const real* data() const { return reinterpret_cast<const real*>(buffer_.get()); }
  std::span<real> values() { return {data(), static_cast<std::size_t>(size())}; }
  std::span<const real> values() const { return {data(), static_cast<std::size_t>(size())}; }

  /// The number of a tensor that holds one; throws ShapeError otherwise.
  real item() const;
  /// The same buffer under another shape of the same size; throws ShapeError if sizes differ.
  Tensor reshape(const Shape& shape) const;
  Tensor clone() const;

  void fill(real value);
  /// Overwrites the numbers; throws ShapeError if the shapes differ.
  void copy_from(const Tensor& source);
  /// Adds element by element; throws ShapeError if the shapes differ.
  void add(const Tensor& other);

 private:
  Shape shape_;
  std::shared_ptr<std::byte> buffer_;
};

}  // namespace pj
