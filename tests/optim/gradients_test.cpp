#include "pj/optim/gradients.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pj/core/threads.h"
#include "testing/gradient_check.h"

using namespace pj;
using testing::kRounding;
using testing::random_tensor;

namespace {

Variable with_grad(const Tensor& grad) {
  Variable parameter(Tensor::zeros(grad.shape()), true);
  parameter.mutable_grad().copy_from(grad);
  return parameter;
}

}  // namespace

TEST_SUITE_BEGIN("gradients");

TEST_CASE("gradients above the norm shrink to it, together") {
  std::vector<Variable> p{with_grad(Tensor::from({2}, {3, 0})), with_grad(Tensor::full({1}, -4)),
                          Variable(Tensor::zeros({7}), true)};
  CHECK(clip_gradients(p, 2.5) == 5.0);
  CHECK(std::abs(static_cast<double>(p[0].grad().data()[0]) - 1.5) <= kRounding);
  CHECK(std::abs(static_cast<double>(p[1].grad().data()[0]) + 2.0) <= kRounding);
  CHECK_FALSE(p[2].grad().defined());
}

TEST_CASE("gradients within the norm are not touched, and an infinite norm only measures") {
  std::vector<Variable> p{with_grad(Tensor::from({2}, {3, 4}))};
  CHECK(clip_gradients(p, 5.0) == 5.0);
  CHECK(clip_gradients(p, std::numeric_limits<double>::infinity()) == 5.0);
  CHECK(p[0].grad().data()[0] == 3);
}

TEST_CASE("squares beyond the range of float still give a norm") {
  std::vector<Variable> p{with_grad(Tensor::from({2}, {3e30F, 4e30F}))};
  CHECK(std::abs(clip_gradients(p, 1.0) / 5e30 - 1) <= 1e-6);
}

TEST_CASE("a norm that is not finite changes nothing") {
  std::vector<Variable> p{with_grad(Tensor::from({2}, {3, std::numeric_limits<real>::infinity()}))};
  CHECK_FALSE(std::isfinite(clip_gradients(p, 1.0)));
  CHECK(p[0].grad().data()[0] == 3);
}

TEST_CASE("the norm has the same bits on any number of threads") {
  const int before = num_threads();
  std::vector<Variable> p{with_grad(random_tensor({50000}, 1)), with_grad(random_tensor({33}, 2))};
  set_num_threads(1);
  const double one = clip_gradients(p, std::numeric_limits<double>::infinity());
  set_num_threads(3);
  const double three = clip_gradients(p, std::numeric_limits<double>::infinity());
  set_num_threads(before);
  CHECK(one == three);
}

TEST_CASE("the first tensor that is not finite is named, wherever the number stands") {
  const std::vector<std::string> names{"a", "none", "b", "c"};
  std::vector<Tensor> tensors{Tensor::zeros({20000}), Tensor(), Tensor::zeros({3}),
                              Tensor::zeros({3})};
  CHECK_FALSE(find_nonfinite(names, tensors).has_value());
  tensors[3].data()[0] = std::numeric_limits<real>::quiet_NaN();
  tensors[2].data()[2] = -std::numeric_limits<real>::infinity();
  CHECK(find_nonfinite(names, tensors) == "b");
  tensors[0].data()[19999] = std::numeric_limits<real>::quiet_NaN();
  CHECK(find_nonfinite(names, tensors) == "a");
}

TEST_CASE("arguments that do not fit are named") {
  std::vector<Variable> none;
  CHECK(clip_gradients(none, 1.0) == 0.0);
  CHECK_THROWS_WITH_AS(clip_gradients(none, 0.0),
                       "clip_gradients: max_norm must be positive, got 0", ValueError);
  CHECK_THROWS_WITH_AS(find_nonfinite({}, std::vector<Tensor>(2)),
                       "find_nonfinite: 2 tensors need as many names, got 0", ValueError);
}

TEST_SUITE_END();
