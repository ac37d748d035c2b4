#include "pj/ops/dropout.h"

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("dropout");

TEST_CASE("number i is kept where number i of the stream reaches the rate") {
  const Stream stream(1, "dropout");
  const Tensor y = dropout(Variable(Tensor::full({3, 100}, 3)), 0.25, stream).value();
  for (index_t i = 0; i < y.size(); ++i) {
    const bool kept = Stream::to_unit(stream.at(static_cast<std::uint64_t>(i))) >= 0.25;
    CHECK(y.data()[i] == (kept ? real(4) : real(0)));
  }
}

TEST_CASE("the share that is dropped is the rate") {
  const Tensor y = dropout(Variable(Tensor::full({100000}, 1)), 0.2, Stream(2, "dropout")).value();
  const auto zeros = std::count(y.values().begin(), y.values().end(), real(0));
  CHECK(std::abs(static_cast<double>(zeros) / 1e5 - 0.2) <= 0.005);  // four standard deviations
}

TEST_CASE("rate 0 returns the variable itself") {
  const Variable x(random_tensor({4}), true);
  CHECK(dropout(x, 0, Stream(1, "dropout")).value().data() == x.value().data());
}

TEST_CASE("gradient") {
  check_gradient([](const auto& v) { return dropout(v[0], 0.5, Stream(3, "dropout")); },
                 {random_tensor({4, 5})});
}

TEST_CASE("a rate outside zero to one is named") {
  const Variable x(Tensor::zeros({2}));
  CHECK_THROWS_WITH_AS(dropout(x, 1, Stream(1, "dropout")),
                       "dropout: rate must lie in [0, 1), got 1", ValueError);
  CHECK_THROWS_AS(dropout(x, -0.1, Stream(1, "dropout")), ValueError);
}

TEST_SUITE_END();
