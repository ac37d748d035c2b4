#include "pj/ops/linear.h"

#include <limits>

#include "pj/core/threads.h"
#include "pj/tensor/blas.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("linear");

TEST_CASE("values by hand") {
  const Variable x(Tensor::from({1, 2}, {1, 2})), w(Tensor::from({3, 2}, {1, 0, 0, 1, 1, 1}));
  const Variable b(Tensor::from({3}, {10, 20, 30}));
  CHECK(max_difference(linear(x, w, b).value(), Tensor::from({1, 3}, {11, 22, 33})) == 0);
  CHECK(max_difference(linear(x, w, {}).value(), Tensor::from({1, 3}, {1, 2, 3})) == 0);
  const Variable a(Tensor::from({1, 2, 2}, {1, 2, 3, 4})), c(Tensor::from({1, 2, 1}, {5, 6}));
  CHECK(max_difference(matmul(a, c).value(), Tensor::from({1, 2, 1}, {17, 39})) == 0);
}

TEST_CASE("gradients") {
  check_gradient([](const auto& v) { return linear(v[0], v[1], v[2]); },
                 {random_tensor({2, 3, 4}, 1), random_tensor({5, 4}, 2), random_tensor({5}, 3)});
  check_gradient([](const auto& v) { return matmul(v[0], v[1]); },
                 {random_tensor({2, 3, 4}, 1), random_tensor({2, 4, 2}, 2)});
}

TEST_CASE("a product cut along its inner dimension equals one whole product") {
  const Tensor a = random_tensor({5000, 7}, 1), b = random_tensor({5000, 3}, 2);
  Tensor cut = Tensor::full({7, 3}, 1), whole = Tensor::full({7, 3}, 1);
  matmul_into(cut, a, Op::kTransposed, b, Op::kPlain, true);
  gemm(Op::kTransposed, Op::kPlain, 7, 3, 5000, 1, a.data(), 7, b.data(), 3, 1, whole.data(), 3);
  CHECK(max_difference(cut, whole) <= 5000 * 1e-1 * testing::kRounding);
}

TEST_CASE("a product of one row equals that row of a product of two, whatever was there before") {
  const Tensor a = random_tensor({2, 5}, 1), a_transposed = random_tensor({5, 2}, 2);
  for (const Op op_a : {Op::kPlain, Op::kTransposed})
    for (const Op op_b : {Op::kPlain, Op::kTransposed}) {
      const Tensor& x = op_a == Op::kPlain ? a : a_transposed;
      const Tensor b = random_tensor(op_b == Op::kPlain ? Shape{5, 7} : Shape{7, 5}, 3);
      const auto multiply = [&](index_t m, real beta, real before) {
        Tensor c = Tensor::full({m, 7}, before);
        gemm(op_a, op_b, m, 7, 5, 2, x.data(), x.dim(1), b.data(), b.dim(1), beta, c.data(), 7);
        return Tensor::from({1, 7}, c.values().first(7));
      };
      CHECK(max_difference(multiply(1, 3, 4), multiply(2, 3, 4)) <= 100 * testing::kRounding);
      const real nothing = std::numeric_limits<real>::quiet_NaN();
      CHECK(max_difference(multiply(1, 0, nothing), multiply(2, 0, 1)) <= 100 * testing::kRounding);
    }
}

TEST_CASE("the bits do not depend on the number of threads") {
  const int before = num_threads();
  const auto run = [](int threads) {
    set_num_threads(threads);
    Variable x(random_tensor({3000, 24}, 1), true), w(random_tensor({16, 24}, 2), true);
    Variable b(random_tensor({16}, 3), true);
    const Variable y = linear(x, w, b);
    backward(y, random_tensor(y.shape(), 4));
    return std::vector<Tensor>{y.value(), x.grad(), w.grad(), b.grad()};
  };
  const auto one = run(1), three = run(3);
  set_num_threads(before);
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(max_difference(one[i], three[i]) == 0);
}

TEST_CASE("sizes that do not fit are named") {
  const Variable x(Tensor::zeros({2, 3})), w(Tensor::zeros({4, 5}));
  CHECK_THROWS_WITH_AS(linear(x, w, {}),
                       "linear: last size of x must be weight's second, got (2, 3) and (4, 5)",
                       ShapeError);
  CHECK_THROWS_WITH_AS(matmul(x, w),
                       "matmul: inner and leading sizes must match, got (2, 3) and (4, 5)",
                       ShapeError);
}

TEST_CASE("BLAS runs on one thread, also where it asks OpenMP for the number") {
  omp_set_num_threads(4);  // what OpenBLAS's OpenMP build would take outside a parallel region
  (void)matmul(Variable(Tensor::zeros({2, 2})), Variable(Tensor::zeros({2, 2})));
  CHECK(blas_threads() == 1);
  CHECK(omp_get_max_threads() == 1);
}

TEST_CASE("a product has the same bits inside and outside a parallel region") {
  const Tensor a = random_tensor({96, 500}, 1), b = random_tensor({500, 96}, 2);
  Tensor outside = Tensor::empty({96, 96}), inside = Tensor::empty({2, 96, 96});
  const auto multiply = [&](real* c) {
    gemm(Op::kPlain, Op::kPlain, 96, 96, 500, 1, a.data(), 500, b.data(), 96, 0, c, 96);
  };
  multiply(outside.data());
  const int before = num_threads();
  set_num_threads(2);
  parallel_for(2, [&](index_t i) { multiply(inside.data() + i * 96 * 96); });
  set_num_threads(before);
  for (index_t i = 0; i < 96 * 96; ++i) {
    REQUIRE(inside.data()[i] == outside.data()[i]);
    REQUIRE(inside.data()[96 * 96 + i] == outside.data()[i]);
  }
}

TEST_SUITE_END();
