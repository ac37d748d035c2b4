#include "pj/position/pj_bias.h"

#include <cmath>
#include <numbers>

#include "testing/golden_bias.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::golden_error;
using pj::testing::golden_tensor;

TEST_SUITE_BEGIN("pj_bias");

namespace {

constexpr bool kDouble = sizeof(real) == 8;

PjBias make(const PjBiasConfig& config) {
  Stream stream(1, "init");
  return PjBias(config, stream);
}

PjBiasConfig with(Sectors sectors) {
  PjBiasConfig config;
  config.num_heads = 2;
  config.max_order = 2;
  config.train_len = 16;
  config.sectors = sectors;
  return config;
}

bool is_zero(const Tensor& grad) {
  return !grad.defined() || testing::max_difference(grad, Tensor::zeros(grad.shape())) == 0;
}

constexpr Sectors kAll{.fj = true, .affine = true, .lc = true};

}  // namespace

TEST_CASE("tables, gates, slopes and every gradient of the golden modules are met") {
  // Float keeps omega to 6e-8, which is 6e-6 radians at the last lag, and sums 40 such terms into a
  // gradient weighted by up to 39.
  const double forward = kDouble ? 1e-10 : 2e-5, reverse = kDouble ? 1e-10 : 5e-5;
  const auto golden = testing::golden_json("pj_bias.json");
  REQUIRE(golden["cases"].size() >= 1);
  for (const auto& json : golden["cases"]) {
    const PjBias bias = testing::golden_bias(json);
    CAPTURE(to_text(bias.config().sectors));
    const Variable table = bias.table(json["lags"]);
    CHECK(golden_error(table.value(), json["bias"]) <= forward);
    CHECK(golden_error(bias.gates().value(), json["gates"]) <= forward);
    CHECK(golden_error(bias.slopes().value(), json["affine_slopes"]) <= forward);
    backward(table, golden_tensor(json["upstream"]));
    Parameters parameters;
    bias.list_parameters("", parameters);
    for (const Parameter& p : parameters) {
      CAPTURE(p.name);
      const auto& wanted = json["grads"][p.name];
      if (wanted.is_null() || !p.variable.grad().defined())
        CHECK((is_zero(p.variable.grad()) && wanted.is_null()));
      else
        CHECK(golden_error(p.variable.grad(), wanted) <= reverse);
    }
  }
}

TEST_CASE("the gradient of every parameter agrees with central differences") {
  for (const Rho rho : {Rho::kLinear, Rho::kLightcone}) {
    for (const bool signed_slope : {false, true}) {
      PjBiasConfig config = with(kAll);
      config.rho = rho;
      config.signed_slope = signed_slope;
      config.zeta_std = 0.5;
      PjBias bias = make(config);
      Parameters parameters;
      bias.list_parameters("", parameters);
      std::vector<Tensor> inputs;
      for (const Parameter& p : parameters) inputs.push_back(p.variable.value());
      testing::check_gradient(
          [&](const std::vector<Variable>& v) {
            bias.parameters() = {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9]};
            return bias.table(40);
          },
          inputs);
    }
  }
}

TEST_CASE("a disabled sector has gate exactly 0 and no gradient, and its parameters exist") {
  for (const char* text : {"fj", "affine", "lc", "fj,affine", "fj,lc", "affine,lc"}) {
    CAPTURE(text);
    const PjBias bias = make(with(parse_sectors(text)));
    Parameters parameters;
    bias.list_parameters("blocks.0.attn.pj_bias.", parameters);
    CHECK(parameters.size() == 10);
    const Variable table = bias.table(20);
    backward(table, testing::random_tensor(table.shape(), 2));
    const Tensor gates = bias.gates().value();
    for (const Sector sector : {Sector::kFj, Sector::kAffine, Sector::kLc}) {
      const index_t column = static_cast<index_t>(sector);
      const bool enabled = bias.config().sectors.has(sector);
      CHECK((gates.data()[column] == 0) == !enabled);
      CHECK((gates.data()[3 + column] == 0) == !enabled);
      if (!enabled && bias.parameters().gate_logits.grad().defined())
        CHECK(bias.parameters().gate_logits.grad().data()[column] == 0);
    }
    const PjBiasParameters& p = bias.parameters();
    CHECK(is_zero(p.fj_zeta_re.grad()) == !bias.config().sectors.fj);
    CHECK(is_zero(p.raw_fj_damping.grad()) == !bias.config().sectors.fj);
    CHECK(is_zero(p.lc_alpha_logits.grad()) == !bias.config().sectors.lc);
    CHECK(is_zero(p.raw_affine_slope.grad()) == !bias.config().sectors.affine);
  }
}

TEST_CASE("the start is the method's") {
  PjBiasConfig config = with(kAll);
  config.num_heads = 3;
  config.gate_init = parse_gate_init("affine");
  config.order_init = 1;
  const PjBias bias = make(config);
  const PjBiasParameters& p = bias.parameters();
  const auto value = [](const Variable& x, index_t i) {
    return static_cast<double>(x.value().data()[i]);
  };
  for (index_t h = 0; h < 3; ++h) {
    const double cycles = 1 + 8 * static_cast<double>(h);
    CHECK(std::abs(value(p.omega, h) - 2 * std::numbers::pi * cycles / 16) <= 1e-6);
    CHECK(std::abs(value(bias.slopes(), h) - 2) <= 1e-6);
    CHECK(std::abs(value(bias.dampings(), h) - std::log1p(std::exp(-2.0))) <= 1e-6);
    CHECK(std::abs(value(bias.gates(), 3 * h + 1) - 0.9647) <= 1e-4);
    CHECK(value(p.fj_alpha_logits, 3 * h + 1) == 2);
    CHECK(value(p.lc_alpha_logits, 3 * h + 2) == -2);
  }
  CHECK(!parse_gate_init("uniform"));
  CHECK_THROWS_AS(parse_gate_init("rope"), UsageError);
  CHECK(spaced_cycles(1) == std::vector<double>{17});
  CHECK(spaced_cycles(2, 5) == std::vector<double>{1, 5});
}

TEST_CASE("amplitudes have the asked spread and do not depend on the enabled sectors") {
  PjBiasConfig config = with(kAll);
  config.num_heads = 64;
  config.max_order = 31;
  const PjBias all = make(config);
  config.sectors = {.lc = true};
  const PjBias lc = make(config);
  CHECK(testing::max_difference(all.parameters().lc_zeta_im.value(),
                                lc.parameters().lc_zeta_im.value()) == 0);
  double squares = 0.0;
  for (const real zeta : all.parameters().fj_zeta_re.value().values())
    squares += static_cast<double>(zeta) * static_cast<double>(zeta);
  CHECK(std::abs(std::sqrt(squares / (64 * 32)) - 0.02) <= 0.001);
}

TEST_CASE("a fixed omega stays a constant and a signed slope may rise with the lag") {
  PjBiasConfig config = with({.affine = true});
  config.learn_omega = false;
  config.signed_slope = true;
  config.slope_init = 3;
  config.cycles = {17};
  const PjBias bias = make(config);
  CHECK(!bias.parameters().omega.needs_grad());
  CHECK(bias.parameters().omega.value().data()[0] == bias.parameters().omega.value().data()[1]);
  CHECK(std::abs(static_cast<double>(bias.table(17).value().data()[16]) - 3) <= 1e-6);
}

TEST_CASE("a table is the beginning of any longer one, whichever was asked for first") {
  const PjBias bias = make(with(kAll));
  const Tensor small = bias.table(10).value(), large = bias.table(3000).value();
  const Tensor again = bias.table(10).value();
  CHECK(testing::max_difference(small, again) == 0);
  for (index_t d = 0; d < 10; ++d) CHECK(large.data()[3000 + d] == small.data()[10 + d]);
}

TEST_CASE("settings that contradict each other are named") {
  CHECK_THROWS_WITH_AS(make(with({})), "PjBias: a sector must be enabled, got none", ValueError);
  PjBiasConfig config = with({.fj = true});
  config.gate_init = Sector::kLc;
  CHECK_THROWS_WITH_AS(
      make(config),
      "PjBias: the gate to start from must be of an enabled sector, got lc with sectors fj",
      ValueError);
  config = with(kAll);
  config.order_init = 3;
  CHECK_THROWS_WITH_AS(
      make(config), "PjBias: order to start from must be between 0 and 2 or -1, got 3", ValueError);
  config = with(kAll);
  config.cycles = {1, 2, 3};
  CHECK_THROWS_WITH_AS(make(config), "PjBias: cycles must be one or 2, got 3", ValueError);
  config = with(kAll);
  config.slope_init = 0;
  CHECK_THROWS_AS(make(config), ValueError);
  CHECK_THROWS_AS(make(with(kAll)).table(0), ValueError);
}

TEST_SUITE_END();
