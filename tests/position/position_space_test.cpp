#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "pj/position/scalar_kernels.h"

// Why Fourier jets, light-cone limits and recency are one space: all are annihilated by a power of
// (E - z), E f(d) = f(d + 1). Checked in double on the kernels the library uses.

using Complex = std::complex<double>;
using Sequence = std::function<Complex(int)>;

TEST_SUITE_BEGIN("position_space");

namespace {

constexpr double kTolerance = 1e-9;  // of terms up to C(40, 4) = 9e4, rounded a few times
const Complex kRoot = std::polar(std::exp(-0.05), 0.7);
constexpr int kLags = 40;

double binomial(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value *= static_cast<double>(n - k + i) / i;
  return k < 0 || n < k ? 0.0 : value;
}

Sequence binomial_jet(int order, Complex z) {
  return [=](int d) { return binomial(d, order) * std::pow(z, d); };
}

/// (E - z)^times f.
Sequence lowered(Sequence f, Complex z, int times) {
  for (; times > 0; --times) f = [f, z](int d) { return f(d + 1) - z * f(d); };
  return f;
}

double largest(const Sequence& f) {
  double worst = 0.0;
  for (int d = 0; d < kLags; ++d) worst = std::max(worst, std::abs(f(d)));
  return worst;
}

/// FJ_r as a complex sequence: amplitudes 1 and i give its real and imaginary parts.
Sequence fourier_jet(int order, double train_len, double omega, double damping) {
  return [=](int d) {
    return Complex(pj::fj_kernel(order, d, train_len, omega, damping, {1, 0}),
                   pj::fj_kernel(order, d, train_len, omega, damping, {0, -1}));
  };
}

/// Stirling numbers of the second kind: d^r = sum_k S(r, k) k! C(d, k).
double stirling(int r, int k) {
  if (r == 0 && k == 0) return 1.0;
  return r <= 0 || k <= 0 ? 0.0 : k * stirling(r - 1, k) + stirling(r - 1, k - 1);
}

}  // namespace

TEST_CASE("(E - z) lowers a binomial jet by one order") {
  for (int r = 1; r <= 4; ++r) {
    const Sequence left = lowered(binomial_jet(r, kRoot), kRoot, 1);
    const Sequence below = binomial_jet(r - 1, kRoot);
    CHECK(largest([&](int d) { return left(d) - kRoot * below(d); }) <= kTolerance);
    CHECK(largest(left) >= 0.1);
  }
}

TEST_CASE("(E - z)^(r+1) annihilates order r and (E - z)^r does not") {
  for (int r = 0; r <= 4; ++r) {
    CHECK(largest(lowered(binomial_jet(r, kRoot), kRoot, r + 1)) <= kTolerance);
    CHECK(largest(lowered(binomial_jet(r, kRoot), kRoot, r)) >= 0.1);
  }
}

TEST_CASE("the library's Fourier jets have the root exp(-c/L + i omega) with multiplicity r + 1") {
  const double L = 16, omega = 0.7, damping = 0.3;
  const Complex z = std::polar(std::exp(-damping / L), omega);
  for (int r = 0; r <= 3; ++r) {
    const Sequence jet = fourier_jet(r, L, omega, damping);
    CHECK(largest(lowered(jet, z, r + 1)) <= kTolerance);
    CHECK(largest(lowered(jet, z, r)) >= 1e-5);  // z^r / L^r
  }
}

TEST_CASE("(E - 1)^2 annihilates the affine sector and (E - 1) leaves its slope") {
  const Sequence affine = [](int d) {
    return Complex(pj::affine_kernel(d, 16, 0.7, pj::Rho::kLinear));
  };
  CHECK(largest(lowered(affine, 1.0, 2)) <= 1e-14);
  CHECK(std::abs(lowered(affine, 1.0, 1)(5) - Complex(-0.7 / 16)) <= 1e-14);
}

TEST_CASE("monomial and binomial jets span the same space") {
  for (int r = 0; r <= 4; ++r) {
    // The change of basis is triangular with diagonal r! != 0, so it inverts.
    CHECK(stirling(r, r) == 1.0);
    const auto difference = [r](int d) {
      Complex sum = 0.0;
      double factorial = 1.0;
      for (int k = 0; k <= r; ++k) {
        if (k > 0) factorial *= k;
        sum += stirling(r, k) * factorial * binomial_jet(k, kRoot)(d);
      }
      return std::pow(static_cast<double>(d), r) * std::pow(kRoot, d) - sum;
    };
    CHECK(largest(difference) <= kTolerance);
  }
}

TEST_SUITE_END();
