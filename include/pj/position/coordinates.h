#pragma once

#include <cmath>

namespace pj {

/// Coordinates of a lag d >= 0 against the train length L > 0, both in tokens, in double: at
/// d = 32768 float would lose the phase. None overflows before d itself does.

/// Lag in train lengths: x = d / L.
inline double train_lengths(double lag, double train_len) { return lag / train_len; }

/// Rapidity: eta = asinh(d / L); about x for d << L, logarithmic far away.
inline double rapidity(double lag, double train_len) { return std::asinh(lag / train_len); }

/// Light-cone phase, in tokens: phi = L asinh(d / L); about d for d << L.
inline double lightcone_phase(double lag, double train_len) {
  return train_len * rapidity(lag, train_len);
}

/// Bounded amplitude: beta = d / sqrt(d^2 + L^2), in [0, 1).
inline double lightcone_amplitude(double lag, double train_len) {
  return lag / std::hypot(lag, train_len);
}

/// Which coordinate the affine sector is linear in.
enum class Rho {
  kLinear,     ///< x = d / L
  kLightcone,  ///< eta = asinh(d / L)
};

/// Affine coordinate rho of a lag.
inline double affine_coordinate(Rho rho, double lag, double train_len) {
  return rho == Rho::kLinear ? train_lengths(lag, train_len) : rapidity(lag, train_len);
}

}  // namespace pj
