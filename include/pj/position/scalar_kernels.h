#pragma once

#include <cmath>
#include <complex>

#include "pj/position/coordinates.h"

namespace pj {

/// The kernels of the position space at one lag, in double. The lag table, its diagnostics and the
/// probes all take their formulas from here. Lags and train lengths in tokens, omega in radians per
/// token, damping and slope per train length; zeta = a + i b is a signed amplitude.
///
/// source    Zhang, PJ-RoPE: A Fourier-Jet-Affine Position Space for Relative Attention, 2026

/// Amplitude of a Fourier jet: x^r / r!.
inline double jet_amplitude(double x, int order) {
  double amplitude = 1.0;
  for (int r = 1; r <= order; ++r) amplitude *= x / r;
  return amplitude;
}

/// Amplitude of a light-cone order: beta^r.
inline double lightcone_order_amplitude(double beta, int order) {
  double amplitude = 1.0;
  for (int r = 1; r <= order; ++r) amplitude *= beta;
  return amplitude;
}

/// Damping of a Fourier jet: e^{-c x}.
inline double jet_decay(double x, double damping) { return std::exp(-damping * x); }

/// Real part of an oscillation: Re(zeta e^{i phase}) = a cos(phase) - b sin(phase).
inline double oscillation(std::complex<double> zeta, double phase) {
  return zeta.real() * std::cos(phase) - zeta.imag() * std::sin(phase);
}

/// Fourier jet of an order:  FJ_r(d) = x^r / r! e^{-c x} Re(zeta e^{i omega d}),  x = d / L.
inline double fj_kernel(int order, double lag, double train_len, double omega, double damping,
                        std::complex<double> zeta) {
  const double x = train_lengths(lag, train_len);
  return jet_amplitude(x, order) * jet_decay(x, damping) * oscillation(zeta, omega * lag);
}

/// Light cone of an order:  LC_r(d) = beta^r Re(zeta e^{i omega phi}).
inline double lc_kernel(int order, double lag, double train_len, double omega,
                        std::complex<double> zeta) {
  return lightcone_order_amplitude(lightcone_amplitude(lag, train_len), order) *
         oscillation(zeta, omega * lightcone_phase(lag, train_len));
}

/// Affine recency:  A(d) = -s rho(d).
inline double affine_kernel(double lag, double train_len, double slope, Rho rho) {
  return -slope * affine_coordinate(rho, lag, train_len);
}

}  // namespace pj
