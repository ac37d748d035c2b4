#include "pj/position/diagnostics.h"

#include <cmath>

#include "testing/golden_bias.h"

using namespace pj;

TEST_SUITE_BEGIN("diagnostics");

namespace {

/// As for the table: float keeps omega to 6e-8 and a phase at lag 39 to 6e-6.
constexpr double kTolerance = sizeof(real) == 8 ? 1e-10 : 5e-5;

/// Compares a head's numbers with its rows of a golden tensor.
void check_rows(const std::vector<double>& ours, const nlohmann::json& golden, index_t head) {
  const auto all = golden["data"].get<std::vector<double>>();
  for (std::size_t i = 0; i < ours.size(); ++i)
    CHECK(std::abs(ours[i] - all[static_cast<std::size_t>(head) * ours.size() + i]) <= kTolerance);
}

std::vector<double> flat(const OrderComponents& components) {
  std::vector<double> all;
  for (const auto& component : components)
    all.insert(all.end(), component.begin(), component.end());
  return all;
}

std::vector<double> golden_target(index_t lags) {
  std::vector<double> target;
  for (index_t d = 0; d < lags; ++d) target.push_back(std::cos(0.4 * static_cast<double>(d)));
  return target;
}

}  // namespace

TEST_CASE("components, masses, energies and leave-one-out are the golden ones") {
  const auto golden = testing::golden_json("pj_bias.json");
  for (const auto& json : golden["cases"]) {
    const PjBias bias = testing::golden_bias(json);
    const index_t lags = json["lags"];
    const auto heads = diagnose(bias, lags);
    for (index_t h = 0; h < json["heads"].get<index_t>(); ++h) {
      const HeadDiagnostics& head = heads[static_cast<std::size_t>(h)];
      check_rows({head.gates.begin(), head.gates.end()}, json["gates"], h);
      check_rows({head.slope}, json["affine_slopes"], h);
      CHECK(head.fj.mass.empty() == !json["order_masses"].contains("fj"));
      CHECK(head.lc.mass.empty() == !json["order_masses"].contains("lc"));
      if (!head.fj.mass.empty()) {
        const OrderComponents components = order_components(bias, h, Sector::kFj, lags);
        check_rows(flat(components), json["fj_components"], h);
        check_rows(head.fj.mass, json["order_masses"]["fj"], h);
        check_rows(head.fj.energy, json["fj_functional_energy"], h);
        check_rows(leave_one_out(components, golden_target(lags)), json["fj_loo_delta_mse"], h);
      }
      if (!head.lc.mass.empty()) {
        check_rows(flat(order_components(bias, h, Sector::kLc, lags)), json["lc_components"], h);
        check_rows(head.lc.mass, json["order_masses"]["lc"], h);
        check_rows(head.lc.energy, json["lc_functional_energy"], h);
      }
    }
  }
}

TEST_CASE("energies and leave-one-out, by hand") {
  const OrderComponents components{{3, 0}, {0, 4}};
  CHECK(functional_energy(components) == std::vector<double>{0.6, 0.8});
  const std::vector<double> target{3, 4};  // met exactly: each order is worth its own mean square
  CHECK(leave_one_out(components, target) == std::vector<double>{4.5, 8});
  CHECK_THROWS_WITH_AS(leave_one_out(components, std::vector<double>{1}),
                       "leave_one_out: target must have 2 lags, got 1", ShapeError);
}

TEST_CASE("normalised masses sum to one in a sector, high orders are a share of both") {
  PjBiasConfig config;
  config.sectors = parse_sectors("fj,lc");
  Stream stream(1, "init");
  const PjBias bias(config, stream);
  for (const HeadDiagnostics& head : diagnose(bias, 64)) {
    double total = 0.0, high = 0.0;
    for (const OrderDiagnostics* orders : {&head.fj, &head.lc}) {
      double normalised = 0.0;
      for (std::size_t r = 0; r < 4; ++r) {
        total += orders->mass[r];
        high += r >= 2 ? orders->mass[r] : 0.0;
        normalised += orders->normalised_mass[r];
      }
      CHECK(std::abs(normalised - 1) <= 1e-12);
    }
    CHECK(std::abs(head.high_order_mass - high) <= 1e-15);
    CHECK(std::abs(head.high_order_share - high / total) <= 1e-12);
  }
}

TEST_CASE("without an oscillating sector there is no mass and no share") {
  PjBiasConfig config;
  config.sectors = parse_sectors("affine");
  Stream stream(1, "init");
  const PjBias bias(config, stream);
  CHECK(diagnose(bias, 8).front().fj.normalised_mass.empty());
  CHECK(std::isnan(diagnose(bias, 8).front().high_order_share));
  CHECK_THROWS_AS(order_components(bias, 4, Sector::kFj, 8), ValueError);
  CHECK_THROWS_AS(order_components(bias, 0, Sector::kFj, 0), ValueError);
}

TEST_SUITE_END();
