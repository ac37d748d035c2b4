#include "pj/position/jet_sum.h"

#include "pj/core/threads.h"
#include "pj/position/scalar_kernels.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("jet_sum");

namespace {

std::shared_ptr<const LagBasis> share(LagBasis basis) {
  return std::make_shared<const LagBasis>(std::move(basis));
}

Variable constant(const Shape& shape, std::initializer_list<real> values) {
  return Variable(Tensor::from(shape, values));
}

}  // namespace

TEST_CASE("each value is the sum of scalar kernels, far beyond the train length") {
  const index_t T = 5000;
  const Variable re = constant({1, 3}, {0.5, -0.25, 1}), im = constant({1, 3}, {0.125, 1, -0.5});
  const Variable omega = constant({1}, {0.75}), damping = constant({1}, {0.5});
  const Tensor fj = jet_sum(re, im, omega, damping, share(fj_basis(2, 128, T)), T).value();
  const Tensor lc = jet_sum(re, im, omega, {}, share(lc_basis(2, 128, T + 7)), T).value();
  for (const index_t d : {0, 1, 100, 1023, 1024, 4999}) {
    double fj_sum = 0.0, lc_sum = 0.0, scale = 0.0;
    for (int r = 0; r <= 2; ++r) {
      const std::complex<double> zeta(static_cast<double>(re.value().data()[r]),
                                      static_cast<double>(im.value().data()[r]));
      const auto lag = static_cast<double>(d);
      const double x = train_lengths(lag, 128);
      fj_sum += fj_kernel(r, lag, 128, 0.75, 0.5, zeta);
      lc_sum += lc_kernel(r, lag, 128, 0.75, zeta);
      scale += jet_amplitude(x, r) * jet_decay(x, 0.5);
    }
    // Only the result is rounded to real: a phase of 3,750 radians costs float nothing.
    CHECK(std::abs(static_cast<double>(fj.data()[d]) - fj_sum) <= testing::kRounding * scale);
    CHECK(std::abs(static_cast<double>(lc.data()[d]) - lc_sum) <= testing::kRounding * 3);
  }
}

TEST_CASE("gradients") {
  const std::vector<Tensor> inputs{random_tensor({2, 3}, 1), random_tensor({2, 3}, 2),
                                   random_tensor({2}, 3, 0.3), random_tensor({2}, 4, 0.3)};
  const auto fj = share(fj_basis(2, 16, 40)), lc = share(lc_basis(2, 16, 40));
  testing::check_gradient([&](const auto& v) { return jet_sum(v[0], v[1], v[2], v[3], fj, 40); },
                          inputs);
  testing::check_gradient([&](const auto& v) { return jet_sum(v[0], v[1], v[2], {}, lc, 33); },
                          {inputs[0], inputs[1], inputs[2]});
}

TEST_CASE("the bits do not depend on the number of threads") {
  const int before = num_threads();
  const auto run = [](int threads) {
    set_num_threads(threads);
    Variable re(random_tensor({2, 4}, 1), true), omega(random_tensor({2}, 2), true);
    const Variable im(random_tensor({2, 4}, 3)), damping(random_tensor({2}, 4, 0.1));
    const Variable y = jet_sum(re, im, omega, damping, share(fj_basis(3, 512, 5000)), 5000);
    backward(y, random_tensor(y.shape(), 5));
    return std::vector<Tensor>{y.value(), re.grad(), omega.grad()};
  };
  const auto one = run(1), three = run(3);
  set_num_threads(before);
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(max_difference(one[i], three[i]) == 0);
}

TEST_CASE("shapes and a basis that do not fit are named") {
  const Variable w(Tensor::zeros({2, 3})), omega(Tensor::zeros({2}));
  CHECK_THROWS_WITH_AS(jet_sum(w, w, omega, {}, share(fj_basis(1, 16, 8)), 8),
                       "jet_sum: the basis must have 3 orders and 8 lags, got 2 and 8", ShapeError);
  CHECK_THROWS_WITH_AS(
      jet_sum(w, w, Variable(Tensor::zeros({3})), {}, share(fj_basis(2, 16, 8)), 8),
      "jet_sum: omega must have shape (2), got (3)", ShapeError);
  CHECK_THROWS_AS(jet_sum(w, w, omega, omega, share(lc_basis(2, 16, 8)), 8), ShapeError);
}

TEST_SUITE_END();
