#pragma once

#include <memory>

#include "pj/autograd/variable.h"
#include "pj/position/lag_basis.h"

namespace pj {

/// One oscillating sector of a lag table: the real part of weighted amplitudes times the powers of
/// one complex root per head.
///
///   out[h,d] = e^{-c[h] decay[d]} Re(W[h,d] e^{i omega[h] phase[d]}),
///   W[h,d]   = sum_r (re[h,r] + i im[h,r]) amplitude[r,d]
///
/// shapes    re, im (H, R+1), omega (H), damping c (H) or undefined for none -> (H, T),
///           T = num_lags; basis of at least T lags and R+1 orders
/// units     omega in radians per token, damping per train length; the rest dimensionless
/// gradient  sums over d in double, for every input; keeps the decayed cosine and sine (H, T)
/// throws    ShapeError if shapes or basis do not fit
///
/// All arithmetic is in double, because omega * phase reaches 30,000 radians; only what is stored
/// is `real`.
Variable jet_sum(const Variable& re, const Variable& im, const Variable& omega,
                 const Variable& damping, std::shared_ptr<const LagBasis> basis, index_t num_lags);

}  // namespace pj
