#include "pj/position/scalar_kernels.h"

#include <algorithm>

#include "pj/core/error.h"
#include "testing/golden.h"

using namespace pj;

TEST_SUITE_BEGIN("scalar_kernels");

namespace {

/// 1e-12 relative, with a floor for kernels that cross zero: a phase of 30,000 radians is known to
/// 4e-12, so near a zero only the absolute value can be compared.
void check_near(double ours, const nlohmann::json& golden, double scale) {
  const double wanted = golden.get<double>();
  CHECK(std::abs(ours - wanted) <= 1e-12 * std::max(std::abs(wanted), scale));
}

}  // namespace

TEST_CASE("every formula agrees with the golden numbers at lags up to 32767") {
  const std::complex<double> zeta(0.8, -0.3);
  const auto golden = testing::golden_json("scalar_kernels.json");
  REQUIRE(golden["rows"].size() >= 1);
  for (const auto& row : golden["rows"]) {
    const double L = row["L"], omega = row["omega"], d = row["d"];
    CAPTURE(L);
    CAPTURE(omega);
    CAPTURE(d);
    check_near(rapidity(d, L), row["eta"], 0);
    check_near(lightcone_phase(d, L), row["phi"], 0);
    check_near(lightcone_amplitude(d, L), row["beta"], 0);
    check_near(affine_kernel(d, L, 0.7, Rho::kLinear), row["affine_linear"], 0);
    check_near(affine_kernel(d, L, 0.7, Rho::kLightcone), row["affine_lightcone"], 0);
    for (int r = 0; r < 4; ++r) {
      const auto at = static_cast<std::size_t>(r);
      const double x = train_lengths(d, L);
      check_near(fj_kernel(r, d, L, omega, 0.1, zeta), row["fj"][at],
                 jet_amplitude(x, r) * jet_decay(x, 0.1));
      check_near(lc_kernel(r, d, L, omega, zeta), row["lc"][at], 1);
    }
  }
}

TEST_CASE("coordinates neither overflow nor lose digits far away") {
  CHECK(std::abs(rapidity(32768, 128) - std::log(2.0 * 256)) <= 1e-5);
  CHECK(std::abs(lightcone_phase(1e-9, 128) - 1e-9) <= 1e-24);
  CHECK(lightcone_amplitude(1e300, 1) == 1.0);
  CHECK(std::abs(lightcone_amplitude(32768, 128) - (1 - 0.5 / (256.0 * 256))) <= 1e-9);
  CHECK(std::isfinite(rapidity(1e300, 1)));
}

TEST_SUITE_END();
