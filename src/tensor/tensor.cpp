#include "pj/tensor/tensor.h"

#include <algorithm>

#include "pj/tensor/chunks.h"

namespace pj {

Tensor Tensor::empty(const Shape& shape) {
  Tensor tensor;
  tensor.shape_ = shape;
  tensor.buffer_ = acquire_buffer(static_cast<std::size_t>(shape.size()) * sizeof(real));
  return tensor;
}

Tensor Tensor::zeros(const Shape& shape) { return full(shape, 0); }

Tensor Tensor::full(const Shape& shape, real value) {
  Tensor tensor = empty(shape);
  tensor.fill(value);
  return tensor;
}

Tensor Tensor::from(const Shape& shape, std::span<const real> values) {
  require<ShapeError>(static_cast<index_t>(values.size()) == shape.size(), "Tensor::from: shape ",
                      shape, " needs ", shape.size(), " values, got ", values.size());
  Tensor tensor = empty(shape);
  std::copy(values.begin(), values.end(), tensor.data());
  return tensor;
}

Tensor Tensor::from(const Shape& shape, std::initializer_list<real> values) {
  return from(shape, std::span<const real>(values.begin(), values.size()));
}

real Tensor::item() const {
  require<ShapeError>(size() == 1, "Tensor::item: tensor must hold one number, got shape ", shape_);
  return *data();
}

Tensor Tensor::reshape(const Shape& shape) const {
  require<ShapeError>(shape.size() == size(), "Tensor::reshape: sizes must match, got ", shape_,
                      " and ", shape);
  Tensor view = *this;
  view.shape_ = shape;
  return view;
}

Tensor Tensor::clone() const { return from(shape_, values()); }

void Tensor::fill(real value) {
  for_each_chunk(
      size(), [&](index_t begin, index_t end) { std::fill(data() + begin, data() + end, value); });
}

void Tensor::copy_from(const Tensor& source) {
  require<ShapeError>(source.shape_ == shape_, "Tensor::copy_from: shapes must match, got ",
                      source.shape_, " into ", shape_);
  std::copy(source.data(), source.data() + size(), data());
}

void Tensor::add(const Tensor& other) {
  require<ShapeError>(other.shape_ == shape_, "Tensor::add: shapes must match, got ", other.shape_,
                      " into ", shape_);
  real* to = data();
  const real* from = other.data();
  for_each_chunk(size(), [=](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) to[i] += from[i];
  });
}

}  // namespace pj
