#include "pj/model/lag_kernels.h"

#include <cmath>

#include "testing/golden_bias.h"
#include "testing/small_run.h"

using namespace pj;

TEST_SUITE_BEGIN("lag_kernels");

namespace {

Transformer small_model(const std::string& method) {
  return Transformer(testing::small_config(method).model, 0);
}

}  // namespace

TEST_CASE("a kernel is the table of its bias, and its parts add up to it") {
  const Transformer model = small_model("full");
  const std::vector<LagKernel> kernels = lag_kernels(model, 40);
  REQUIRE(kernels.size() == model.blocks().size() * 2);
  for (const LagKernel& kernel : kernels) {
    const PjBias& bias = *model.blocks()[static_cast<std::size_t>(kernel.layer)].attention().bias();
    const Tensor table = bias.table(40).value();
    REQUIRE(kernel.bias.size() == 40);
    for (std::size_t d = 0; d < 40; ++d) {
      CHECK(kernel.lags[d] == static_cast<index_t>(d));
      CHECK(kernel.bias[d] == static_cast<double>(table.data()[kernel.head * 40 + index_t(d)]));
      CHECK(std::abs(kernel.fj[d] + kernel.affine[d] + kernel.lc[d] - kernel.bias[d]) <= 1e-12);
    }
  }
}

TEST_CASE("the affine part is a line through zero, also beside other sectors") {
  for (const LagKernel& kernel : lag_kernels(small_model("full"), 40))
    for (std::size_t d = 0; d < 40; ++d)
      CHECK(std::abs(kernel.affine[d] - kernel.affine[39] * static_cast<double>(d) / 39) <= 1e-5);
}

TEST_CASE("a sector that is off is zero, and no kernel is learned without a bias") {
  const std::vector<LagKernel> kernels = lag_kernels(small_model("affine"), 8);
  REQUIRE(!kernels.empty());
  CHECK(kernels[0].fj == std::vector<double>(8, 0.0));
  CHECK(kernels[0].lc == std::vector<double>(8, 0.0));
  CHECK(kernels[0].affine[7] < 0);
  CHECK(lag_kernels(small_model("rope"), 8).empty());
}

TEST_CASE("log-spaced lags begin with every lag and stay below the end") {
  CHECK(log_spaced_lags(10, 4) == std::vector<index_t>{0, 1, 2, 3, 4, 5, 6, 8, 9});
  CHECK(log_spaced_lags(1) == std::vector<index_t>{0});
  CHECK(log_spaced_lags(32768).size() < 1000);
}

TEST_CASE("some lags of a kernel are picked by their places") {
  const LagKernel some = lag_kernels(small_model("full"), 9)[1].at({0, 8});
  CHECK(some.head == 1);
  CHECK(some.lags == std::vector<index_t>{0, 8});
  CHECK(some.bias.size() == 2);
}

TEST_CASE("no lags are refused") {
  CHECK_THROWS_WITH_AS(lag_kernels(small_model("full"), 0),
                       "lag_kernels: num_lags must be at least 1, got 0", ValueError);
}

TEST_SUITE_END();
