#include "pj/ops/unary.h"

#include <limits>

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::kRounding;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("unary");

namespace {

using UnaryOp = Variable (*)(const Variable&);

real at(UnaryOp op, double x) {
  return op(Variable(Tensor::full({}, static_cast<real>(x)))).value().item();
}

/// |got - expected| relative to expected.
double relative_error(real got, double expected) {
  return std::abs(static_cast<double>(got) / expected - 1);
}

real slope_at(UnaryOp op, double x) {
  Variable leaf(Tensor::full({}, static_cast<real>(x)), true);
  backward(op(leaf));
  return leaf.grad().item();
}

}  // namespace

TEST_CASE("values by hand") {
  CHECK(at(pj::exp, 0) == 1);
  CHECK(at(pj::log, 1) == 0);
  CHECK(at(pj::sin, 0) == 0);
  CHECK(at(pj::cos, 0) == 1);
  CHECK(at(pj::asinh, 0) == 0);
  CHECK(at(pj::sqrt, 9) == 3);
  CHECK(at(square, -3) == 9);
  CHECK(at(negate, 2) == -2);
  CHECK(at(pj::tanh, 0) == 0);
  CHECK(relative_error(at(softplus, 0), std::log(2.0)) <= kRounding);
  CHECK(power(Variable(Tensor::from({2}, {2, 3})), 3).value().data()[1] == 27);
}

TEST_CASE("softplus keeps its digits at both ends") {
  CHECK(relative_error(at(softplus, -50), std::exp(-50.0)) <= kRounding);
  CHECK(at(softplus, 50) == 50);
  CHECK(at(softplus, 1e6) == real(1e6));
  CHECK(at(softplus, -1e6) == 0);
  CHECK(relative_error(slope_at(softplus, -50), std::exp(-50.0)) <= kRounding);
  CHECK(slope_at(softplus, 50) == 1);
  CHECK(slope_at(softplus, 1e6) == 1);
  CHECK(slope_at(softplus, -1e6) == 0);
}

TEST_CASE("asinh keeps its digits for large, small and negative numbers") {
  CHECK(relative_error(at(pj::asinh, 32768), std::asinh(32768.0)) <= kRounding);
  CHECK(at(pj::asinh, -32768) == -at(pj::asinh, 32768));
  CHECK(relative_error(at(pj::asinh, -1e-6), -1e-6) <= kRounding);
  CHECK(relative_error(slope_at(pj::asinh, -32768), 1 / std::sqrt(1 + 32768.0 * 32768.0)) <=
        kRounding);
  CHECK(relative_error(slope_at(pj::asinh, 1e30), 1e-30) <= kRounding);
}

TEST_CASE("gradients") {
  const Tensor x = random_tensor({2, 5}, 4);
  Tensor positive = x.clone();
  for (real& v : positive.values()) v = real(0.5) + v * v;
  for (UnaryOp op : {UnaryOp(pj::exp), UnaryOp(pj::sin), UnaryOp(pj::cos), UnaryOp(pj::asinh),
                     UnaryOp(softplus), UnaryOp(square), UnaryOp(negate), UnaryOp(pj::tanh)})
    check_gradient([op](const auto& v) { return op(v[0]); }, {x});
  for (UnaryOp op : {UnaryOp(pj::log), UnaryOp(pj::sqrt)})
    check_gradient([op](const auto& v) { return op(v[0]); }, {positive});
  for (const double exponent : {-1.5, 0.5, 2.5})
    check_gradient([exponent](const auto& v) { return power(v[0], exponent); }, {positive});
  check_gradient([](const auto& v) { return power(v[0], 3); }, {x});
}

TEST_CASE("the power zero has no slope, not even at zero") {
  Variable x(Tensor::zeros({}), true);
  backward(power(x, 0));
  CHECK(x.grad().item() == 0);
}

TEST_CASE("a number outside the domain gives NaN") {
  CHECK(std::isnan(at(pj::log, -1)));
  CHECK(std::isnan(at(softplus, std::numeric_limits<double>::quiet_NaN())));
}

TEST_SUITE_END();
