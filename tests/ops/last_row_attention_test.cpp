#include "pj/ops/last_row_attention.h"

#include "pj/ops/linear.h"
#include "pj/ops/shape_ops.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::gradient_error;
using pj::testing::max_difference;
using pj::testing::random_tensor;

namespace {

constexpr index_t kBatch = 2, kLength = 5, kWidth = 6, kHeads = 2;

/// q, rows, key weight, value weight, value bias, lag bias.
std::vector<Tensor> operands() {
  return {random_tensor({kBatch, 1, kWidth}, 1),
          random_tensor({kBatch, kLength, kWidth}, 2),
          random_tensor({kWidth, kWidth}, 3),
          random_tensor({kWidth, kWidth}, 4),
          random_tensor({kWidth}, 5),
          random_tensor({kHeads, kLength + 2}, 6)};
}

Variable attend(const std::vector<Variable>& x, bool strict, bool with_bias = true) {
  return last_row_attention(x[0], x[1], x[2], x[3], x[4], with_bias ? x[5] : Variable(),
                            {kHeads, strict});
}

}  // namespace

TEST_SUITE_BEGIN("last_row_attention");

TEST_CASE("it is the last row of causal attention over projected keys and values") {
  const std::vector<Tensor> x = operands();
  const Variable rows(x[1]), key_bias(random_tensor({kWidth}, 7));
  // Causal attention wants a query a row; those before the last do not matter.
  const Variable q =
      concat({Variable(random_tensor({kBatch, kLength - 1, kWidth}, 8)), Variable(x[0])}, 1);
  const Variable k = linear(rows, Variable(x[2]), key_bias);
  const Variable v = linear(rows, Variable(x[3]), Variable(x[4]));
  std::vector<Variable> operands_of;
  for (const Tensor& value : x) operands_of.emplace_back(value);
  for (const bool strict : {false, true})
    for (const bool with_bias : {false, true}) {
      const Variable all =
          causal_attention(q, k, v, with_bias ? Variable(x[5]) : Variable(), {kHeads, strict});
      CHECK(max_difference(attend(operands_of, strict, with_bias).value(),
                           slice(all, 1, kLength - 1, kLength).value()) <=
            (sizeof(real) == sizeof(float) ? 1e-5 : 1e-13));
    }
}

TEST_CASE("its gradients are those of central differences" *
          doctest::skip(sizeof(real) == sizeof(float))) {
  for (const bool strict : {false, true})
    CHECK(gradient_error([&](const std::vector<Variable>& x) { return attend(x, strict); },
                         operands()) <= 1e-8);
}

TEST_CASE("operands that do not fit are named") {
  std::vector<Variable> x;
  for (const Tensor& value : operands()) x.emplace_back(value);
  x[0] = Variable(random_tensor({kBatch, 2, kWidth}));
  CHECK_THROWS_WITH_AS(attend(x, false),
                       "last_row_attention: q must be (2, 1, 6) and divide into 2 heads, got "
                       "(2, 2, 6)",
                       ShapeError);
}

TEST_SUITE_END();
