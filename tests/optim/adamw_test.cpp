#include "pj/optim/adamw.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/threads.h"
#include "testing/gradient_check.h"

using namespace pj;
using testing::kRounding;
using testing::max_difference;
using testing::random_tensor;

namespace {

void set_grad(Variable& parameter, const Tensor& grad) { parameter.mutable_grad().copy_from(grad); }

double only_value(const Variable& parameter) {
  return static_cast<double>(parameter.value().item());
}

/// Three steps over tensors of many sizes, one of them longer than a chunk.
std::vector<Tensor> three_steps(int threads) {
  set_num_threads(threads);
  std::vector<Variable> parameters;
  for (const index_t size : {40000, 1, 96, 16384, 16385})
    parameters.emplace_back(random_tensor({size}, static_cast<std::uint64_t>(size)), true);
  AdamW optimiser(parameters, {.weight_decay = 0.1});
  for (std::uint64_t step = 0; step < 3; ++step) {
    for (Variable& parameter : parameters)
      set_grad(parameter, random_tensor(parameter.shape(), 10 + step));
    optimiser.step(1e-2);
  }
  std::vector<Tensor> results;
  for (const Variable& parameter : parameters) results.push_back(parameter.value());
  return results;
}

}  // namespace

TEST_SUITE_BEGIN("adamw");

TEST_CASE("three steps give the values worked by hand") {
  Variable p(Tensor::full({}, 1), true);
  AdamW optimiser({p}, {.weight_decay = 0.01});
  // With lr 0.1 the decay first shrinks p by 0.001 p; then step 1 moves it by
  // 0.1 * 0.5 / (0.5 + 1e-8) whatever the gradient's size.
  const double grads[] = {0.5, -1.0, 2.0};
  const double values[] = {0.899000002, 0.9347113542385652, 0.8918110813618657};
  const double first[] = {0.05, -0.055, 0.1505};
  const double second[] = {0.00025, 0.00124975, 0.00524850025};
  for (int t = 0; t < 3; ++t) {
    set_grad(p, Tensor::full({}, static_cast<real>(grads[t])));
    optimiser.step(0.1);
    CHECK(std::abs(only_value(p) - values[t]) <= kRounding);
    CHECK(std::abs(static_cast<double>(optimiser.first_moments()[0].item()) - first[t]) <=
          kRounding);
    CHECK(std::abs(static_cast<double>(optimiser.second_moments()[0].item()) - second[t]) <=
          kRounding);
  }
  CHECK(optimiser.step_count() == 3);
}

TEST_CASE("decay acts on a zero gradient, by the factor of each parameter") {
  std::vector<Variable> p;
  for (int i = 0; i < 3; ++i) {
    p.emplace_back(Tensor::full({1}, 2), true);
    set_grad(p.back(), Tensor::zeros({1}));
  }
  AdamW optimiser(p, {.weight_decay = 0.5}, {1.0, 0.0, 0.5});
  optimiser.step(0.1);
  CHECK(std::abs(only_value(p[0]) - 1.9) <= kRounding);
  CHECK(only_value(p[1]) == 2.0);
  CHECK(std::abs(only_value(p[2]) - 1.95) <= kRounding);
}

TEST_CASE("a parameter without a gradient is left alone") {
  Variable p(Tensor::full({1}, 2), true);
  AdamW optimiser({p}, {.weight_decay = 0.5});
  optimiser.step(0.1);
  CHECK(only_value(p) == 2.0);
  set_grad(p, Tensor::full({1}, 1));
  optimiser.clear_grads();
  CHECK_FALSE(p.grad().defined());
}

TEST_CASE("the bits do not depend on the number of threads") {
  const int before = num_threads();
  const auto one = three_steps(1), three = three_steps(3);
  set_num_threads(before);
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(max_difference(one[i], three[i]) == 0);
}

TEST_CASE("a restored optimiser goes on like the one it was copied from") {
  Variable a(random_tensor({5}, 1), true);
  AdamW first({a});
  for (std::uint64_t t = 0; t < 2; ++t) {
    set_grad(a, random_tensor({5}, 2 + t));
    first.step(0.1);
  }
  Variable b(a.value().clone(), true);
  AdamW second({b});
  second.restore(first.step_count(), first.first_moments(), first.second_moments());
  for (auto* pair : {&a, &b}) set_grad(*pair, random_tensor({5}, 9));
  first.step(0.1);
  second.step(0.1);
  CHECK(max_difference(a.value(), b.value()) == 0);
  CHECK(max_difference(first.second_moments()[0], second.second_moments()[0]) == 0);
}

TEST_CASE("options and state that do not fit are named") {
  const Variable p(Tensor::zeros({2}), true);
  CHECK_THROWS_WITH_AS(AdamW({p}, {.beta1 = 1.0}), "AdamW: betas must be in [0, 1), got 1",
                       ValueError);
  CHECK_THROWS_WITH_AS(AdamW({p}, {.eps = 0.0}), "AdamW: eps must be positive, got 0", ValueError);
  CHECK_THROWS_WITH_AS(AdamW({p}, {}, {1.0, 0.0}),
                       "AdamW: decay_factors must hold one for each of 1 parameters, got 2",
                       ValueError);
  CHECK_THROWS_WITH_AS(AdamW({Variable(Tensor::zeros({2}))}),
                       "AdamW: a parameter must need a gradient, got a constant of shape (2)",
                       ValueError);
  AdamW optimiser({p});
  CHECK_THROWS_WITH_AS(optimiser.step(NAN),
                       "AdamW::step: lr must be finite and at least 0, got nan", ValueError);
  const std::vector<Tensor> none, other{Tensor::zeros({3})};
  CHECK_THROWS_WITH_AS(optimiser.restore(1, none, none),
                       "AdamW::restore: first must hold 1 tensors, got 0", ValueError);
  CHECK_THROWS_AS(optimiser.restore(1, other, other), ShapeError);
}

TEST_SUITE_END();
