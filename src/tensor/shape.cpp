#include "pj/tensor/shape.h"

#include <algorithm>
#include <ostream>

namespace pj {

Shape::Shape(std::initializer_list<index_t> sizes)
    : Shape(std::span<const index_t>(sizes.begin(), sizes.size())) {}

Shape::Shape(std::span<const index_t> sizes) : rank_(static_cast<index_t>(sizes.size())) {
  require<ShapeError>(rank_ <= kMaxRank, "Shape: rank must be at most ", kMaxRank, ", got ", rank_);
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
  for (const index_t size : sizes)
    require<ShapeError>(size >= 0, "Shape: sizes must not be negative, got ", *this);
}

index_t Shape::dim(index_t i) const {
  const index_t at = i < 0 ? i + rank_ : i;
  require<ShapeError>(at >= 0 && at < rank_, "Shape: dimension ", i, " does not exist in ", *this);
  return sizes_[static_cast<std::size_t>(at)];
}

index_t Shape::size() const {
  index_t product = 1;
  for (const index_t size : sizes()) product *= size;
  return product;
}

index_t Shape::stride(index_t i) const {
  index_t product = 1;
  for (index_t at = i + 1; at < rank_; ++at) product *= dim(at);
  return product;
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  out << "(";
  for (index_t i = 0; i < shape.rank(); ++i) out << (i > 0 ? ", " : "") << shape.dim(i);
  return out << ")";
}

Shape broadcast_shape(const char* where, const Shape& a, const Shape& b) {
  const index_t rank = std::max(a.rank(), b.rank());
  std::array<index_t, Shape::kMaxRank> sizes{};
  for (index_t i = 0; i < rank; ++i) {  // i counts from the last dimension
    const index_t of_a = i < a.rank() ? a.dim(-1 - i) : 1, of_b = i < b.rank() ? b.dim(-1 - i) : 1;
    require<ShapeError>(of_a == of_b || of_a == 1 || of_b == 1, where,
                        ": shapes must match or broadcast, got ", a, " and ", b);
    sizes[static_cast<std::size_t>(rank - 1 - i)] = of_a == 1 ? of_b : of_a;
  }
  return Shape(std::span<const index_t>(sizes.data(), static_cast<std::size_t>(rank)));
}

}  // namespace pj
