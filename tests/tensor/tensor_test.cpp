#include "pj/tensor/tensor.h"

#include <doctest/doctest.h>

#include "pj/core/buffer.h"

using namespace pj;

TEST_SUITE_BEGIN("tensor");

TEST_CASE("copies share the buffer, clones do not, reshape keeps it") {
  Tensor a = Tensor::from({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor shared = a, own = a.clone();
  a.data()[0] = 9;
  CHECK(shared.data()[0] == 9);
  CHECK(own.data()[0] == 1);
  CHECK(a.reshape({3, 2}).data() == a.data());
}

TEST_CASE("a shape prints, strides and broadcasts") {
  CHECK(message(Shape{8, 16}) == "(8, 16)");
  CHECK(message(Shape{}) == "()");
  CHECK(Shape{2, 3, 4}.stride(0) == 12);
  CHECK(Shape{2, 3, 4}.dim(-1) == 4);
  CHECK(broadcast_shape("x", {4, 1}, {2, 1, 3}) == Shape{2, 4, 3});
  CHECK_THROWS_AS((Shape{1, 1, 1, 1, 1, 1, 1}), ShapeError);
  CHECK_THROWS_WITH_AS(Shape({2}).dim(1), "Shape: dimension 1 does not exist in (2)", ShapeError);
}

TEST_CASE("sizes that do not fit are named") {
  CHECK_THROWS_WITH_AS(Tensor::zeros({2, 3}).reshape({4}),
                       "Tensor::reshape: sizes must match, got (2, 3) and (4)", ShapeError);
  CHECK_THROWS_WITH_AS(Tensor::from({2}, {1}), "Tensor::from: shape (2) needs 2 values, got 1",
                       ShapeError);
  CHECK_THROWS_AS(Tensor::zeros({2}).item(), ShapeError);
}

TEST_CASE("a freed block is used again and nothing new is taken from the system") {
  { const Tensor warm = Tensor::empty({1000, 3}); }
  const index_t before = buffer_counts().system_allocations;
  const index_t used = buffer_counts().used_bytes;
  for (int i = 0; i < 10; ++i) {
    const Tensor again = Tensor::empty({1000, 3});
    CHECK(buffer_counts().used_bytes > used);
  }
  CHECK(buffer_counts().system_allocations == before);
  CHECK(buffer_counts().used_bytes == used);
  release_unused_buffers();
  CHECK(buffer_counts().held_bytes == buffer_counts().used_bytes);
}

TEST_SUITE_END();
